/// An input of the fuzzer: frames in order of arrival, because shapes are
/// learned from earlier ones. They are separated by record separators (0x1E, as
/// in RFC 7464), which are illegal in frames and keep inputs readable as text.
public struct FuzzInput {
    public static let separator: UInt8 = 0x1E

    /// The maximum number of splits of an input, so that none takes long.
    static let framesMax = 64

    let frames: [ArraySlice<UInt8>]

    init(_ bytes: UnsafeRawBufferPointer) {
        frames = Array(bytes).split(
            separator: Self.separator, maxSplits: Self.framesMax, omittingEmptySubsequences: false)
    }

    /// The input that consists of these frames.
    public static func bytes(of frames: [[UInt8]]) -> [UInt8] {
        Array(frames.joined(separator: [separator]))
    }
}

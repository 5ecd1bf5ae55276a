/// An input of the fuzzer: frames in order of arrival, as shapes are learned
/// from earlier ones, each ended by a record separator (0x1E, as in RFC 7464);
/// it is no legal part of a frame, and inputs stay readable as text.
public struct FuzzInput {
    public static let separator: UInt8 = 0x1E

    /// Frames fed of one input, so that none takes long.
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

/// Calls `body` with a copy of the bytes in memory of exactly their size, so
/// that the address sanitizer sees whoever reads beyond them.
func withExactBytes<Result>(
    _ source: ArraySlice<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result
) -> Result {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: source)
    return body(UnsafeRawBufferPointer(bytes))
}

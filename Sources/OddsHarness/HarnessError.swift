/// Why a measurement gave no result.
public enum HarnessError: Error, Equatable, CustomStringConvertible {
    /// The code to be measured was built without optimization.
    case unoptimized
    /// A shared mapping could not be created or attached; the text names the
    /// failed step.
    case mapping(String)
    /// A frame of `bytes` bytes is larger than the `capacityBytes` bytes that
    /// the mapping can hold.
    case frameTooLarge(bytes: Int, capacityBytes: Int)
    /// The capture cannot be offered at a rate; the text says why.
    case unusableCapture(String)

    /// The error in one line, without a full stop.
    public var description: String {
        switch self {
        case .unoptimized:
            "measured code must be optimized: build with `swift build -c release`"
        case .mapping(let what):
            "the memory for the frames: \(what)"
        case .frameTooLarge(let bytes, let capacityBytes):
            "a frame of \(bytes) bytes does not fit the mapping of \(capacityBytes) bytes"
        case .unusableCapture(let why):
            why
        }
    }
}

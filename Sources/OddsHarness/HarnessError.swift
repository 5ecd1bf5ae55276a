/// Why a measurement gave no result.
public enum HarnessError: Error, Equatable, CustomStringConvertible {
    /// The code to be measured was built without optimization.
    case unoptimized
    /// A shared mapping could not be made or attached; the text says what
    /// failed.
    case mapping(String)
    /// One frame is larger than the mapping can hold.
    case frameTooLarge(bytes: Int, capacityBytes: Int)
    /// The process that provides the frames ended before it was done.
    case producerDied
    /// The capture cannot be offered at a rate; the text says why.
    case unusableCapture(String)

    public var description: String {
        switch self {
        case .unoptimized:
            "measured code must be optimized: build with `swift build -c release`"
        case .mapping(let what):
            "the frames' mapping: \(what)"
        case .frameTooLarge(let bytes, let capacityBytes):
            "a frame of \(bytes) bytes does not fit the mapping of \(capacityBytes) bytes"
        case .producerDied:
            "the process that provides the frames ended too early"
        case .unusableCapture(let why):
            why
        }
    }
}

/// Why a frame was rejected as a whole (EM-F1 of the feed contract).
public struct FrameError: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Reason: String, Sendable {
        case syntax = "not legal JSON"
        case trailingBytes = "bytes after the end of the object"
        case utf8 = "invalid UTF-8"
        case tooDeep = "nested deeper than 64"
        case tooLarge = "larger than 64 MiB"
        case notAnObject = "not a JSON object"
        case messageType = "messageType missing or unknown"
        case records = "records missing or not an array"
    }

    public let reason: Reason
    /// The offset of the first offending byte; 0 for a wrong shape.
    public let offset: Int

    public init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    public var description: String { "\(reason.rawValue) at byte \(offset)" }
}

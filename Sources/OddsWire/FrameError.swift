/// Why a frame was rejected as a whole (EM-F1 of the feed contract).
public struct FrameError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What a frame can be rejected for.
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

    /// What the frame is rejected for.
    public let reason: Reason
    /// The offset of the first offending byte; 0 for a wrong shape.
    public let offset: Int

    /// An error from its parts.
    public init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// Reason and offset in one line.
    public var description: String { "\(reason.rawValue) at byte \(offset)" }
}

/// Why a frame was rejected as a whole (EM-F1 of the feed contract).
public struct FrameError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What a frame can be rejected for.
    public enum Reason: String, Sendable {
        /// The text breaks the grammar of JSON.
        case syntax = "not legal JSON"
        /// Something follows the object.
        case trailingBytes = "bytes after the end of the object"
        /// A byte sequence is ill-formed.
        case utf8 = "invalid UTF-8"
        /// Arrays and objects nest too deep.
        case tooDeep = "nested deeper than 64"
        /// The frame is longer than is accepted.
        case tooLarge = "larger than 64 MiB"
        /// The text is JSON of another kind.
        case notAnObject = "not a JSON object"
        /// The frame does not say which message it is.
        case messageType = "messageType missing or unknown"
        /// The frame has no list of records.
        case records = "records missing or not an array"
        /// Changes of contents come without a list of them.
        case data = "data missing or not an array"
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

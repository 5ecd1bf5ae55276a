/// A text that is not a WAMP message.
public struct WAMPDecodingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The offset of the first offending byte; 0 if the shape is wrong.
    public let offset: Int
    /// What is wrong, in words.
    public let what: String

    /// One line.
    public var description: String { "\(what) at byte \(offset)" }
}

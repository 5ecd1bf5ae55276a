/// Text that is no WAMP message.
public struct WAMPDecodingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The first offending byte; 0 for a wrong shape.
    public let offset: Int
    public let what: String

    public var description: String { "\(what) at byte \(offset)" }
}

/// A message that a stream has kept. Used on one thread at a time.
package struct StoredMessage: Sendable {
    /// Where it was published.
    package let subject: String
    /// Its place in the stream.
    package let sequence: UInt64
    /// When the server stored it, in nanoseconds since 1970.
    package let storedNanoseconds: Int64
    /// Its content.
    package let bytes: [UInt8]
    /// All headers, those of the server included.
    package let headers: [(name: String, value: String)]

    init(_ message: consuming NATSMessage) {
        subject = message.subject
        sequence = message.sequence
        storedNanoseconds = message.storedNanoseconds
        bytes = message.bytes
        headers = message.headers
    }
}

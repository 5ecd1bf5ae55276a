/// Compression of messages by the extension permessage-deflate (RFC 7692): what a
/// client offers, or a server accepts. Used if the other end knows it, too.
public enum WebSocketCompression: String, CaseIterable, Sendable {
    /// Each message may refer to the ones before it. Compresses small messages
    /// best, at the cost of some 300 KiB of memory for each connection.
    case takeover
    /// Each message is compressed for itself. A server then compresses what it
    /// sends to many connections once, and keeps no memory for each of them.
    case noTakeover = "no-takeover"

    /// The name of the header in which both ends agree.
    package static let headerName = "Sec-WebSocket-Extensions"
    static let extensionName = "permessage-deflate"
}

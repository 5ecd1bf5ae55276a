/// Where NATS is, and how to speak to it.
package struct NATSConfiguration: Sendable {
    /// Addresses: `nats://HOST[:PORT]`, or `tls://…`. The first that answers is taken; the
    /// others, and those that the servers tell of, when it is gone.
    package var servers: [String]
    /// What the server's own reports call the connection.
    package var name: String
    /// How long to wait for a server that is not there yet; `nil` is without end.
    package var wait: Duration?
    /// How long JetStream may have no responders until it counts as missing: a cluster has none
    /// in its first seconds.
    package var respondersLimit = Duration.seconds(10)
    /// A file with trusted roots, PEM. With it the connection is encrypted.
    package var ca: String?
    /// A file with the client's certificate chain, PEM.
    package var certificate: String?
    /// A file with its private key, PEM.
    package var key: String?
    /// A file with credentials: as NATS has it (a JWT and a seed), or one line,
    /// `user:password`.
    package var credentials: String?
    /// The beginning of all subjects to which answers come, such as `_INBOX_edge`: what a
    /// server's permissions divide clients by.
    package var inboxPrefix: String

    /// A configuration without TLS and credentials.
    package init(servers: [String], name: String, inboxPrefix: String) {
        self.servers = servers
        self.name = name
        self.inboxPrefix = inboxPrefix
    }

    /// The connection's limits in milliseconds. Two pings that are not answered end a
    /// connection: a server that is away is known within three seconds. A publish blocks
    /// while the socket is full, and with it the pings of all connections of the process,
    /// until the write deadline.
    enum Milliseconds {
        static let connect: Int64 = 2_000
        static let ping: Int64 = 1_000
        static let write: Int64 = 2_000
        static let reconnectWait: Int64 = 100
        static let reconnectJitter: Int64 = 100
    }

    static let pingsUnansweredMax: Int32 = 2
    /// What a connection that is away keeps of what is published: little, as those who
    /// publish keep it themselves until it is acknowledged.
    static let reconnectBytes: Int32 = 256 << 10
}

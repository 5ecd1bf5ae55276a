import Foundation
import NIOCore
import OddsSimulator
import OddsWebSocket

/// The address, limits and policies of a server.
package struct ServerConfiguration: Sendable {
    /// The address to listen on; loopback by default.
    package var host = "127.0.0.1"
    /// The WebSocket port; 0 for any free port.
    package var port = 0
    /// The address of the HTTP control interface; loopback by default.
    package var controlHost = "127.0.0.1"
    /// The port of the HTTP control interface; 0 for any free port.
    package var controlPort = 0
    /// The bearer token that control requests must carry; `nil` for none, which
    /// only a control on loopback may have.
    package var controlToken: String?
    /// The origins of web pages that may open a WebSocket; any if empty.
    package var allowedOrigins: [String] = []
    /// The only realm served; `nil` for any.
    package var realm: String?
    /// The ticket that clients must answer a CHALLENGE with; `nil` for no
    /// challenge.
    package var ticket: String?
    /// The path of an echo endpoint for conformance suites; `nil` for none.
    package var echoPath: String?
    /// The compression that clients get that ask for it; `nil` for none.
    package var compression: WebSocketCompression?
    /// The number of connection threads, in addition to the feed's thread.
    package var threads = 1
    /// PEM files of a certificate chain and its key, for TLS.
    package var certificate: (chain: String, key: String)?
    /// Playback speed: source time relative to real time.
    package var speed = 1.0
    /// Where the source is at the start, in nanoseconds since its own: its first frames are
    /// due after those that it would have sent before.
    package var startNanoseconds: UInt64 = 0

    /// How long before a frame is due the feed's thread wakes; nothing by default.
    package var wakeAhead = WakeAhead.none

    /// What happens to a connection that reads too slowly.
    package var slowConsumerPolicy = SlowConsumerPolicy.disconnect
    /// The maximum backlog of one connection: some seconds of a busy topic. A
    /// single larger dump is still sent.
    package var queueBytesMax = 16 << 20
    /// The maximum memory of all connections together: their send queues, unfinished messages
    /// and bodies of requests; beyond it the largest are closed. A quarter of the machine's
    /// memory by default.
    package var memoryBytesMax = Int(ProcessInfo.processInfo.physicalMemory / 4)
    /// The maximum size of a message from a client.
    package var messageBytesMax = 1 << 20
    /// The maximum number of concurrent connections; more are refused.
    package var connectionsMax = 10_000
    /// The maximum number of registrations, and of subscriptions, per session, and of contents
    /// per subscriber.
    package var registrationsMax = 1_000
    /// Whether the world is served as contents of SportRadar's wire as well.
    package var servesContents = false
    /// How long a subscriber of contents is kept whose socket is gone.
    package var subscriberLifeMilliseconds: Int64 = 60_000
    /// The timeout from accepting a connection to the end of its WebSocket
    /// handshake.
    package var handshakeMillisecondsMax: Int64 = 10_000
    /// The timeout from the first byte of a message to its last one.
    package var messageMillisecondsMax: Int64 = 30_000
    /// How long no byte may arrive before a connection is pinged. After the same time
    /// again without an answer it is closed.
    package var idleMillisecondsMax: Int64 = 30_000
    /// How long clients may take to read their GOODBYE and answer it when the
    /// server stops.
    package var drainMilliseconds: Int64 = 5_000
    /// Whether INVOCATIONs and frames of contents carry the time at which they were due.
    package var stampsFrames = false
    /// The fault plan in force from the start.
    package var faults = FaultPlan()

    /// Creates a configuration with the defaults of `emsim`.
    package init() {}

    /// An address and a port, as written in a URL.
    package static func authority(_ host: String, port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Whether the control interface can be reached from this machine alone.
    package var isControlOnLoopback: Bool {
        if controlHost == "localhost" { return true }
        guard let address = try? SocketAddress(ipAddress: controlHost, port: 0) else {
            return false
        }
        return switch address {
        case .v4: controlHost.hasPrefix("127.")
        case .v6(let address):
            withUnsafeBytes(of: address.address.sin6_addr) {
                $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1
            }
        case .unixDomainSocket: false
        }
    }

    /// The kernel's send buffer per connection. By default it grows to
    /// megabytes, which would hide a slow consumer until it is full.
    static let socketSendBytes = 256 << 10
    /// The largest head of a request, its lines together.
    static let headBytesMax = 16 << 10
    /// Fields of a head.
    static let headerFieldsMax = 100
    /// What a channel holds beside the kernel's buffer: little, as queues share
    /// their frames and channels do not.
    static let channelBytes = ChannelOptions.Types.WriteBufferWaterMark(
        low: 64 << 10, high: 128 << 10)
    /// Bytes of frames that wait for a thread beyond which the feed waits, counted
    /// for each registration: what a thread sends in some ten milliseconds.
    static let shardBytesMax = 64 << 20
    /// Unanswered requests per client beyond which the server stops reading
    /// from it, so that no client occupies the feed at the expense of the
    /// others.
    static let pendingRequestsMax = 8
    /// How long clients may take to read the close frame after the drain.
    static let closeMillisecondsMax: Int64 = 1_000
    /// Concurrent connections of the control interface; more wait until one
    /// ends.
    static let controlConnectionsMax = 64
    /// The silence after which a control connection is closed.
    static let controlIdleSecondsMax: Int64 = 10
    /// From the head of a control request to the last byte of its answer: a client may send or
    /// read slowly, and not for ever.
    static let controlExchangeSecondsMax: Int64 = 60
    /// How long a client may take to read the last messages of its session.
    static let lastMessagesSecondsMax: Int64 = 5
    /// The lifetime of a half-open connection.
    static let halfOpenSecondsMax: Int64 = 120
}

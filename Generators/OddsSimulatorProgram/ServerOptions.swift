import ArgumentParser
import Foundation
import Logging
import OddsOptions
import OddsResults
import OddsServer
import OddsSimulator
import OddsWebSocket

/// The ports of the development environment of clients.
enum DevelopmentPorts {
    static let feed = 9_400
    static let player = 9_410
    static let odds = 9_411
    static let sportRadar = 9_412
}

/// Where and how to serve.
package struct ServerOptions: ParsableArguments {
    @Option(help: "Address to listen on.")
    var host = "127.0.0.1"

    @Option(
        help: "WebSocket port, 0 for any free port (default: 0).", transform: CountText.option)
    var port: Int?

    @Flag(
        help: """
            Serve on the ports at which clients expect the development environment, unless \
            others are given: the feed on \(DevelopmentPorts.feed), accounts on \
            \(DevelopmentPorts.player), bets on \(DevelopmentPorts.odds), SportRadar on \
            \(DevelopmentPorts.sportRadar).
            """)
    var development = false

    @Option(
        help: "Address of the HTTP control interface. Beyond loopback it needs --control-token.")
    var controlHost = "127.0.0.1"

    @Option(
        help: "Port of the HTTP control interface, 0 for any free port.",
        transform: CountText.option)
    var controlPort = 0

    @Option(
        help: ArgumentHelp(
            "Token that control requests must carry, as Authorization: Bearer TOKEN.",
            valueName: "token"))
    var controlToken: String?

    @Option(
        name: .customLong("allow-origin"),
        help: ArgumentHelp(
            """
            Origin of web pages that may connect, such as https://example.com; can be given \
            several times (default: any). Clients that are not browsers send none.
            """, valueName: "origin"))
    var allowedOrigins: [String] = []

    @Option(help: "The only realm to serve (default: any).")
    var realm: String?

    @Option(help: "Ticket that clients must present (default: no authentication).")
    var ticket: String?

    @Option(
        help: "Number of connection threads, in addition to the feed's thread.",
        transform: CountText.option)
    var threads = 1

    @Option(help: "What to do with clients that read too slowly: disconnect or resync.")
    var slowConsumer = SlowConsumerPolicy.disconnect

    @Option(
        help: ArgumentHelp(
            "Maximum bytes queued for one connection, such as 16MiB.", valueName: "bytes"))
    var queueBytes = ByteCountOption(16 << 20)

    @Option(
        help: ArgumentHelp(
            """
            Maximum memory of all connections: queues, unfinished messages and bodies, such as \
            512MiB (default: a quarter of the machine's). Beyond it those that take most are \
            closed.
            """, valueName: "bytes"))
    var memoryLimit: ByteCountOption?

    @Option(
        help: ArgumentHelp(
            "Maximum size of a message from a client, such as 1MiB.", valueName: "bytes"))
    var messageBytes = ByteCountOption(1 << 20)

    @Option(help: "Maximum number of connections.", transform: CountText.option)
    var connections = 10_000

    @Option(help: "Maximum number of registrations per session.", transform: CountText.option)
    var registrations = 1_000

    @Option(
        name: .customLong("idle-seconds"),
        help: ArgumentHelp(
            """
            Silence before a ping, and then before the connection is closed; a bare number is \
            seconds.
            """, valueName: "time"))
    var idle = DurationOption(seconds: 30)

    @Option(
        name: .customLong("drain-time"),
        help: "When stopping, time that clients have to read GOODBYE and to answer it.")
    var drainTime = DurationOption(seconds: 5)

    @Option(
        help: ArgumentHelp("Fault plan: a file, or one of\(Self.presetHelp)", valueName: "plan"))
    var faults: String?

    @Option(help: ArgumentHelp("Path of a WebSocket that echoes messages.", valueName: "path"))
    var echoPath: String?

    @Option(
        help: """
            Compress for clients that ask for it: takeover, where messages refer to earlier \
            ones, or no-takeover, where a frame is compressed once for all clients (default: off).
            """)
    var compression: WebSocketCompression?

    @Option(help: ArgumentHelp("Certificate chain for TLS, PEM.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("Private key for TLS, PEM.", valueName: "file"))
    var tlsKey: String?

    @Flag(
        help: """
            Stamp each INVOCATION with the time it was due, as the detail _intended_ns, and each \
            frame of contents likewise.
            """)
    var stamp = false

    @Option(
        name: .customLong("wake-ahead"),
        help: ArgumentHelp(
            """
            Time, at most 1ms, by which the feed's thread wakes before a frame is due, to wait \
            for that moment awake: frames are not as late then as the system's wake-ups, at the \
            cost of up to a core. A bare number is microseconds.
            """, valueName: "time"))
    var wakeAhead = MicrosecondsOption(nanoseconds: 0)

    @Flag(
        name: .customLong("stop-at-end-of-input"),
        help: "Stop at the end of standard input, for use by a parent process.")
    var stopsAtEndOfInput = false

    @Option(help: "Log level: trace, debug, info, notice, warning, error.")
    package var logLevel = Logger.Level.notice

    private static var presetHelp: String {
        FaultPresets.all.map { "\n\($0.name): \($0.purpose)" }.joined()
    }

    package init() {}

    package func validate() throws {
        for (name, value, range) in [
            ("port", port ?? 0, 0...65_535), ("control-port", controlPort, 0...65_535),
            ("threads", threads, 1...1_024), ("connections", connections, 1...Int.max),
            ("registrations", registrations, 1...Int.max),
        ] where !range.contains(value) {
            let bounds =
                range.upperBound == .max
                ? "at least \(range.lowerBound)"
                : "between \(range.lowerBound) and \(range.upperBound)"
            throw ValidationError("--\(name) \(value): must be \(bounds)")
        }
        guard queueBytes.byteCount >= 1_024 else {
            throw ValidationError("--queue-bytes must be at least 1KiB")
        }
        guard (1_024...(1 << 30)).contains(messageBytes.byteCount) else {
            throw ValidationError("--message-bytes must be between 1KiB and 1GiB")
        }
        guard (1_000_000_000...86_400_000_000_000).contains(idle.nanoseconds) else {
            throw ValidationError("--idle-seconds must be between a second and a day")
        }
        guard memoryLimit?.byteCount ?? .max >= 1 << 20 else {
            throw ValidationError("--memory-limit must be at least 1MiB")
        }
        guard drainTime.nanoseconds <= 3_600_000_000_000 else {
            throw ValidationError("--drain-time must be at most an hour")
        }
        try validateControl()
        guard wakeAhead.nanoseconds <= 1_000_000 else {
            throw ValidationError("--wake-ahead must be at most 1ms")
        }
        try validateCertificate()
        if let echoPath, !echoPath.hasPrefix("/") || echoPath == "/v2" {
            throw ValidationError("--echo-path must begin with a slash and not be /v2")
        }
    }

    private func validateCertificate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key belong together")
        }
        for (option, file) in [("--tls-certificate", tlsCertificate), ("--tls-key", tlsKey)] {
            guard let file, !FileManager.default.isReadableFile(atPath: file) else { continue }
            throw ValidationError("\(option) \(file): no such file, or not readable")
        }
    }

    private func validateControl() throws {
        let isVisible = controlToken?.utf8.allSatisfy { (33...126).contains($0) } ?? true
        guard isVisible, controlToken?.isEmpty != true else {
            throw ValidationError("--control-token must be of visible ASCII characters, no spaces")
        }
        var control = ServerConfiguration()
        control.controlHost = controlHost
        guard control.isControlOnLoopback || controlToken != nil else {
            throw ValidationError(
                "--control-host \(controlHost) is open to others: it needs a --control-token")
        }
        for origin in allowedOrigins {
            guard let url = URL(string: origin), url.scheme != nil, url.host != nil,
                url.path.isEmpty
            else {
                throw ValidationError(
                    "--allow-origin \(origin): expected SCHEME://HOST[:PORT], without a path")
            }
        }
    }

    func configuration(speed: Double) throws -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.host = host
        configuration.port = port ?? (development ? DevelopmentPorts.feed : 0)
        configuration.controlHost = controlHost
        configuration.controlPort = controlPort
        configuration.controlToken = controlToken
        configuration.allowedOrigins = allowedOrigins
        configuration.drainMilliseconds = Int64(drainTime.nanoseconds / 1_000_000)
        configuration.realm = realm
        configuration.ticket = ticket
        configuration.threads = threads
        configuration.slowConsumerPolicy = slowConsumer
        configuration.queueBytesMax = queueBytes.byteCount
        configuration.messageBytesMax = messageBytes.byteCount
        if let memoryLimit { configuration.memoryBytesMax = memoryLimit.byteCount }
        configuration.connectionsMax = connections
        configuration.registrationsMax = registrations
        configuration.idleMillisecondsMax = Int64(idle.nanoseconds / 1_000_000)
        configuration.echoPath = echoPath
        configuration.compression = compression
        configuration.stampsFrames = stamp
        configuration.speed = speed
        configuration.wakeAhead = WakeAhead(nanoseconds: wakeAhead.nanoseconds)
        if let tlsCertificate, let tlsKey { configuration.certificate = (tlsCertificate, tlsKey) }
        configuration.faults = try faultPlan()
        return configuration
    }

    private func faultPlan() throws -> FaultPlan {
        guard let faults else { return FaultPlan() }
        if let preset = FaultPresets.named(faults) { return preset }
        try FileOrPreset.check(
            faults, option: "--faults", presets: FaultPresets.all.map(\.name))
        guard let text = FileManager.default.contents(atPath: faults) else {
            throw ValidationError("--faults \(faults): cannot be read")
        }
        do {
            return try FaultPlan(json: Array(text))
        } catch {
            throw ValidationError("--faults \(faults): \(error)")
        }
    }
}

extension SlowConsumerPolicy: ExpressibleByArgument {}
extension WebSocketCompression: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}

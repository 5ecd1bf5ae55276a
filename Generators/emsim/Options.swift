import ArgumentParser
import Foundation
import Logging
import OddsOptions
import OddsServer
import OddsSimulator
import OddsTraffic
import OddsWebSocket

struct ServerOptions: ParsableArguments {
    @Option(help: "Address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "WebSocket port, 0 for any free port.")
    var port = 0

    @Option(
        help: "Address of the HTTP control interface. Beyond loopback it needs --control-token.")
    var controlHost = "127.0.0.1"

    @Option(help: "Port of the HTTP control interface, 0 for any free port.")
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

    @Option(help: "Number of connection threads, in addition to the feed's thread.")
    var threads = 1

    @Option(help: "What to do with clients that read too slowly: disconnect or resync.")
    var slowConsumer = SlowConsumerPolicy.disconnect

    @Option(help: "Maximum bytes queued for one connection.")
    var queueBytes = 16 << 20

    @Option(
        help: ArgumentHelp(
            """
            Maximum memory of the queues of all connections, such as 512MiB (default: a quarter \
            of the machine's). Beyond it the slowest connections are closed.
            """, valueName: "bytes"))
    var memoryLimit: ByteCountOption?

    @Option(help: "Maximum size of a message from a client, in bytes.")
    var messageBytes = 1 << 20

    @Option(help: "Maximum number of connections.")
    var connections = 10_000

    @Option(help: "Maximum number of registrations per session.")
    var registrations = 1_000

    @Option(help: "Seconds of silence before a ping, and then before the connection is closed.")
    var idleSeconds = 30

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

    @Flag(help: "Stamp each INVOCATION with the time it was due, as the detail _intended_ns.")
    var stamp = false

    @Option(
        name: .customLong("wake-ahead"),
        help: ArgumentHelp(
            """
            Microseconds, at most 1000, by which the feed's thread wakes before a frame is due, \
            to wait for that moment awake: frames are not as late then as the system's \
            wake-ups, at the cost of up to a core.
            """, valueName: "microseconds"))
    var wakeAheadMicroseconds = 0

    @Flag(
        name: .customLong("stop-at-end-of-input"),
        help: "Stop at the end of standard input, for use by a parent process.")
    var stopsAtEndOfInput = false

    @Option(help: "Log level: trace, debug, info, notice, warning, error.")
    var logLevel = Logger.Level.notice

    private static var presetHelp: String {
        FaultPresets.all.map { "\n\($0.name): \($0.purpose)" }.joined()
    }

    func validate() throws {
        guard (0...65_535).contains(port), (0...65_535).contains(controlPort) else {
            throw ValidationError("--port and --control-port must be between 0 and 65535")
        }
        guard (1...1_024).contains(threads) else {
            throw ValidationError("--threads must be between 1 and 1024")
        }
        guard queueBytes >= 1_024, (1_024...(1 << 30)).contains(messageBytes), connections > 0,
            registrations > 0, (1...86_400).contains(idleSeconds)
        else {
            throw ValidationError(
                "limits must be positive, byte limits at least 1024, --message-bytes at most "
                    + "1 GiB, --idle-seconds at most a day")
        }
        guard memoryLimit?.byteCount ?? .max >= 1 << 20 else {
            throw ValidationError("--memory-limit must be at least 1MiB")
        }
        guard drainTime.nanoseconds <= 3_600_000_000_000 else {
            throw ValidationError("--drain-time must be at most an hour")
        }
        try validateControl()
        guard (0...1_000).contains(wakeAheadMicroseconds) else {
            throw ValidationError("--wake-ahead must be between 0 and 1000 microseconds")
        }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key belong together")
        }
        if let echoPath, !echoPath.hasPrefix("/") || echoPath == "/v2" {
            throw ValidationError("--echo-path must begin with a slash and not be /v2")
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
        configuration.port = port
        configuration.controlHost = controlHost
        configuration.controlPort = controlPort
        configuration.controlToken = controlToken
        configuration.allowedOrigins = allowedOrigins
        configuration.drainMilliseconds = Int64(drainTime.nanoseconds / 1_000_000)
        configuration.realm = realm
        configuration.ticket = ticket
        configuration.threads = threads
        configuration.slowConsumerPolicy = slowConsumer
        configuration.queueBytesMax = queueBytes
        configuration.messageBytesMax = messageBytes
        if let memoryLimit { configuration.memoryBytesMax = memoryLimit.byteCount }
        configuration.connectionsMax = connections
        configuration.registrationsMax = registrations
        configuration.idleMillisecondsMax = Int64(idleSeconds) * 1_000
        configuration.echoPath = echoPath
        configuration.compression = compression
        configuration.stampsInvocations = stamp
        configuration.speed = speed
        configuration.wakeAhead = WakeAhead(nanoseconds: UInt64(wakeAheadMicroseconds) * 1_000)
        if let tlsCertificate, let tlsKey { configuration.certificate = (tlsCertificate, tlsKey) }
        configuration.faults = try faultPlan()
        return configuration
    }

    private func faultPlan() throws -> FaultPlan {
        guard let faults else { return FaultPlan() }
        if let preset = FaultPresets.named(faults) { return preset }
        guard let text = FileManager.default.contents(atPath: faults) else {
            let presets = FaultPresets.all.map(\.name).joined(separator: ", ")
            throw ValidationError("--faults \(faults): neither a file nor one of \(presets)")
        }
        do {
            return try FaultPlan(json: Array(text))
        } catch {
            throw ValidationError("--faults \(faults): \(error)")
        }
    }
}

struct WorldOptions: ParsableArguments {
    @OptionGroup
    var traffic: TrafficOptions

    @Option(help: "Lifetime of a match in seconds, from announcement to removal.")
    var lifeCycle = 600

    @Option(help: ArgumentHelp("Serve this recording instead of a world.", valueName: "file"))
    var capture: String?

    @Option(help: "Playback speed of a recording.")
    var speed = 1.0

    func validate() throws {
        guard speed >= 0.001, speed <= 1_000_000 else {
            throw ValidationError("--speed must be between 0.001 and 1000000")
        }
        if capture == nil { try traffic.requireGeneratedArrival() }
        try traffic.requireConstantRate()
        guard lifeCycle > 0, lifeCycle < 1 << 40 else {
            throw ValidationError("--life-cycle must be positive")
        }
    }

    private static func source(
        of capture: String
    ) throws -> @Sendable (Int64) throws -> any FeedSource {
        do {
            _ = try CaptureSource(path: capture)
        } catch {
            throw ValidationError("--capture: \(error)")
        }
        return { _ in try CaptureSource(path: capture) }
    }

    private var configuration: TrafficConfiguration {
        var configuration = traffic.configuration
        configuration.lifeCycleMilliseconds = Int64(lifeCycle) * 1_000
        return configuration
    }

    /// Returns a closure that creates the source, at the start and at each
    /// restart.
    func makeSource() throws -> @Sendable (Int64) throws -> any FeedSource {
        if let capture { return try Self.source(of: capture) }
        let configuration = configuration
        do {
            // Rejects invalid options before anything listens.
            try configuration.validate()
        } catch {
            throw ValidationError("--\(error)")
        }
        return { try WorldSource(configuration, versionOffset: $0) }
    }
}

extension SlowConsumerPolicy: ExpressibleByArgument {}
extension WebSocketCompression: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}

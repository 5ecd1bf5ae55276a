import Logging
import NATSFixture
import OddsFleetFeed
import OddsFleetServer
import OddsNATS
import OddsServer
import OddsSimulator
import OddsTraffic
import Synchronization

/// A source and an edge in this process, over a real NATS server.
package struct FleetScene {
    package let nats: NATSServer
    package let source: FleetSource
    package let sourceServer: EMServer
    package let edge: FleetEdge
    package let edgeServer: EMServer
    /// Why the source could not go on.
    package let ends: Ends
    /// What says when topics are named and closed, and when limits recover.
    package let clock: HandClock

    package final class Ends: Sendable {
        private let reasons = Mutex<[String]>([])

        package init() {}

        /// All so far.
        package var all: [String] { reasons.withLock { $0 } }

        package func note(_ reason: String) { reasons.withLock { $0.append(reason) } }
    }

    /// A clock that stands until it is put on.
    package final class HandClock: Sendable {
        private let nanoseconds = Atomic<UInt64>(1)

        package init() {}

        package var time: @Sendable () -> UInt64 { { self.nanoseconds.load(ordering: .relaxed) } }

        package func advance(seconds: UInt64) {
            nanoseconds.add(seconds * 1_000_000_000, ordering: .relaxed)
        }
    }

    /// Says only what is fatal.
    package static var logger: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }

    /// A connection whose answers come below a prefix.
    package static func connect(
        _ nats: NATSServer, _ prefix: String
    ) async throws -> NATSConnection {
        var configuration = NATSConfiguration(
            servers: [nats.address], name: prefix, inboxPrefix: prefix)
        // A busy machine may take longer than ten seconds until JetStream answers.
        configuration.respondersLimit = .seconds(300)
        return try await NATSConnection.connect(configuration)
    }

    /// A server with a small world.
    package static func makeWorld(
        rate: Int, _ options: ServerConfiguration = ServerConfiguration()
    ) async throws -> EMServer {
        var world = TrafficConfiguration()
        world.events = 12
        world.markets = 6
        world.rate = rate
        world.lifeCycleMilliseconds = 5_000
        let fixed = world
        return try await EMServer.start(options, logger: logger) { offset in
            try WorldSource(fixed, versionOffset: offset)
        }
    }

    /// Publishes a server's world as `main`.
    package static func makeSource(
        _ server: EMServer, _ nats: NATSServer, _ ends: Ends, clock: HandClock = HandClock()
    ) async throws -> FleetSource {
        let connection = try await connect(nats, "_INBOX_source")
        let frames = try await connect(nats, "_INBOX_source")
        return try await FleetSource.start(
            server, world: try WorldName("main"), limits: StreamLimits(), over: connection,
            frames: frames, logger: logger, time: clock.time,
            end: { ends.note($0.reason) })
    }

    /// Makes all, calls `body`, and ends all.
    package static func run(
        configuration: String = "", rate: Int = 500, stamps: Bool = false,
        _ body: (FleetScene) async throws -> Void
    ) async throws {
        let nats = try NATSServer(configuration: configuration)
        var options = ServerConfiguration()
        options.stampsFrames = stamps
        let sourceServer = try await makeWorld(rate: rate, options)
        let (ends, clock) = (Ends(), HandClock())
        let source = try await makeSource(sourceServer, nats, ends, clock: clock)
        let edge = try FleetEdge(
            world: try WorldName("main"), over: try await connect(nats, "_INBOX_edge"),
            logger: logger, time: clock.time)
        let edgeServer = try await EMServer.start(options, logger: logger, feed: edge)
        try await edge.begin()
        let scene = FleetScene(
            nats: nats, source: source, sourceServer: sourceServer, edge: edge,
            edgeServer: edgeServer, ends: ends, clock: clock)
        let result = await Result { try await body(scene) }
        try await edgeServer.stop()
        try await sourceServer.stop()
        await source.stop()
        try result.get()
    }

    /// Pauses the world, and returns whether the edge has the source's state, byte for byte.
    package func isAtRest(_ topic: String) async throws -> Bool {
        _ = try await sourceServer.pause()
        let truth = try await sourceServer.truth(of: topic)
        // A busy machine may take longer than an edge waits for the source.
        return (try? await edgeServer.truth(of: topic)) == truth
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

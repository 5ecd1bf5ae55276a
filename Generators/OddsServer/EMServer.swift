import Logging
import NIOCore
import NIOPosix
import OddsLedger
import OddsSimulator
import OddsTopics
import Synchronization

/// Serves the EM feed: WAMP over WebSocket.
package final class EMServer: Sendable {
    /// The configuration that the server was started with.
    package let configuration: ServerConfiguration
    /// The server's counters and gauges.
    package let metrics = ServerMetrics()
    /// Logs connections and errors.
    package let logger: Logger
    let feed: any Feed
    private let shards: [Shard]
    private let group: MultiThreadedEventLoopGroup
    /// The thread of a world; `nil` if the feed is one of elsewhere.
    private let feedGroup: MultiThreadedEventLoopGroup?
    /// The memory of all connections.
    let memory: QueueMemory
    let truthThread = NIOThreadPool(numberOfThreads: 1)
    private let listener: Listener
    let channels: ServerChannels
    /// Until when SportRadar's port refuses connections, on the machine's monotonic clock.
    let contentsRefusedUntil = Atomic<UInt64>(0)

    /// Binds the port and starts serving a world of this process.
    ///
    /// - Parameters:
    ///   - configuration: Where to listen, the limits and the faults.
    ///   - logger: Logs connections and errors.
    ///   - makeSource: Creates the source to serve, at the start and at each
    ///     restart. The argument is added to all versions, in milliseconds; it
    ///     is negative at a restart.
    /// - Throws: Any error of `makeSource`; `IOError` if the port is taken;
    ///   `CertificateError`.
    package static func start(
        _ configuration: ServerConfiguration, logger: Logger,
        makeSource: @escaping @Sendable (_ versionOffset: Int64) throws -> any FeedSource
    ) async throws -> EMServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            return try await start(configuration, logger: logger, feedGroup: group) {
                metrics, memory in
                try FeedLoop(
                    loop: group.next(), configuration, metrics: metrics, memory: memory,
                    logger: logger, makeSource: makeSource)
            }
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    /// Binds the port and starts serving a feed whose world is elsewhere.
    ///
    /// - Parameters:
    ///   - configuration: Where to listen, the limits and the faults; it has no speed and no
    ///     start of its own.
    ///   - logger: Logs connections and errors.
    ///   - feed: Started here, and stopped by `stop`.
    /// - Throws: `IOError` if the port is taken; `CertificateError`; `ElsewhereError` for faults
    ///   that only a world can have.
    package static func start(
        _ configuration: ServerConfiguration, logger: Logger, feed: any Feed
    ) async throws -> EMServer {
        try await start(configuration, logger: logger, feedGroup: nil) { _, _ in feed }
    }

    private static func start(
        _ configuration: ServerConfiguration, logger: Logger,
        feedGroup: MultiThreadedEventLoopGroup?,
        makeFeed: (ServerMetrics, QueueMemory) throws -> any Feed
    ) async throws -> EMServer {
        let server = try EMServer(
            configuration, logger: logger, feedGroup: feedGroup, makeFeed: makeFeed)
        do {
            try server.checkFaults(configuration.faults)
            try server.checkContents()
            try await server.listener.bind()
        } catch {
            try? await server.shutDownThreads()
            throw error
        }
        server.truthThread.start()
        server.feed.start(shards: server.shards)
        for shard in server.shards { shard.watchMemory() }
        try await server.setFaults(configuration.faults)
        return server
    }

    private init(
        _ configuration: ServerConfiguration, logger: Logger,
        feedGroup: MultiThreadedEventLoopGroup?,
        makeFeed: (ServerMetrics, QueueMemory) throws -> any Feed
    ) throws {
        self.configuration = configuration
        self.logger = logger
        self.feedGroup = feedGroup
        let metrics = metrics
        let memory = QueueMemory(
            bytesMax: configuration.memoryBytesMax,
            threadCount: configuration.threads + Self.contentLoops(configuration).count)
        self.memory = memory
        let feed = try makeFeed(metrics, memory)
        group = MultiThreadedEventLoopGroup(numberOfThreads: configuration.threads)
        let loops = Array(group.makeIterator()) + Self.contentLoops(configuration)
        let shards = loops.enumerated().map { index, loop in
            Shard(
                index: index, loop: loop, feed: feed, configuration: configuration,
                metrics: metrics, memory: memory, logger: logger)
        }
        let channels = try ServerChannels(configuration, shards: shards, metrics: metrics)
        self.feed = feed
        self.shards = shards
        self.channels = channels
        listener = Listener(configuration, group: group, channels: channels, logger: logger)
    }

    /// The WebSocket port.
    package var port: Int { listener.port }

    /// The URL that clients connect to.
    package var url: String {
        let scheme = configuration.certificate == nil ? "ws" : "wss"
        let authority = ServerConfiguration.authority(configuration.host, port: port)
        return "\(scheme)://\(authority)\(EMFeed.path)"
    }

    /// Replaces the fault plan, and returns once the new one is in force.
    /// - Throws: `ElsewhereError` for faults that only a world can have.
    package func setFaults(_ plan: FaultPlan) async throws {
        try checkFaults(plan)
        for shard in shards { try await shard.setFaults(plan).get() }
        guard let world = feed as? FeedLoop else { return }
        try await world.setFaults(plan) { [weak self] rule in self?.strike(rule, world) }.get()
    }

    /// Injects a fault of the whole server.
    private func strike(_ rule: FaultRule, _ world: FeedLoop) {
        metrics.add(rule.fault)
        switch rule.fault {
        case .restart: world.restart()
        case .refuseConnections:
            for shard in shards { shard.closeConnections() }
            refuseContents(for: .milliseconds(Int64(rule.milliseconds ?? 1_000)))
            listener.refuseConnections(for: .milliseconds(Int64(rule.milliseconds ?? 1_000)))
        default: break
        }
    }

    /// Sends GOODBYE to all clients in place of the frames queued for them, gives
    /// them the drain time to read and answer it, sends the close frame to those
    /// that have not, and stops. The metrics then say how many clients took their
    /// GOODBYE and how many had not yet.
    package func stop() async throws {
        await listener.close()
        leaveAll()
        try await waitForClients(atMost: configuration.drainMilliseconds)
        for shard in shards { shard.closeUnanswered() }
        try await waitForClients(atMost: ServerConfiguration.closeMillisecondsMax)
        // First what asks the feed, then what it answers to: threads are told nothing
        // once they have been shut down.
        for shard in shards { try await shard.closeAll().get() }
        try await feed.stop()
        for shard in shards { try await shard.stop().get() }
        try await shutDownThreads()
        let taken = metrics.value(of: .goodbyesTaken)
        let cut = metrics.value(of: .goodbyesCut)
        if taken + cut > 0 {
            logger.notice("stopped: \(taken) clients took their GOODBYE, \(cut) had not yet")
        }
    }

    private func waitForClients(atMost milliseconds: Int64) async throws {
        let deadline = NIODeadline.now() + .milliseconds(milliseconds)
        while metrics.value(of: .connections) > 0, NIODeadline.now() < deadline {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Sends GOODBYE to all clients.
    func leaveAll() {
        for shard in shards { shard.leaveAll() }
    }

    private func shutDownThreads() async throws {
        try await group.shutdownGracefully()
        try await truthThread.shutdownGracefully()
        try await feedGroup?.shutdownGracefully()
    }
}

import Logging
import NIOCore
import NIOPosix
import OddsLedger
import OddsSimulator
import OddsTopics

/// Serves the EM feed: WAMP over WebSocket.
package final class EMServer: Sendable {
    /// The configuration that the server was started with.
    package let configuration: ServerConfiguration
    /// The server's counters and gauges.
    package let metrics = ServerMetrics()
    /// Logs connections and errors.
    package let logger: Logger
    let feed: FeedLoop
    private let shards: [Shard]
    private let group: MultiThreadedEventLoopGroup
    private let feedGroup: MultiThreadedEventLoopGroup
    private let truthThread = NIOThreadPool(numberOfThreads: 1)
    private let listener: Listener

    /// Binds the port and starts serving.
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
        let server = try EMServer(configuration, logger: logger, makeSource: makeSource)
        do {
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
        makeSource: @escaping @Sendable (_ versionOffset: Int64) throws -> any FeedSource
    ) throws {
        self.configuration = configuration
        self.logger = logger
        group = MultiThreadedEventLoopGroup(numberOfThreads: configuration.threads)
        feedGroup = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let metrics = metrics
        let memory = QueueMemory(
            bytesMax: configuration.memoryBytesMax, threadCount: configuration.threads)
        let feed = try FeedLoop(
            loop: feedGroup.next(), speed: configuration.speed,
            startNanoseconds: configuration.startNanoseconds,
            wakeAhead: configuration.wakeAhead, metrics: metrics, memory: memory, logger: logger,
            makeSource: makeSource)
        let shards = group.makeIterator().enumerated().map { index, loop in
            Shard(
                index: index, loop: loop, feed: feed, configuration: configuration,
                metrics: metrics, memory: memory, logger: logger)
        }
        let channels = try ServerChannels(configuration, shards: shards, metrics: metrics)
        self.feed = feed
        self.shards = shards
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
    package func setFaults(_ plan: FaultPlan) async throws {
        for shard in shards { try await shard.setFaults(plan).get() }
        try await feed.setFaults(plan) { [weak self] rule in self?.strike(rule) }.get()
    }

    /// Injects a fault of the whole server.
    private func strike(_ rule: FaultRule) {
        metrics.add(rule.fault)
        switch rule.fault {
        case .restart: feed.restart()
        case .refuseConnections:
            for shard in shards { shard.closeConnections() }
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
        try await feed.stop().get()
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
        try await feedGroup.shutdownGracefully()
    }
}

// Control.
extension EMServer {
    /// The state that a topic should show now, as a snapshot document of the
    /// feed contract.
    ///
    /// The feed's thread only makes the dump, as for any client; the document is
    /// made from it elsewhere. One is made at a time, so that many requests take
    /// no more than their share of the feed's thread.
    /// - Throws: `FeedError` if there is no such topic.
    package func truth(of topic: String) async throws -> [UInt8] {
        let feed = feed
        return try await truthThread.runIfActive {
            FeedTruth.document(topic: topic, dump: try feed.currentDump(of: topic).wait())
        }
    }

    /// Pauses the world. Returns `false` if it was already paused.
    package func pause() async throws -> Bool { try await feed.pause().get() }

    /// Resumes the world. Returns `false` if it was not paused.
    package func resume() async throws -> Bool { try await feed.resume().get() }

    /// Changes the scenario, the rate or both from now on; `nil` keeps the
    /// current value.
    /// - Throws: `FeedError` for invalid values.
    package func change(scenario: String?, rate: Int?) async throws {
        try await feed.change(scenario: scenario, rate: rate).get()
    }

    /// Notes the schedule of these topics from now on, until the next call; of
    /// none if there are no topics.
    /// - Throws: `FeedError` if there is no such topic.
    package func noteFrames(of topics: [String]) async throws {
        try await feed.noteFrames(of: topics).get()
    }

    /// How far the ledger has come; `nil` without a ledger.
    package func ledgerProgress() async throws -> LedgerProgress? {
        try await feed.ledgerProgress.get()
    }

    /// The frames of a topic in the ledger; `nil` if it has no such topic.
    package func ledgerFrames(of topic: String) async throws -> [LedgerFrame]? {
        try await feed.ledgerFrames(of: topic).get().map(Array.init)
    }
}

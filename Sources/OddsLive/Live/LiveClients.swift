import NIOPosix
import OddsClient
import OddsExperiments
import OddsMeasurement
import OddsReconstruction
import OddsResults
import OddsTopics
import OddsWire

/// The clients of a live run, each with its channels and their readers.
package struct LiveClients: Sendable {
    let clients: [LiveClient]
    /// Those of topics over sockets.
    package var sockets: [EMWebSocketClient] {
        clients.compactMap {
            guard case .topics(let client) = $0 else { return nil }
            return client as? EMWebSocketClient
        }
    }
    package let stores: [ChannelDataStore]
    private let readers: [Task<Void, Never>]
    private let watchers: [Task<Int, Never>]
    private let group: MultiThreadedEventLoopGroup?

    /// Distinct topics, each with all live matches of the world.
    package static func topics(_ count: Int) -> [String] {
        (0..<count).map { number in
            let page = EMPage(
                events: EMTopicLimits.eventsRange.upperBound - number, markets: 100)
            let content = EMTopic.Content.liveMatches(sport: .all, page)
            return "\(EMTopic(operatorID: "1", language: "en", content: content))"
        }
    }

    /// A client with its channels, as they are made.
    private struct Connected: Sendable {
        let client: LiveClient
        var stores: [ChannelDataStore] = []
        var readers: [Task<Void, Never>] = []
        let watcher: Task<Int, Never>
    }

    /// Passed what each channel's reader gets.
    package typealias Note = @Sendable (
        _ channel: Int, _ store: ChannelDataStore, _ update: ChannelChanges
    ) async -> Void

    /// Connects all clients and subscribes all their channels: one after the other, or as
    /// many a second as the plan says.
    ///
    /// - Parameter note: Is passed what each channel's reader gets. Channels are numbered in
    ///   the order of the clients, and of the topics of each.
    package static func start(
        _ plan: LivePlan, _ feed: LiveFeed, note: @escaping Note
    ) async throws -> LiveClients {
        let (made, group) = try await feed.clients(plan)
        var jobs: [@Sendable () async throws -> Connected] = []
        var channelCount = 0
        for (index, (client, topics)) in made.enumerated() {
            let firstChannel = channelCount
            channelCount += topics.count
            jobs.append {
                try await start(
                    client, topics, isFirst: index == 0, firstChannel: firstChannel, plan, feed,
                    note: note)
            }
        }
        let connected: [Connected]
        do {
            connected = try await run(jobs, perSecond: plan.connectionsPerSecond)
        } catch {
            for (client, _) in made { await client.end() }
            try? await group?.shutdownGracefully()
            throw error
        }
        return LiveClients(
            clients: connected.map(\.client), stores: connected.flatMap(\.stores),
            readers: connected.flatMap(\.readers), watchers: connected.map(\.watcher),
            group: group)
    }

    private static func start(
        _ client: LiveClient, _ topics: [String], isFirst: Bool, firstChannel: Int,
        _ plan: LivePlan, _ feed: LiveFeed, note: @escaping Note
    ) async throws -> Connected {
        var connected = Connected(
            client: client, watcher: countReconnects(await client.states()))
        try await connect(client, isFirst: isFirst, plan, feed)
        for (index, topic) in topics.enumerated() {
            let store = client.store(of: topic, plan.store)
            let changes = await store.changes()
            connected.readers.append(
                Task {
                    for await update in changes { await note(firstChannel + index, store, update) }
                })
            await store.subscribe()
            connected.stores.append(store)
        }
        return connected
    }

    /// Does all jobs, in order, and begins each when its time has come.
    private static func run(
        _ jobs: [@Sendable () async throws -> Connected], perSecond rate: Int?
    ) async throws -> [Connected] {
        guard let rate else {
            var connected: [Connected] = []
            for job in jobs { connected.append(try await job()) }
            return connected
        }
        let start = ContinuousClock.now
        return try await withThrowingTaskGroup(of: (Int, Connected).self) { group in
            for (index, job) in jobs.enumerated() {
                try await Task.sleep(until: start + .seconds(index) / rate)
                group.addTask { (index, try await job()) }
            }
            var connected: [(Int, Connected)] = []
            for try await one in group { connected.append(one) }
            return connected.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Faults may fail the first attempts, also in ways that look permanent. Without them
    /// the first client knows at its first attempt whether there is a server.
    private static func connect(
        _ client: LiveClient, isFirst: Bool, _ plan: LivePlan, _ feed: LiveFeed
    ) async throws {
        let deadline = ContinuousClock.now + LivePlan.startLimit
        while true {
            do throws(ClientError) {
                return isFirst && !plan.hasFaults
                    ? try await client.connectOnce() : try await client.connect()
            } catch {
                guard plan.hasFaults, ContinuousClock.now < deadline else {
                    throw ExperimentFailure(error, of: feed.address)
                }
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private static func countReconnects(
        _ states: AsyncStream<ConnectionState>
    ) -> Task<Int, Never> {
        Task {
            var count = 0
            for await state in states {
                if case .waiting = state { count += 1 }
                if case .disconnected = state, count > 0 { break }
            }
            return count
        }
    }

    /// Waits until every store has its tree. Not until it is active: frames that
    /// it has to reject, which some traffic is full of, keep it from that.
    package func waitUntilCurrent(within limit: Duration) async throws {
        for store in stores {
            try await LiveWait.until("the dump of \(store.topic)", within: limit) {
                await !store.isStale
            }
        }
    }

    /// Drops all connections at once, and returns the time of each channel
    /// until it showed the server's state again, in nanoseconds.
    package func storm() async throws -> LatencyHistogram {
        let start = FrameTrace.now
        await withTaskGroup(of: Void.self) { group in
            for client in clients {
                group.addTask { await client.dropConnection() }
            }
        }
        return try await withThrowingTaskGroup(of: UInt64.self) { group in
            for store in stores {
                let states = await store.stateUpdates()
                group.addTask {
                    for await state in states where state == .active { break }
                    return FrameTrace.now - start
                }
            }
            var times = LatencyHistogram()
            for try await time in group { times.record(time) }
            return times
        }
    }

    /// The number of update records applied.
    var appliedRecordCount: Int {
        get async {
            var sum = 0
            for store in stores { sum += await store.updateRecordCount }
            return sum
        }
    }

    /// The counts of all channels.
    package var counters: ChannelCounters {
        get async {
            var sum = ChannelCounters()
            for store in stores {
                let counters = await store.counters
                sum.framesApplied += counters.framesApplied
                sum.framesRejected += counters.framesRejected
                sum.framesStale += counters.framesStale
                sum.recordsApplied += counters.recordsApplied
                sum.orphanUpdates += counters.orphanUpdates
            }
            return sum
        }
    }

    /// The counts of the sockets of contents; `nil` if there are none.
    var socketCounts: SocketCounts? {
        get async {
            var counts: SocketCounts?
            var errors = ErrorFrames()
            for case .contents(let client) in clients {
                let own = await client.counters
                counts = counts ?? SocketCounts()
                counts?.socketFramesRejected += own.framesRejected
                counts?.elementsRejected += own.elementsRejected
                for (type, count) in own.errors { errors.count(type, count) }
            }
            for store in stores {
                guard let changes = await store.contentCounters else { continue }
                counts?.changesIgnored += changes.changesIgnored
                counts?.changesBeforeRefreshed += changes.changesBeforeRefreshed
            }
            counts?.errorFrames = errors.byType
            return counts
        }
    }

    /// Stops all clients, and returns the number of reconnects.
    @discardableResult
    package func stop() async -> Int {
        for store in stores { await store.unsubscribe() }
        for client in clients { await client.end() }
        for reader in readers { await reader.value }
        var count = 0
        for watcher in watchers {
            watcher.cancel()
            count += await watcher.value
        }
        // Threads that cannot be shut down end with the process.
        try? await group?.shutdownGracefully()
        return count
    }
}

/// Waits for conditions that other tasks bring about.
package enum LiveWait {
    package static func until(
        _ what: String, within limit: Duration, _ condition: () async throws -> Bool
    ) async throws {
        guard try await isReached(until: ContinuousClock.now + limit, condition) else {
            throw ExperimentFailure(.checkFailed, "not reached within \(limit): \(what)")
        }
    }

    /// Whether a condition holds before the deadline; it is looked at once at
    /// least.
    package static func isReached(
        until deadline: ContinuousClock.Instant, _ condition: () async throws -> Bool
    ) async throws -> Bool {
        while try await !condition() {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}

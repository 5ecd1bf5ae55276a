import OddsClient
import OddsClientTesting
import OddsModel
import OddsReconstruction
import ServicesProvider
import Testing

/// A server of a small world, and a client of it that is not connected.
struct SportRadarScene {
    let server: SportRadarTestServer
    let client: SportRadarSocketClient
    let clock: ManualClock

    /// Runs a server, and ends the client in the end.
    static func run(
        events: Int = 5, seed: UInt64 = 1,
        configuration edit: (inout SportRadarConfiguration) -> Void = { _ in },
        _ body: (SportRadarScene) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        try await SportRadarTestServer.run(events: events, seed: seed) { server, port in
            var configuration = SportRadarConfiguration.patient(port, clock)
            edit(&configuration)
            try await withRequests(to: port) { requests in
                let client = try SportRadarSocketClient(configuration, requests: requests)
                let scene = SportRadarScene(server: server, client: client, clock: clock)
                do {
                    try await body(scene)
                } catch {
                    await client.shutDown()
                    throw error
                }
                await client.shutDown()
            }
        }
    }

    /// Requests over HTTP for as long as the body takes.
    static func withRequests(
        to port: Int, _ body: (SportRadarContentRequests) async throws -> Void
    ) async throws {
        let transport = AsyncHTTPTransport()
        let requests = SportRadarContentRequests(transport, url: "http://127.0.0.1:\(port)")
        do {
            try await body(requests)
        } catch {
            await transport.shutDown()
            throw error
        }
        await transport.shutDown()
    }

    /// The store of a content, subscribed.
    func subscribe(_ content: SportRadarContent) async -> ChannelDataStore {
        let store = client.store(of: content)
        await store.subscribe()
        return store
    }

    /// Waits until stores are current.
    func active(
        _ stores: ChannelDataStore..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for store in stores {
            try await eventually(clock, sourceLocation: sourceLocation) {
                await store.state == .active
            }
        }
    }

    /// Waits until stores of a world at rest show what the server would send whole.
    func expectTruth(
        _ stores: [ChannelDataStore], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for store in stores {
            let truth = try await truth(of: store)
            try await eventually(clock, sourceLocation: sourceLocation) {
                guard await store.state == .active, await !store.isStale else { return false }
                return await SnapshotWriter.state(
                    events: store.events(), references: store.references()) == truth
            }
        }
    }

    private func truth(of store: ChannelDataStore) async throws -> [UInt8] {
        let topic = store.topic
        let refreshed = await server.on { $0.refreshed(topic) }
        var channels = ContentChannels<FullRebuild>(opensContents: true)
        try Array(refreshed.utf8).withUnsafeBytes { _ = try channels.receive($0) }
        let snapshot = try #require(channels.snapshots().first)
        return SnapshotWriter.state(events: snapshot.events, references: snapshot.references)
    }

    /// The requests of a kind so far, for a content.
    func requestCount(_ store: ChannelDataStore, subscribes: Bool = true) async -> Int {
        let topic = store.topic
        return await server.on { server in
            server.requests.count { $0.content == topic && $0.isSubscribe == subscribes }
        }
    }
}

extension SportRadarConfiguration {
    /// Without time limits, and with short pauses.
    static func patient(_ port: Int, _ clock: ManualClock) -> SportRadarConfiguration {
        var configuration = SportRadarConfiguration(url: "ws://127.0.0.1:\(port)")
        configuration.clock = clock
        configuration.connectTimeLimit = forever
        configuration.heartbeatInterval = forever
        configuration.idleTimeLimit = forever
        configuration.goodbyeTimeLimit = forever
        configuration.backoff = Backoff(initial: .milliseconds(10), cap: .milliseconds(100))
        configuration.requestTimeLimit = .seconds(60)
        configuration.requestPauses = Backoff(initial: .milliseconds(10), cap: .milliseconds(100))
        configuration.dumpTimeLimit = forever
        configuration.store.backoff = Backoff(initial: .milliseconds(10), cap: .milliseconds(100))
        configuration.store.resyncInterval = .milliseconds(20)
        configuration.store.resyncIntervalMax = .milliseconds(100)
        return configuration
    }
}

/// Notes the odds that an outcome's observer gets, which in a `TestWorld` only grow.
actor OddsLog {
    private(set) var odds: [Double] = []

    func follow(_ updates: AsyncStream<OutcomeModel?>) async {
        for await outcome in updates {
            if let odds = outcome?.bettingOffers.first?.odds { self.odds.append(odds) }
        }
    }

    var isGrowing: Bool { zip(odds, odds.dropFirst()).allSatisfy { $0 < $1 } }
}

import FleetFixture
import OddsClient
import OddsFleetFeed
import OddsWAMP
import Synchronization
import Testing

@testable import OddsFleetServer

/// How long topics stay open at a source, and how many a client may open.
@Suite(.timeLimit(.minutes(10)))
struct FleetTopicTests {
    private static let list = page(20, 10)
    private static let other = "/sports/1/en/disciplines/LIVE/BOTH"

    private static func page(_ events: Int, _ markets: Int) -> String {
        "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
            + "default-event-info/\(events)/\(markets)"
    }

    private func eventually(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// A client of the edge that waits for as long as a busy machine takes.
    private func connect(_ scene: FleetScene) async throws -> EMWebSocketClient {
        var configuration = ClientConfiguration(url: scene.edgeServer.url)
        configuration.callTimeLimit = .seconds(300)
        configuration.dumpTimeLimit = .seconds(300)
        configuration.registerTimeLimit = .seconds(300)
        let client = try EMWebSocketClient(configuration)
        try await client.connect()
        return client
    }

    private func openTopics(_ scene: FleetScene) async throws -> Set<String> {
        Set(try await scene.sourceServer.publishedState().numbers.keys)
    }

    /// Has half a minute pass, in which the edge has named its topics where it has any.
    private func halfMinute(_ scene: FleetScene) async throws {
        let names = { scene.source.counters.topicNames.load(ordering: .relaxed) }
        let before = names()
        scene.clock.advance(seconds: 30)
        guard scene.edge.openMetrics.contains("emsim_edge_topics_named 1\n") else { return }
        try await eventually { names() > before }
    }

    @Test("Rule 3: a topic that a client holds stays open; one that no edge names is closed")
    func lifetime() async throws {
        try await FleetScene.run { scene in
            let client = try await connect(scene)
            let store = ChannelDataStore(Self.list, client: client)
            await store.subscribe()
            try await eventually { await store.state == .active }
            _ = try await client.dump(of: Self.other)
            #expect(try await openTopics(scene) == [Self.list, Self.other])
            for _ in 0..<3 { try await halfMinute(scene) }
            #expect(try await openTopics(scene) == [Self.list, Self.other])
            try await halfMinute(scene)
            try await eventually { try await openTopics(scene) == [Self.list] }
            for _ in 0..<6 { try await halfMinute(scene) }
            #expect(try await openTopics(scene) == [Self.list])
            #expect(scene.source.openMetrics.contains("emsim_source_topics 1\n"))
            #expect(scene.source.openMetrics.contains("emsim_source_topics_named 1\n"))
            #expect(scene.source.openMetrics.contains("emsim_source_topics_closed_total 1\n"))
            await store.unsubscribe()
            await client.disconnect()
        }
    }

    @Test("Rule 3: a topic that was closed although a client holds it is opened again for it")
    func reopening() async throws {
        try await FleetScene.run { scene in
            let client = try await connect(scene)
            let store = ChannelDataStore(Self.list, client: client)
            await store.subscribe()
            try await eventually { await store.state == .active }
            try await eventually { scene.edge.counters.messages > 20 }
            // As if names had been lost.
            let before = try await scene.sourceServer.publishedState().numbers[Self.list] ?? 0
            try scene.sourceServer.closePublished([Self.list])
            try await eventually { scene.edge.counters.redumps > 0 }
            #expect(scene.edge.counters.closed > 0)
            let after = try await scene.sourceServer.publishedState().numbers[Self.list] ?? 0
            #expect(after > before)
            try await eventually { try await scene.isAtRest(Self.list) }
            await store.unsubscribe()
            await client.disconnect()
        }
    }

    @Test("Rule 3: topics of an edge of an older version stay open")
    func olderEdge() async throws {
        try await FleetScene.run { scene in
            let older = try await FleetScene.connect(scene.nats, "_INBOX_older")
            let subjects = FeedSubjects(try WorldName("main"))
            _ = try await older.request(
                subjects.dump(try TopicToken(topic: Self.other)),
                headers: try DumpRequest(id: "1").headers, within: .seconds(60))
            #expect(try await openTopics(scene) == [Self.other])
            #expect(scene.source.openMetrics.contains("emsim_source_topics_named 0\n"))
            scene.clock.advance(seconds: 10_000)
            // A beat closes before it tells.
            let beat = { scene.edge.lock.withLock { scene.edge.beat?.nanoseconds ?? 0 } }
            let before = beat()
            try await eventually { beat() > before + 2 * Beat.interval }
            #expect(try await openTopics(scene) == [Self.other])
            await older.close()
        }
    }

    @Test("Rule 4: a client gets 16 topics of 256 that it makes up, and is told when to come back")
    func newTopics() async throws {
        try await FleetScene.run { scene in
            let client = try await connect(scene)
            var refusals: [String] = []
            for page in 0..<31 {
                do throws(ClientError) {
                    _ = try await client.dump(of: Self.page(page / 16 + 1, page % 16 + 1))
                } catch {
                    refusals.append("\(error)")
                }
            }
            #expect(refusals.count == 15)
            let reason =
                "em.error.too_many_requests: a session may open 16 new topics a minute: come back "
                + "in 4 s"
            #expect(Set(refusals.map { $0.contains(reason) }) == [true])
            #expect(try await openTopics(scene).count == 16)
            #expect(scene.edge.openMetrics.contains("emsim_edge_topics_refused_total 15\n"))
            // Those that are open cost nothing; another session has a budget of its own.
            _ = try await client.dump(of: Self.page(1, 1))
            await #expect(throws: ClientError.self) { try await client.dump(of: Self.page(1, 2)) }
            let other = try await connect(scene)
            _ = try await other.dump(of: Self.page(20, 1))
            scene.clock.advance(seconds: 4)
            _ = try await client.dump(of: Self.page(20, 2))
            await client.disconnect()
            await other.disconnect()
        }
    }

    @Test("Rule 4: all clients of an edge may come back at once")
    func comeback() async throws {
        try await FleetScene.run { scene in
            // There need be no frames.
            _ = try await scene.sourceServer.pause()
            for _ in 0..<2 {
                var stores: [ChannelDataStore] = []
                var clients: [EMWebSocketClient] = []
                for number in 0..<12 {
                    let client = try await connect(scene)
                    clients.append(client)
                    // Sixteen topics each, of which half of the clients have the same.
                    for page in 1...16 {
                        stores.append(
                            ChannelDataStore(Self.page(page, number % 2 + 1), client: client))
                    }
                }
                for store in stores { await store.subscribe() }
                for store in stores { try await eventually { await store.state == .active } }
                for client in clients { await client.disconnect() }
                for store in stores { await store.unsubscribe() }
            }
            let metrics = scene.edge.openMetrics
            #expect(metrics.contains("emsim_edge_topics_refused_total 0\n"))
            #expect(metrics.contains("emsim_edge_dumps_refused_total 0\n"))
            #expect(try await openTopics(scene).count == 32)
        }
    }

    @Test("Rule 4: a client gets 32 dumps at once and then one a second")
    func dumps() async throws {
        try await FleetScene.run { scene in
            let client = try await connect(scene)
            for _ in 0..<32 { _ = try await client.dump(of: Self.list) }
            await #expect {
                _ = try await client.dump(of: Self.list)
            } throws: {
                "\($0)".contains("32 dumps at once, and one a second: come back in 1 s")
            }
            scene.clock.advance(seconds: 1)
            _ = try await client.dump(of: Self.list)
            await #expect(throws: ClientError.self) { try await client.dump(of: Self.list) }
            #expect(scene.edge.openMetrics.contains("emsim_edge_dumps_refused_total 2\n"))
            await client.disconnect()
        }
    }
}

extension EMWebSocketClient {
    fileprivate func dump(of topic: String) async throws(ClientError) -> JSONObjectText {
        try await call("/sports#initialDump", keywords: JSONObjectText(["topic": topic]))
    }
}

import FleetFixture
import OddsClient
import OddsFleetFeed
import OddsReconstruction
import OddsServer
import OddsSimulator
import Testing

@testable import OddsFleetServer

/// A feed over NATS, from a source's world to the clients of an edge.
@Suite(.timeLimit(.minutes(10)))
struct FleetFeedTests {
    private static let list =
        "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
        + "default-event-info/20/10"
    private static let topics = [
        list, "/sports/1/en/next-matches-aggregator-main/all-disciplines/20/10",
        "/sports/1/en/disciplines/LIVE/BOTH",
    ]

    /// Whether a channel's tree is that of a snapshot document.
    private static func shows(_ snapshot: ChannelSnapshot, _ truth: [UInt8]) -> Bool {
        let state = SnapshotWriter.state(
            events: snapshot.events, references: snapshot.references)
        // The tree stands in the document between the version and the counters.
        return truth.contains(state.dropFirst().dropLast())
    }

    /// Waits until something holds, for as long as the suite may take.
    private func eventually(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("Rule 7: at rest an edge has the source's state, byte for byte")
    func sameTruth() async throws {
        try await FleetScene.run { scene in
            for topic in Self.topics { try await eventually { try await scene.isAtRest(topic) } }
            _ = try await scene.sourceServer.resume()
            try await eventually { scene.edge.counters.messages > 500 }
            for topic in Self.topics { try await eventually { try await scene.isAtRest(topic) } }
        }
    }

    @Test("Rule 4: dumps and frames above the message limit go in parts")
    func parts() async throws {
        try await FleetScene.run(configuration: "max_payload: 4096", rate: 20_000) { scene in
            try await eventually { try await scene.isAtRest(Self.list) }
            _ = try await scene.sourceServer.resume()
            try await eventually { scene.edge.counters.messages > 200 }
            try await eventually { try await scene.isAtRest(Self.list) }
            #expect(try await scene.sourceServer.truth(of: Self.list).count > 4_096)
        }
    }

    @Test("Rules 5 and 6: the clients of an edge have the source's tree")
    func clients() async throws {
        try await FleetScene.run { scene in
            var stores: [ChannelDataStore] = []
            var clients: [EMWebSocketClient] = []
            for _ in 0..<5 {
                let client = try EMWebSocketClient(
                    ClientConfiguration(url: scene.edgeServer.url))
                try await client.connect()
                clients.append(client)
                for topic in Self.topics.prefix(2) {
                    let store = ChannelDataStore(topic, client: client)
                    await store.subscribe()
                    stores.append(store)
                }
            }
            for store in stores { try await eventually { await store.state == .active } }
            try await eventually { scene.edge.counters.messages > 300 }
            _ = try await scene.sourceServer.pause()
            for store in stores {
                let truth = try await scene.sourceServer.truth(of: store.topic)
                try await eventually { Self.shows(await store.snapshot(), truth) }
            }
            for store in stores { await store.unsubscribe() }
            for client in clients { await client.disconnect() }
        }
    }

    @Test("A world that restarts has a greater epoch, and all get new dumps")
    func restart() async throws {
        try await FleetScene.run { scene in
            let before = scene.source.epoch
            let client = try EMWebSocketClient(ClientConfiguration(url: scene.edgeServer.url))
            try await client.connect()
            let store = ChannelDataStore(Self.list, client: client)
            await store.subscribe()
            try await eventually { await store.state == .active }
            try await scene.sourceServer.setFaults(
                FaultPlan(rules: [FaultRule(.restart, everySeconds: 0.01)]))
            try await eventually { scene.source.epoch > before }
            try await scene.sourceServer.setFaults(FaultPlan())
            try await eventually { scene.edge.counters.redumps > 0 }
            try await eventually { try await scene.isAtRest(Self.list) }
            let truth = try await scene.sourceServer.truth(of: Self.list)
            try await eventually { Self.shows(await store.snapshot(), truth) }
            await store.unsubscribe()
            await client.disconnect()
        }
    }

    @Test("Rule 3: a topic that the world does not have is refused by name")
    func unknownTopics() async throws {
        try await FleetScene.run { scene in
            let long = String(repeating: "x", count: 5_000)
            for (topic, reason) in [("/nothing", "does not have it"), (long, "bytes")] {
                await #expect { try await scene.edgeServer.truth(of: topic) } throws: {
                    ($0 as? FeedError)?.description.contains(reason) == true
                }
            }
        }
    }

    @Test("Rule 2: a source that sees a greater epoch ends itself with one line")
    func laterSource() async throws {
        try await FleetScene.run { scene in
            let other = try await FleetScene.makeWorld(rate: 100)
            let ends = FleetScene.Ends()
            let later = try await FleetScene.makeSource(other, scene.nats, ends)
            #expect(later.epoch > scene.source.epoch)
            try await eventually { !scene.ends.all.isEmpty }
            #expect(scene.ends.all[0].contains("another source publishes the world main"))
            #expect(ends.all.isEmpty)
            try await other.stop()
            await later.stop()
        }
    }

    @Test("Rule 9: the source's control is refused at an edge, naming where to ask")
    func control() async throws {
        try await FleetScene.run { scene in
            await #expect { _ = try await scene.edgeServer.pause() } throws: {
                "\($0)".contains("the source of the world main")
            }
        }
    }
}

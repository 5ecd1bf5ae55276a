import FleetFixture
import OddsFleetFeed
import OddsNATS
import Synchronization
import Testing

@testable import OddsFleetServer

/// What others than the source can have appear on its subjects is not believed.
@Suite(.timeLimit(.minutes(2)))
struct FleetOriginTests {
    private static let topic =
        "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
        + "default-event-info/20/10"

    private func eventually(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("Frames that the stream gives out to a topic's subject are dropped and counted")
    func replayedFrames() async throws {
        try await FleetScene.run { scene in
            _ = try await scene.edgeServer.truth(of: Self.topic)
            try await eventually { scene.edge.counters.messages > 50 }
            let other = try await FleetScene.connect(scene.nats, "_INBOX_other")
            let frames = FeedSubjects(try WorldName("main"))
                .frames(try TopicToken(topic: Self.topic))
            for sequence in 1...20 {
                try other.publish(
                    "$JS.API.DIRECT.GET.ODDS_main", reply: frames,
                    Array(#"{"seq":\#(sequence)}"#.utf8))
            }
            try await eventually {
                scene.edge.openMetrics.contains("emsim_edge_malformed_total 20\n")
            }
            try await eventually { try await scene.isAtRest(Self.topic) }
            #expect(scene.edge.counters.redumps == 0)
            await other.close()
        }
    }

    @Test("A source answers to inboxes, and to no other subject")
    func replies() async throws {
        try await FleetScene.run { scene in
            let other = try await FleetScene.connect(scene.nats, "_INBOX_other")
            let heard = Mutex(0)
            let elsewhere = try other.subscribe("odds.main.frames.x") { _ in
                heard.withLock { $0 += 1 }
            }
            let subjects = FeedSubjects(try WorldName("main"))
            let request = TimeRequest(number: 7).json
            try other.publish(subjects.time, reply: "odds.main.frames.x", request)
            try other.publish(subjects.control("truth"), reply: "odds.main.frames.x")
            try other.publish(
                subjects.dump(try TopicToken(topic: Self.topic)), reply: "odds.main.frames.x",
                headers: try DumpRequest(id: "1").headers)
            // Requests of a connection are read in order.
            let answer = try await other.request(subjects.time, request, within: .seconds(60))
            #expect(try TimeAnswer(json: answer.bytes).number == 7)
            try await eventually {
                scene.source.openMetrics.contains("emsim_source_requests_malformed_total 3\n")
            }
            #expect(heard.withLock { $0 } == 0)
            elsewhere.cancel()
            await other.close()
        }
    }
}

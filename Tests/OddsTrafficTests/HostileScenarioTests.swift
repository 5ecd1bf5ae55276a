import OddsReference
import Testing

@testable import OddsTraffic

@Suite struct HostileScenarioTests {
    @Test("Every kind of hostile frame can be written, none with a legal offer update")
    func frames() {
        var world = TrafficWorld(.small(), now: TrafficGenerator.startMilliseconds)
        var writer = FrameWriter()
        for frame in HostileFrame.allCases {
            frame.write(&world, to: &writer)
            #expect(!writer.isEmpty && writer.offerUpdateCount == 0)
        }
    }

    @Test("Garbage of each kind is in the stream, and offers keep their rate")
    func garbage() throws {
        let traffic = try Traffic(.small(scenario: "hostile"), frameCount: 1_500)
        let text = traffic.frames.map { String(decoding: $0.bytes, as: UTF8.self) }
        for piece in ["UPSERT", #""messageType":"PATCH""#, "[[[[", "soon", "[7]", "\u{FFFD}"] {
            #expect(text.contains { $0.contains(piece) })
        }
        #expect(abs(Double(traffic.offerUpdateCount) / traffic.seconds - 200) < 10)
    }

    @Test("A client that keeps to the contract ends with the generator's state")
    func stateIsUntouched() throws {
        var generator = try TrafficGenerator(.small(scenario: "hostile"))
        var writer = FrameWriter()
        var client = ReferenceChannel()
        while generator.nextInitialFrame(into: &writer) != nil {
            _ = client.receive(Array(writer.bytes))
        }
        for _ in 0..<500 {
            _ = generator.nextFrame(into: &writer)
            _ = client.receive(Array(writer.bytes))
        }
        let counters = client.counters
        #expect(counters.framesRejected > 20 && counters.framesStale > 0)
        #expect(counters.recordsRejected > 30)
        #expect(counters.orphanUpdates > 2 && counters.orphanDeletes > 2)

        var newClient = ReferenceChannel()
        var cursor = StateCursor(frameBytesMax: 32 << 20)
        cursor.writeFrame(of: generator.world, to: &writer)
        _ = newClient.receive(Array(writer.bytes))
        #expect(sorted(client.tree().events()) == sorted(newClient.tree().events()))
    }

    /// Markets that were replaced have another place.
    private func sorted(_ nodes: [ReferenceNode]) -> [ReferenceNode] {
        nodes.map { node in
            var node = node
            node.children = node.children.mapValues(sorted)
            return node
        }.sorted { $0.id < $1.id }
    }
}

import OddsReference
import Testing

@testable import OddsTraffic

/// Garbage amid the traffic of a generator.
@Suite struct HostileSocketTests {
    private func generator() throws -> SportRadarGenerator {
        try SportRadarGenerator(.small(scenario: "hostile"))
    }

    /// SR-F1, SR-F2.
    @Test("Every kind of hostile frame leaves no trace but in the socket's counters",
        arguments: HostileSocketFrame.allCases)
    func frames(frame: HostileSocketFrame) throws {
        var client = SportRadarReference()
        var generator = try generator()
        var writer = FrameWriter()
        while generator.nextInitialFrame(into: &writer) != nil {
            client.receive(Array(writer.bytes))
        }
        let before = client
        var random = TrafficRandom(seed: 5)
        frame.write(generator.contents, generator.traffic.world, using: &random, to: &writer)
        #expect(!writer.isEmpty && writer.offerUpdateCount == 0 && writer.recordCount == 0)
        let applied = client.receive(Array(writer.bytes))
        #expect(applied.isEmpty)
        #expect(client.channels.map { $0.snapshot() } == before.channels.map { $0.snapshot() })
        let (rejected, ignored) =
            switch frame {
            case .truncated, .trailingBytes, .invalidUTF8, .notAnObject, .nestedTooDeep,
                .missingData, .dataIsObject: (1, 0)
            case .missingType, .unknownType, .typeIsNumber, .listeningWithoutID: (0, 1)
            case .error, .noElements, .escapesEverywhere: (0, 0)
            }
        #expect(client.framesRejected == rejected && client.framesIgnored == ignored)
    }

    /// SR-F4, SR-C1, SR-C2, SR-C6, SR-E13, SR-E14, SR-U3, SR-U6, SR-R3.
    @Test("Every kind of hostile element changes no entity, and counts once",
        arguments: HostileElement.allCases)
    func elements(element: HostileElement) throws {
        var client = SportRadarReference()
        var generator = try generator()
        var writer = FrameWriter()
        while generator.nextInitialFrame(into: &writer) != nil {
            client.receive(Array(writer.bytes))
        }
        let before = client
        var random = TrafficRandom(seed: 6)
        for _ in 0..<20 {
            writer.beginSocketFrame()
            element.write(generator.contents, generator.traffic.world, using: &random, to: &writer)
            writer.endFrame()
            #expect(writer.recordCount == 1 && writer.offerUpdateCount == 0)
            client.receive(Array(writer.bytes))
        }
        #expect(client.framesRejected == 0 && client.framesIgnored == 0)
        #expect(client.channels.count == before.channels.count)
        var counts: [Int] = [client.elementsRejected]
        for (new, old) in zip(client.channels, before.channels) {
            #expect(new.tree().events() == old.tree().events())
            #expect(new.tree().references() == old.tree().references())
            #expect(new.counters.recordsApplied == old.counters.recordsApplied)
            #expect(new.changesBeforeRefreshed == 0)
            counts += [
                new.counters.recordsRejected, new.counters.orphanUpdates,
                new.counters.orphanDeletes, new.changesIgnored,
            ]
        }
        #expect(counts.reduce(0, +) == 20)
    }

    @Test("Garbage of each kind is in the stream, and offers keep their rate")
    func garbage() throws {
        let traffic = try SocketTraffic(.small(scenario: "hostile"), frameCount: 1_500)
        let text = traffic.frames.map { String(decoding: $0.bytes, as: UTF8.self) }
        for piece in ["UPSERTED", "CONTENT_PATCHES", "[[[[", "_TOKEN_", "weather", "\u{FFFD}"] {
            #expect(text.contains { $0.contains(piece) })
        }
        let seconds = Double(traffic.frames.last?.schedule.intendedNanoseconds ?? 0) / 1e9
        #expect(abs(Double(traffic.offerUpdateCount) / seconds - 200) < 10)
    }

    @Test("A client that keeps to the contract ends with the generator's state",
        arguments: TrafficScenarios.descriptions.map(\.name))
    func stateIsUntouched(scenario: String) throws {
        var generator = try SportRadarGenerator(.small(scenario: scenario))
        var writer = FrameWriter()
        var client = SportRadarReference()
        while generator.nextInitialFrame(into: &writer) != nil {
            client.receive(Array(writer.bytes))
        }
        for _ in 0..<400 {
            _ = generator.nextFrame(into: &writer)
            client.receive(Array(writer.bytes))
        }
        let isHostile = scenario == "hostile"
        #expect((client.framesRejected > 15) == isHostile)
        #expect((client.elementsRejected > 5) == isHostile)
        for channel in client.channels where !isHostile {
            let counters = channel.counters
            #expect(counters.recordsRejected == 0 && counters.orphanUpdates == 0)
            #expect(counters.orphanDeletes == 0 && channel.changesIgnored == 0)
            #expect(channel.changesBeforeRefreshed == 0)
        }
        var truth = SportRadarReference()
        var cursor = RefreshCursor(generator.contents, frameBytesMax: .max)
        writer.beginSocketFrame()
        cursor.writeElements(of: &generator.contents, generator.traffic.world, to: &writer)
        writer.endFrame()
        truth.receive(Array(writer.bytes))
        #expect(truth.channels.count == client.channels.count)
        for (expected, channel) in zip(truth.channels, client.channels) {
            #expect(expected.name == channel.name)
            #expect(channel.tree().references() == expected.tree().references())
            let events = channel.tree().events().map(\.snapshot.withoutMainLine)
            #expect(events == expected.tree().events().map(\.snapshot.withoutMainLine))
            if channel.name != "inplaySportListBySportType/" { #expect(!events.isEmpty) }
        }
    }
}

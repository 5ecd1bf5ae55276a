import OddsReference
import OddsTestInputs
import Testing

/// What holds for any traffic. A failure names its seed.
@Suite struct RandomTests {
    private static let elementCount = 150
    private static let plain = JSONScribbler(
        spacePercent: 0, escapePercent: 0, shufflesKeys: false)

    private static func frame(
        _ elements: [JSONSketch], _ scribbler: JSONScribbler, _ random: inout SplitMix64
    ) -> [UInt8] {
        scribbler.write(
            .object([
                ("notificationType", .string("CONTENT_CHANGES")), ("data", .array(elements)),
            ]), using: &random)
    }

    /// Without the number of frames.
    private static func state(_ socket: SportRadarReference) -> [SnapshotValue] {
        socket.channels.map { channel in
            guard case .object(var members) = channel.snapshot(),
                case .object(var counters) = members["counters"]
            else { return .null }
            counters["framesApplied"] = nil
            members["counters"] = .object(counters)
            return .object(members)
        }
    }

    /// SR-F4, SR-C5: how elements are spread over frames makes no difference but
    /// to the number of updates; how they are spelt makes none (SR-F1).
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func framesAndSpellingMakeNoDifference(seed: UInt64) {
        var elements = RandomElements(random: SplitMix64(seed: seed))
        var random = SplitMix64(seed: ~seed)
        let scribbled = JSONScribbler(spacePercent: 20, escapePercent: 20, shufflesKeys: false)
        var many = SportRadarReference()
        var few = SportRadarReference()
        var waiting: [JSONSketch] = []
        var names: Set<String> = []
        for index in 0..<Self.elementCount {
            let element = elements.next()
            waiting.append(element)
            many.receive(Self.frame([element], Self.plain, &random))
            guard random.chance(20) else { continue }
            few.receive(Self.frame(waiting, scribbled, &random))
            waiting = []
            #expect(Self.state(few) == Self.state(many), "seed \(seed), element \(index)")
        }
        for channel in many.channels {
            names.formUnion(many.counters(channel.name.description).keys)
        }
        #expect(few.framesRejected == 0)
        #expect(
            names == [
                "framesApplied", "recordsApplied", "recordsRejected", "orphanUpdates",
                "orphanDeletes", "changesBeforeRefreshed", "changesIgnored",
            ])
    }

    /// Each outcome has one offer, of its own id; `!` marks others.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func outcomesAlwaysHaveTheirOffer(seed: UInt64) {
        var elements = RandomElements(random: SplitMix64(seed: seed))
        var random = SplitMix64(seed: ~seed)
        var socket = SportRadarReference()
        var outcomeCount = 0
        for index in 0..<Self.elementCount {
            let frame = Self.frame([elements.next()], Self.plain, &random)
            for applied in socket.receive(frame) {
                let outline = socket.outline(applied.channel.description)
                #expect(!outline.contains("!"), "seed \(seed), element \(index)")
                outcomeCount += outline.split(separator: ")").count
            }
        }
        #expect(outcomeCount > 10)
    }

    /// SR-C4, SR-R4: of what was before a dump, nothing is left.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func dumpLeavesNothingOfTheStateBefore(seed: UInt64) {
        var elements = RandomElements(random: SplitMix64(seed: seed))
        var random = SplitMix64(seed: ~seed)
        var old = SportRadarReference()
        for _ in 0..<Self.elementCount {
            old.receive(Self.frame([elements.next()], Self.plain, &random))
        }
        var new = SportRadarReference()
        old.newConnection()
        for index in 0..<Self.elementCount {
            let frame = Self.frame([elements.next()], Self.plain, &random)
            let applied = (old.receive(frame), new.receive(frame))
            #expect(applied.0.map(\.channel) == applied.1.map(\.channel), "seed \(seed)")
            for name in applied.1.map(\.channel.description) {
                let (left, right) = (old.snapshot(name), new.snapshot(name))
                #expect(left["events"] == right["events"], "seed \(seed), element \(index)")
                #expect(left["references"] == right["references"], "seed \(seed)")
            }
        }
    }

    /// SR-F1: bytes that are changed at random are read or rejected, and what is
    /// rejected changes nothing.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func changedBytesAreReadOrRejected(seed: UInt64) {
        var elements = RandomElements(random: SplitMix64(seed: seed))
        var random = SplitMix64(seed: ~seed)
        var socket = SportRadarReference()
        for _ in 0..<Self.elementCount {
            let frame = ByteMutation.mutate(
                Self.frame([elements.next(), elements.next()], Self.plain, &random),
                using: &random)
            let (before, rejected) = (socket.snapshot(), socket.framesRejected)
            let applied = socket.receive(frame)
            if socket.framesRejected > rejected {
                #expect(applied == [], "seed \(seed)")
                #expect(socket.snapshot() == before, "seed \(seed)")
            }
        }
        #expect(socket.framesRejected > 0)
        #expect(!socket.channels.isEmpty)
    }
}

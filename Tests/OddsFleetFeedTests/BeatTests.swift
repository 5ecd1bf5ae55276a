import OddsFleetFeed
import OddsTestInputs
import Testing

/// Beats, in parts below the message limit.
@Suite(.timeLimit(.minutes(5)))
struct BeatTests {
    @Test("A beat comes back from parts in any order, some twice, all below the limit")
    func parts() throws {
        print("seed 31")
        var random = SplitMix64(seed: 31)
        for _ in 0..<60 {
            let beat = FleetSamples.beat(topics: random.below(60), using: &random)
            let limit = random.pick([0, PartsTests.messageBytesMax, 5_000, 1 << 20])
            var documents = beat.parts(messageBytesMax: limit).map(\.json)
            let room = FleetLimits.payloadBytes(messageBytesMax: limit)
            #expect(documents.allSatisfy { $0.count <= room })
            if random.chance(50) { documents.append(random.pick(documents)) }
            documents.shuffle(using: &random)
            var assembler = BeatAssembler()
            var beats: [Beat] = []
            for json in documents {
                if let whole = assembler.receive(try BeatPart(json: json)) { beats.append(whole) }
            }
            // A part of one that came twice may begin it once more.
            #expect(beats.first == beat)
        }
    }

    @Test("4,096 topics fit, and no more are sent or put together")
    func topicsMax() throws {
        var random = SplitMix64(seed: 1)
        let beat = FleetSamples.beat(topics: 4_200, using: &random)
        let parts = beat.parts(messageBytesMax: 1 << 20)
        #expect(parts.reduce(0) { $0 + $1.beat.numbers.count } == 4_096)
        var assembler = BeatAssembler()
        let whole = parts.compactMap { assembler.receive($0) }
        #expect(whole.first?.numbers.count == 4_096)
    }

    @Test("A later beat replaces one of which a part is missing; a late part is dropped")
    func lostPart() throws {
        var random = SplitMix64(seed: 2)
        let numbers = FleetSamples.beat(topics: 20, using: &random).numbers
        let beats = (1...2).map {
            Beat(
                epoch: 3, nanoseconds: $0, isPaused: false, bootID: FleetSamples.bootID,
                numbers: numbers)
        }
        let parts = beats.map { $0.parts(messageBytesMax: PartsTests.messageBytesMax) }
        #expect(parts[0].count > 2)
        var assembler = BeatAssembler()
        for part in parts[0].dropLast() { #expect(assembler.receive(part) == nil) }
        for part in parts[1].dropLast() { #expect(assembler.receive(part) == nil) }
        #expect(assembler.receive(try #require(parts[0].last)) == nil)
        #expect(assembler.receive(try #require(parts[1].last)) == beats[1])
        #expect(assembler.dropped == 2)
    }

    @Test("The time is asked and answered in one form each")
    func time() throws {
        let request = TimeRequest(number: 17)
        #expect(
            String(decoding: request.json, as: UTF8.self)
                == #"{"schema":"oddsbench.fleet-time-request/1","number":17}"#)
        #expect(try TimeRequest(json: request.json) == request)
        let answer = TimeAnswer(
            to: request, epoch: 9, nanoseconds: 123, bootID: FleetSamples.bootID)
        #expect(try TimeAnswer(json: answer.json) == answer)
        for text in [
            #"{"number":17,"schema":"oddsbench.fleet-time-request/1"}"#,
            #"{"schema":"oddsbench.fleet-time-request/1","number":17,"more":1}"#,
            #"{"schema":"oddsbench.fleet-time-request/1","number":1e3}"#,
            #"{"schema":"oddsbench.fleet-time-request/1","number":-1}"#,
            #"{"schema":"oddsbench.fleet-time-request/1","number":9007199254740993}"#,
            #"{"schema":"oddsbench.fleet-time-request/2","number":17}"#, "[]", "", "nul",
            String(repeating: " ", count: 1 << 20),
        ] {
            #expect(throws: FleetFormatError.self) { try TimeRequest(json: Array(text.utf8)) }
        }
    }

    @Test("Without a beat for 3 s the topics are stale; an old epoch's beat is no sign")
    func staleness() {
        var watch = EpochWatch(now: 10)
        #expect(!watch.isStale(now: 3_000_000_009) && watch.isStale(now: 3_000_000_010))
        #expect(watch.beat(7, now: 3_000_000_010) == .newer)
        #expect(!watch.isStale(now: 6_000_000_009))
        #expect(watch.see(8) == .newer && watch.see(8) == .current)
        #expect(watch.beat(7, now: 6_000_000_009) == .older && watch.outdated == 1)
        #expect(watch.isStale(now: 6_000_000_010) && watch.epoch == 8)
    }

    @Test("An epoch is the start, or one more than the last")
    func epochs() {
        #expect(EpochWatch.starting(at: 100, after: nil) == 100)
        #expect(EpochWatch.starting(at: 100, after: 99) == 100)
        #expect(EpochWatch.starting(at: 100, after: 100) == 101)
        #expect(EpochWatch.starting(at: 100, after: 500) == 501)
        #expect(EpochWatch.starting(at: 0, after: nil) == 1)
        #expect(EpochWatch.starting(at: .max, after: .max) == FleetLimits.nanosecondsMax)
    }
}

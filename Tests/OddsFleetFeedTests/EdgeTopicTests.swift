import OddsFleetFeed
import Testing

/// The rules of an edge's topic, one by one.
@Suite struct EdgeTopicTests {
    private static let ms: UInt64 = 1_000_000

    private func frame(_ number: UInt64, epoch: UInt64 = 5, bytes: Int = 10) -> FleetFrame {
        FleetFrame(
            epoch: epoch, number: number, version: nil, recordCount: 1, dueNanoseconds: 0,
            bytes: [UInt8](repeating: 0x2E, count: bytes))
    }

    private func dump(_ number: UInt64, epoch: UInt64 = 5, bytes: Int = 10) -> FleetDump {
        FleetDump(
            epoch: epoch, number: number, version: nil,
            bytes: [UInt8](repeating: 0x2E, count: bytes))
    }

    /// Effects as text.
    private func texts(_ effects: [EdgeEffect]) -> [String] {
        effects.map {
            switch $0 {
            case .subscribe: "subscribe"
            case .requestDump(let attempt): "request \(attempt)"
            case .fetch(let numbers, let attempt): "fetch \(numbers) \(attempt)"
            case .pass(let frames): "pass \(frames.map(\.number))"
            case .ready: "ready"
            case .redump: "redump"
            case .refuse(let reason): "refuse \(reason)"
            }
        }
    }

    /// A topic at frame 10 of epoch 5, of which a client has a dump, at time 0.
    private func served(limits: EdgeLimits = EdgeLimits()) -> EdgeTopic {
        var topic = EdgeTopic(limits: limits)
        _ = topic.want(now: 0)
        _ = topic.receive(dump(10), attempt: 1, now: 0)
        return topic
    }

    @Test("An edge subscribes, then requests, once however many clients want the topic")
    func opening() {
        var topic = EdgeTopic()
        #expect(texts(topic.want(now: 0)) == ["subscribe", "request 1"])
        #expect(texts(topic.want(now: 1)).isEmpty)
        #expect(topic.held == nil)
    }

    @Test("The first epoch that is heard of is that of the request on its way")
    func firstEpoch() {
        var topic = EdgeTopic()
        _ = topic.want(now: 0)
        #expect(topic.beat(epoch: 5, number: nil, now: 1).isEmpty)
        #expect(topic.receive(frame(1), now: 2).isEmpty)
        #expect(texts(topic.receive(dump(0), attempt: 1, now: 3)) == ["ready"])
        #expect(topic.held?.frames.map(\.number) == [1])
    }

    @Test("Frames from before the request on are held; those up to the dump are dropped")
    func heldFrames() throws {
        var topic = EdgeTopic()
        _ = topic.want(now: 0)
        for number in [4, 6, 5, 7] as [UInt64] {
            #expect(topic.receive(frame(number), now: 1).isEmpty)
        }
        #expect(texts(topic.receive(dump(5), attempt: 1, now: 2)) == ["ready"])
        let held = try #require(topic.held)
        #expect(held.dump.number == 5 && held.frames.map(\.number) == [6, 7])
        #expect(texts(topic.receive(frame(8), now: 3)) == ["pass [8]"])
        #expect(topic.held?.frames.map(\.number) == [6, 7, 8])
    }

    @Test("Frames are passed on in order of number, each once; a second copy is counted")
    func order() {
        var topic = served()
        #expect(texts(topic.receive(frame(12), now: 1)) == ["fetch 11...11 2"])
        #expect(texts(topic.receive(frame(12), now: 1)).isEmpty)
        #expect(texts(topic.receive(frame(11), now: 1)) == ["pass [11, 12]"])
        #expect(texts(topic.receive(frame(11), now: 1)).isEmpty)
        #expect(topic.counters.duplicates == 2 && topic.counters.gapsFilled == 1)
    }

    @Test("An edge behind a beat for 200 ms has a gap: the last frame may be the lost one")
    func beat() {
        var topic = served()
        #expect(topic.beat(epoch: 5, number: 12, now: 0).isEmpty)
        #expect(topic.tick(now: 199 * Self.ms).isEmpty)
        #expect(texts(topic.tick(now: 200 * Self.ms)) == ["fetch 11...12 2"])
        #expect(
            texts(topic.fetched([frame(12), frame(11)], attempt: 2, now: 210 * Self.ms))
                == ["pass [11, 12]"])
        #expect(topic.last == 12)
    }

    @Test("What is not in the stream after 1 s ends with a dump for every client")
    func gapNotFilled() {
        var topic = served()
        #expect(texts(topic.receive(frame(13), now: 0)) == ["fetch 11...12 2"])
        var now: UInt64 = 0
        var fetches = 1
        var effects: [EdgeEffect] = []
        while !texts(effects).contains(where: { $0.hasPrefix("request") }) {
            now += 10 * Self.ms
            effects = topic.fetched([], attempt: UInt64(1 + fetches), now: now)
            for effect in effects { if case .fetch = effect { fetches += 1 } }
        }
        #expect(now == 1_000 * Self.ms)
        // Each pause is twice the one before.
        #expect((4...6).contains(fetches))
        let attempt = UInt64(fetches + 2)
        #expect(
            texts(topic.receive(dump(13), attempt: attempt, now: now + 1)) == ["redump"])
        #expect(topic.counters.redumps == 1 && topic.last == 13)
    }

    @Test("A range that is partly gone from the stream is filled as far as it goes")
    func partlyGone() {
        var topic = served()
        _ = topic.beat(epoch: 5, number: 14, now: 0)
        #expect(texts(topic.tick(now: 200 * Self.ms)) == ["fetch 11...14 2"])
        #expect(
            texts(topic.fetched([frame(11), frame(13)], attempt: 2, now: 210 * Self.ms))
                == ["pass [11]", "fetch 12...12 3"])
    }

    @Test("A fetch that waits for its turn does not count against the frames that are missing")
    func fetchInTurn() {
        var topic = served()
        #expect(texts(topic.receive(frame(12), now: 0)) == ["fetch 11...11 2"])
        #expect(texts(topic.tick(now: 5_000 * Self.ms)).isEmpty)
        let isWanted = topic.begins(fetch: 2, now: 6_000 * Self.ms)
        #expect(isWanted)
        #expect(texts(topic.tick(now: 6_999 * Self.ms)).isEmpty)
        #expect(
            texts(topic.fetched([frame(11)], attempt: 2, now: 6_999 * Self.ms))
                == ["pass [11, 12]"])
        #expect(topic.counters.gapsFilled == 1 && topic.counters.redumps == 0)
    }

    @Test("A fetch that finds frames is not given up, however long it takes")
    func longFetch() {
        var topic = served()
        #expect(texts(topic.receive(frame(20), now: 0)) == ["fetch 11...19 2"])
        _ = topic.begins(fetch: 2, now: 0)
        for number in 11...18 as ClosedRange<UInt64> {
            let now = (number - 10) * 900 * Self.ms
            let found = topic.fetchProgressed([frame(number)], attempt: 2, now: now)
            #expect(texts(found) == ["pass [\(number)]"])
        }
        let late = 7_300 * Self.ms
        #expect(texts(topic.fetchProgressed([frame(19)], attempt: 9, now: late)).isEmpty)
        #expect(texts(topic.fetched([frame(19)], attempt: 2, now: late)) == ["pass [19, 20]"])
        #expect(topic.counters.gapsFilled == 1 && topic.counters.redumps == 0)
    }

    @Test("A gap of many fetches is fetched without pauses, and none of its waits counts")
    func manyFetches() {
        var topic = served()
        #expect(texts(topic.receive(frame(1_036), now: 0)) == ["fetch 11...522 2"])
        _ = topic.begins(fetch: 2, now: 3_000 * Self.ms)
        let now = 3_100 * Self.ms
        let found = (11...522).map { frame($0) }
        _ = topic.fetchProgressed(found, attempt: 2, now: now)
        // All was handed over before.
        #expect(texts(topic.fetched([], attempt: 2, now: now + 1)) == ["fetch 523...1034 3"])
        #expect(texts(topic.tick(now: 6_000 * Self.ms)).isEmpty)
        _ = topic.begins(fetch: 3, now: 6_000 * Self.ms)
        // A sign of life, as a search takes long where answers do.
        _ = topic.fetchProgressed([], attempt: 3, now: 6_900 * Self.ms)
        #expect(texts(topic.tick(now: 7_800 * Self.ms)).isEmpty)
        // Nothing more is there, and that was all the time it had.
        let effects = texts(topic.fetched([], attempt: 3, now: 7_850 * Self.ms))
        #expect(effects == ["request 4"])
    }

    @Test("A fetch whose turn never comes ends with a dump after 10 s, and is not wanted then")
    func fetchWithoutTurn() {
        var topic = served()
        #expect(texts(topic.receive(frame(12), now: 0)) == ["fetch 11...11 2"])
        #expect(texts(topic.tick(now: 9_999 * Self.ms)).isEmpty)
        #expect(texts(topic.tick(now: 10_000 * Self.ms)) == ["request 3"])
        #expect(texts(topic.receive(dump(12), attempt: 3, now: 10_001 * Self.ms)) == ["redump"])
        let isWanted = topic.begins(fetch: 2, now: 10_002 * Self.ms)
        #expect(!isWanted)
    }

    @Test("One fetch at a time; one that is not answered is given up after 1 s")
    func oneFetch() {
        var topic = served()
        #expect(texts(topic.receive(frame(13), now: 0)) == ["fetch 11...12 2"])
        _ = topic.begins(fetch: 2, now: 0)
        #expect(texts(topic.receive(frame(20), now: 0)).isEmpty)
        #expect(texts(topic.receive(frame(11), now: 900 * Self.ms)) == ["pass [11]"])
        #expect(texts(topic.tick(now: 999 * Self.ms)).isEmpty)
        #expect(texts(topic.fetched([frame(12)], attempt: 9, now: 999 * Self.ms)).isEmpty)
        #expect(texts(topic.tick(now: 1_000 * Self.ms)).isEmpty)
        #expect(texts(topic.tick(now: 1_050 * Self.ms)) == ["fetch 12...12 3"])
    }

    @Test("A greater epoch drops all of smaller ones, and each client gets a new dump")
    func epoch() {
        var topic = served()
        _ = topic.receive(frame(11), now: 1)
        #expect(texts(topic.receive(frame(1, epoch: 6), now: 2)) == ["request 2"])
        #expect(topic.held == nil && topic.last == nil)
        #expect(topic.receive(frame(12), now: 3).isEmpty)
        #expect(topic.receive(dump(20), attempt: 2, now: 3).isEmpty)
        #expect(topic.counters.outdated == 2)
        #expect(texts(topic.tick(now: 300 * Self.ms)) == ["request 3"])
        #expect(
            texts(topic.receive(dump(1, epoch: 6), attempt: 3, now: 301 * Self.ms))
                == ["redump"])
        #expect(texts(topic.receive(frame(2, epoch: 6), now: 302 * Self.ms)) == ["pass [2]"])
    }

    @Test("A beat of a greater epoch is enough, whether it has the topic or not")
    func epochOfBeat() {
        var topic = served()
        #expect(texts(topic.beat(epoch: 6, number: nil, now: 1)) == ["request 2"])
        #expect(topic.beat(epoch: 5, number: 99, now: 400 * Self.ms).isEmpty)
        #expect(
            texts(topic.receive(dump(3, epoch: 7), attempt: 2, now: 401 * Self.ms))
                == ["redump"])
        #expect(topic.epoch == 7)
    }

    @Test("No part for 2 s: asked again, whole; an answer to an older request is dropped")
    func timeout() {
        var topic = EdgeTopic()
        _ = topic.want(now: 0)
        _ = topic.dumpProgressed(attempt: 1, now: 1_500 * Self.ms)
        #expect(topic.tick(now: 3_499 * Self.ms).isEmpty)
        #expect(topic.tick(now: 3_500 * Self.ms).isEmpty)
        #expect(texts(topic.tick(now: 3_750 * Self.ms)) == ["request 2"])
        #expect(topic.receive(dump(4), attempt: 1, now: 3_751 * Self.ms).isEmpty)
        #expect(texts(topic.receive(dump(5), attempt: 2, now: 3_752 * Self.ms)) == ["ready"])
    }

    @Test("Without a responder the pauses double up to 4 s")
    func backOff() {
        var topic = EdgeTopic()
        var sent: [UInt64] = []
        var effects = topic.want(now: 0)
        for tick in 0..<3_000 {
            let now = UInt64(tick) * 10 * Self.ms
            for effect in effects {
                guard case .requestDump(let attempt) = effect else { continue }
                sent.append(now / Self.ms)
                _ = topic.dumpFailed(attempt: attempt, now: now)
            }
            effects = topic.tick(now: now + 10 * Self.ms)
        }
        let pauses = zip(sent, sent.dropFirst()).map { ($1 - $0) / 250 }
        #expect(pauses.prefix(7) == [1, 2, 4, 8, 16, 16, 16])
    }

    @Test("A refused topic is refused to later clients too, for 1 s")
    func refusal() {
        var topic = EdgeTopic()
        _ = topic.want(now: 0)
        #expect(texts(topic.dumpRefused("none", attempt: 1, now: 5)) == ["refuse none"])
        #expect(texts(topic.want(now: 6)) == ["refuse none"])
        #expect(topic.receive(frame(1), now: 7).isEmpty && topic.byteCount == 0)
        #expect(texts(topic.want(now: 1_000 * Self.ms + 5)) == ["subscribe", "request 2"])
    }

    @Test("A topic that the new world does not have is asked for in the one after it")
    func refusalAfterRestart() {
        var topic = served()
        #expect(texts(topic.beat(epoch: 6, number: nil, now: 1)) == ["request 2"])
        #expect(texts(topic.dumpRefused("gone", attempt: 2, now: 2)) == ["refuse gone"])
        #expect(topic.beat(epoch: 6, number: nil, now: 3).isEmpty)
        #expect(texts(topic.beat(epoch: 7, number: nil, now: 4)) == ["subscribe", "request 3"])
        #expect(texts(topic.receive(dump(0, epoch: 7), attempt: 3, now: 5)) == ["redump"])
    }

    @Test("Who asks again gets a dump that is not older than its last frame")
    func askingAgain() {
        var topic = served()
        for number in 11...13 as ClosedRange<UInt64> {
            _ = topic.receive(frame(number), now: 1_000 * Self.ms)
        }
        #expect(texts(topic.want(atLeast: 10, now: 1_000 * Self.ms)).isEmpty)
        #expect(texts(topic.want(atLeast: 13, now: 1_000 * Self.ms)) == ["request 2"])
        #expect(texts(topic.receive(frame(14), now: 1_001 * Self.ms)) == ["pass [14]"])
        #expect(texts(topic.receive(dump(13), attempt: 2, now: 1_002 * Self.ms)) == ["ready"])
        #expect(topic.held?.dump.number == 13 && topic.held?.frames.map(\.number) == [14])
        #expect(topic.counters.redumps == 0)
    }

    @Test("A dump that has overtaken frames waits for them")
    func dumpAhead() {
        var topic = served()
        let late = 1_000 * Self.ms
        _ = topic.receive(frame(11), now: late)
        _ = topic.want(atLeast: 11, now: late)
        #expect(texts(topic.receive(dump(13), attempt: 2, now: late)).isEmpty)
        #expect(topic.held?.dump.number == 10)
        #expect(texts(topic.receive(frame(12), now: late + 1)) == ["pass [12]"])
        #expect(texts(topic.receive(frame(13), now: late + 2)) == ["pass [13]", "ready"])
        #expect(topic.held?.dump.number == 13 && topic.counters.redumps == 0)
    }

    @Test("Beyond 8 MiB a new dump is asked for, and clients that need none get none")
    func bound() {
        var topic = served()
        var now = 1_000 * Self.ms
        var number: UInt64 = 10
        var effects: [String] = []
        while !effects.contains(where: { $0.hasPrefix("request") }) {
            number += 1
            now += 1
            effects = texts(topic.receive(frame(number, bytes: 1 << 16), now: now))
            #expect(topic.byteCount <= 8 << 20)
        }
        #expect(effects == ["pass [\(number)]", "request 2"] && topic.byteCount >= 6 << 20)
        // Unanswered: the bound is kept, and frames are passed on.
        let requested = number
        while topic.held != nil {
            number += 1
            effects = texts(topic.receive(frame(number, bytes: 1 << 16), now: now))
            #expect(effects == ["pass [\(number)]"] && topic.byteCount <= 8 << 20)
        }
        #expect(texts(topic.receive(dump(requested + 1), attempt: 2, now: now)) == ["ready"])
        #expect(topic.held?.frames.map(\.number) == Array(requested + 2...number))
        #expect(topic.counters.redumps == 0 && topic.counters.dropped == 0)
    }

    @Test("Frames that waited for a dump are held within the bound, and passed on in order")
    func boundBehindDump() {
        var topic = EdgeTopic()
        _ = topic.want(now: 0)
        for number in 2...128 as ClosedRange<UInt64> {
            _ = topic.receive(frame(number, bytes: 1 << 16), now: 1)
        }
        #expect(texts(topic.receive(dump(1, bytes: 1 << 20), attempt: 1, now: 2)) == ["ready"])
        let last = topic.last ?? 0
        #expect((100..<128).contains(last) && topic.held?.frames.count == Int(last) - 1)
        let effects = texts(topic.tick(now: 50 * Self.ms))
        #expect(effects.first == "pass \(Array(last + 1...128))" && topic.last == 128)
    }

    @Test("A number that the source cannot have reached makes one dump, no storm")
    func impossibleNumbers() {
        var topic = served()
        var requests = 0
        var redumps = 0
        var effects = topic.receive(frame(FleetLimits.numberMax), now: 0)
        for tick in 1..<1_000 {
            let now = UInt64(tick) * 10 * Self.ms
            var next: [EdgeEffect] = []
            for effect in effects {
                switch effect {
                case .fetch(_, let attempt):
                    next += topic.fetched([], attempt: attempt, now: now)
                case .requestDump(let attempt):
                    requests += 1
                    next += topic.receive(dump(12), attempt: attempt, now: now)
                case .redump: redumps += 1
                default: break
                }
            }
            effects = next + topic.tick(now: now)
        }
        #expect(requests == 1 && redumps == 1)
        #expect(topic.receive(frame(0), now: 10_000 * Self.ms).isEmpty)
        #expect(topic.receive(frame(.max), now: 10_000 * Self.ms).isEmpty)
        #expect(topic.last == 12 && topic.counters.dropped == 3)
    }

    @Test("A gap that is never quite filled ends with a dump after 10 s")
    func endlessGap() {
        var topic = served()
        var number: UInt64 = 10
        var attempt: UInt64 = 0
        var requestedAt: UInt64?
        _ = topic.receive(frame(1_000_000), now: 0)
        for tick in 1..<1_200 where requestedAt == nil {
            let now = UInt64(tick) * 10 * Self.ms
            number += 1
            for effect in topic.receive(frame(number), now: now) {
                if case .requestDump(let sent) = effect { (requestedAt, attempt) = (now, sent) }
            }
        }
        #expect(requestedAt == 10_000 * Self.ms && attempt > 1)
    }

    @Test("A topic that beats no longer have is closed: the next dump is for every client, at once")
    func closed() {
        var topic = served()
        #expect(topic.beat(epoch: 5, number: 10, now: 500 * Self.ms).isEmpty)
        #expect(topic.beat(epoch: 5, number: nil, now: 1_000 * Self.ms).isEmpty)
        #expect(topic.counters.closed == 0)
        #expect(
            texts(topic.beat(epoch: 5, number: nil, now: 1_500 * Self.ms)) == ["request 2"])
        #expect(topic.counters.closed == 1)
        // Nobody looks for a frame that was published to nobody.
        #expect(texts(topic.receive(dump(11), attempt: 2, now: 1_501 * Self.ms)) == ["redump"])
        #expect(topic.beat(epoch: 5, number: 11, now: 2_000 * Self.ms).isEmpty)
        #expect(texts(topic.receive(frame(12), now: 2_001 * Self.ms)) == ["pass [12]"])
        #expect(topic.counters.closed == 1 && topic.counters.redumps == 1)
    }

    @Test("A beat from before the dump that opened a topic does not close it")
    func beatBeforeOpening() {
        var topic = served()
        #expect(topic.beat(epoch: 5, number: nil, now: 999 * Self.ms).isEmpty)
        #expect(topic.beat(epoch: 5, number: 10, now: 1_000 * Self.ms).isEmpty)
        #expect(topic.tick(now: 3_000 * Self.ms).isEmpty && topic.counters.closed == 0)
    }

    @Test("Opened again for another edge, a topic has a number that no frame has: a gap, a dump")
    func reopenedUnnoticed() {
        var topic = served()
        #expect(topic.beat(epoch: 5, number: 11, now: 0).isEmpty)
        #expect(texts(topic.tick(now: 200 * Self.ms)) == ["fetch 11...11 2"])
        var effects: [EdgeEffect] = topic.fetched([], attempt: 2, now: 201 * Self.ms)
        for tick in 1..<100 where effects.isEmpty || !texts(effects)[0].hasPrefix("request") {
            let now = UInt64(201 + 20 * tick) * Self.ms
            effects = topic.tick(now: now)
            for case .fetch(_, let attempt) in effects {
                effects = topic.fetched([], attempt: attempt, now: now)
            }
        }
        guard case .requestDump(let attempt) = effects.first else {
            Issue.record("no dump is requested: \(effects)")
            return
        }
        let last = topic.receive(dump(11), attempt: attempt, now: 3_000 * Self.ms)
        #expect(texts(last) == ["redump"])
    }
}

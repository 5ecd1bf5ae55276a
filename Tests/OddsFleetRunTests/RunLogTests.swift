import Foundation
import OddsMeasurement
import OddsResults
import SeededRandom
import Testing

@testable import OddsFleetRun

@Suite struct RunLogTests {
    /// A message of the stream.
    struct Message {
        var bytes: [UInt8]
        var sender: String
        var time: UInt64
    }

    /// 2026-07-01T12:00:00Z.
    static let noon: UInt64 = 1_782_907_200_000_000_000

    static func messages(
        reports: [String: [[UInt64]]], results: [(String, AgentResult)], end: UInt64 = 30,
        cutShort: String? = nil
    ) throws -> [Message] {
        let coordinator = AgentName.coordinator
        var messages = [
            Message(
                bytes: RunMessage.planned(try FleetRunPlanTests.plan(), FleetFixtures.origin).json,
                sender: coordinator, time: noon),
            Message(
                bytes: RunMessage.start(sourceNanoseconds: 5_000_000_000).json,
                sender: coordinator, time: noon + 1),
        ]
        for name in ["a1", "a2"] {
            messages.append(
                Message(
                    bytes: RunMessage.ready(try FleetFixtures.clock(uncertainty: 20_000)).json,
                    sender: name, time: noon))
        }
        for (name, seconds) in reports {
            for (index, values) in seconds.enumerated() {
                var report = AgentReport(
                    number: index + 1, atNanoseconds: UInt64(index + 1) * 1_000_000_000)
                report.edges = [
                    .init(
                        target: 1, clients: 200, records: 7 * values.count,
                        response: LatencySteps(FleetFixtures.histogram(values)))
                ]
                report.counts.framesApplied = (index + 1) * values.count
                messages.append(
                    Message(
                        bytes: RunMessage.report(report).json, sender: name,
                        time: noon + UInt64(index + 4) * 1_000_000_000))
            }
        }
        for (name, result) in results {
            for part in DocumentPart.parts(of: result.json, bytesMax: 400) {
                messages.append(
                    Message(
                        bytes: RunMessage.part(part).json, sender: name,
                        time: noon + 20_000_000_000 + UInt64(part.number)))
            }
        }
        messages.append(
            Message(
                bytes: RunMessage.end(cutShort: cutShort).json, sender: coordinator,
                time: noon + end * 1_000_000_000))
        return messages
    }

    static func result(_ messages: [Message]) throws -> ResultEnvelope<RunResults> {
        var log = RunLog()
        for message in messages { log.add(message.bytes, from: message.sender, at: message.time) }
        return try log.result()
    }

    private static func values(_ count: Int, seed: UInt64) -> [UInt64] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            UInt64(exp(Double.random(in: 10...18, using: &random)))
        }
    }

    @Test("Merged percentiles equal those of one histogram of all values",
        arguments: 1...30 as ClosedRange<UInt64>)
    func mergedPercentiles(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let first = Self.values(.random(in: 0...4_000, using: &random), seed: seed &* 3)
        let second = Self.values(.random(in: 1...4_000, using: &random), seed: seed &* 5)
        let result = try Self.result(
            Self.messages(
                reports: [:],
                results: [
                    ("a1", try FleetFixtures.result(edge: first)),
                    ("a2", try FleetFixtures.result(edge: second, target: 1)),
                ]))
        let run = result.result.runs[0]
        let whole = LatencySummary(
            FleetFixtures.histogram(first + second), keepsHistogram: true)
        #expect(run.responseTime == whole, "seed \(seed)")
        let fleet = try #require(run.fleet)
        for parts in [fleet.agents, fleet.edges] {
            #expect(parts[0].responseTime == LatencySummary(FleetFixtures.histogram(first)))
            #expect(parts[1].responseTime == LatencySummary(FleetFixtures.histogram(second)))
        }
    }

    @Test("Messages in any order, some of them twice, give the same bytes",
        arguments: 1...20 as ClosedRange<UInt64>)
    func anyOrder(seed: UInt64) throws {
        let seconds = (1...4).map { Self.values(50, seed: $0) }
        let messages = try Self.messages(
            reports: ["a1": seconds, "a2": seconds.reversed()],
            results: [("a1", try FleetFixtures.result(edge: seconds.flatMap { $0 }))])
        let expected = try Self.result(messages).json()
        var random = SplitMix64(seed: seed)
        let twice = messages.filter { _ in Bool.random(using: &random) }
        // The stream takes a message that was sent again later.
        let again = twice.map { Message(bytes: $0.bytes, sender: $0.sender, time: $0.time + 7) }
        let mixed = (messages + again).shuffled(using: &random)
        #expect(try Self.result(mixed).json() == expected, "seed \(seed)")
    }

    @Test("Of two messages of one name the stream's first counts, whichever is read first")
    func firstCounts() throws {
        let messages = try Self.messages(
            reports: ["a1": [[5, 5], [7]]], results: [("a2", try FleetFixtures.result(edge: [9]))])
        let expected = try Self.result(messages).json()
        let others = try Self.messages(
            reports: ["a1": [[1_000], [2_000]]], results: []
        ).map { Message(bytes: $0.bytes, sender: $0.sender, time: $0.time + 1) }
        let reports = others.filter { $0.sender == "a1" }
        #expect(try Self.result(reports + messages).json() == expected)
        #expect(try Self.result(messages + reports).json() == expected)
    }

    @Test("An agent that stood still is named by its largest wake-up delay, and no other")
    func stoppedAgent() throws {
        let stopped: UInt64 = 10_000_000_000
        let times = (0..<100).map { stopped * UInt64($0) / 100 }
        var still = try FleetFixtures.result(edge: times, target: 1)
        var delays = LatencyHistogram()
        delays.record(stopped, missedEvery: JitterMonitor.intervalNanoseconds)
        still.jitter = JitterMonitor.Sample(wakeDelay: delays, processorShare: 0)
        let other = try FleetFixtures.result(edge: Self.values(1_000, seed: 1))
        let run = try Self.result(
            Self.messages(reports: [:], results: [("a1", other), ("a2", still)])
        ).result.runs[0]
        #expect(run.status == .invalid)
        let reason = try #require(run.reason)
        #expect(reason.contains("a2 stood still itself: an idle thread of it woke up as much as"))
        #expect(reason.contains("10.0 s late"))
        #expect(!reason.contains("a1 stood still"))
        var feed = still
        feed.jitter = JitterMonitor.Sample()
        let slow = try Self.result(
            Self.messages(reports: [:], results: [("a1", other), ("a2", feed)])
        ).result.runs[0]
        #expect(slow.reason?.contains("stood still") != true)
    }

    @Test("A lost agent is named, its reports count, and what followed is estimated")
    func lostAgent() throws {
        let seconds = [Self.values(100, seed: 1), Self.values(100, seed: 2)]
        let whole = Self.values(1_000, seed: 3)
        let run = try Self.result(
            Self.messages(
                reports: ["a2": seconds], results: [("a1", try FleetFixtures.result(edge: whole))])
        ).result.runs[0]
        #expect(run.status == .incomplete)
        let fleet = try #require(run.fleet)
        #expect(fleet.lost.map(\.name) == ["a2"])
        #expect(fleet.lost[0].lastReportAt == "2026-07-01T12:00:05.000Z")
        #expect(fleet.lost[0].lastReportNanoseconds == 2_000_000_000)
        // A hundred frames a second for the eight seconds that are left.
        #expect(fleet.lost[0].unknownFrames == 800)
        #expect(fleet.unknownFrames == 800)
        #expect(
            run.reason == """
                a2 was lost: its last report came at 2026-07-01T12:00:05.000Z, 2.00 s into the \
                window; not known, and in no percentile: about 800 frames
                """)
        let all = FleetFixtures.histogram(whole + seconds.flatMap { $0 })
        #expect(run.responseTime == LatencySummary(all, keepsHistogram: true))
        #expect(run.live?.account?.offered.frames == 1_200)
        #expect(fleet.agents.map(\.frames) == [1_000, 200])
        #expect(fleet.edges.map(\.frames) == [1_000, 200])
        #expect(run.series?.map(\.responseTime.count) == [100, 100])
    }

    @Test("An agent that was lost before its first report is estimated by the others' clients")
    func lostBeforeItsFirstReport() throws {
        let run = try Self.result(
            Self.messages(
                reports: [:], results: [("a1", try FleetFixtures.result(edge: [1, 2, 3, 4]))])
        ).result.runs[0]
        #expect(run.reason?.hasPrefix("a2 was lost before its first report; not known") == true)
        #expect(run.fleet?.lost[0].unknownFrames == 4)
        #expect(run.fleet?.lost[0].lastReportAt == nil)
    }

    @Test("Numbers that no honest agent has end nothing")
    func absurdNumbers() throws {
        var report = AgentReport(number: 1_000_000, atNanoseconds: 1)
        report.edges = (0..<64).map { _ in
            .init(
                target: 1, clients: 1 << 46, records: 1 << 26,
                response: LatencySteps(FleetFixtures.histogram([0, 86_400_000_000_000])))
        }
        var messages = try Self.messages(reports: [:], results: [])
        messages.append(
            Message(bytes: RunMessage.report(report).json, sender: "a1", time: Self.noon + 9))
        var result = AgentResult(window: 0..<1 << 62, clock: try FleetFixtures.clock())
        result.unknownFrames = 1 << 46
        result.counts.framesApplied = 1 << 46
        for part in DocumentPart.parts(of: result.json) {
            messages.append(
                Message(bytes: RunMessage.part(part).json, sender: "a2", time: Self.noon + 9))
        }
        let run = try Self.result(messages).result.runs[0]
        #expect(run.fleet?.unknownFrames == (1 << 46) + 1_000_000_000_000_000)
        // More than a report may have.
        report.edges[0].records += 1
        var log = RunLog()
        log.add(RunMessage.report(report).json, from: "a1", at: 0)
        #expect(log.droppedCount == 1)
    }

    @Test("What the stream took after the end does not count")
    func afterTheEnd() throws {
        let results = [
            ("a1", try FleetFixtures.result(edge: [1, 2])),
            ("a2", try FleetFixtures.result(edge: [3])),
        ]
        let late = try Self.messages(reports: [:], results: results, end: 20)
        #expect(try Self.result(late).result.runs[0].fleet?.lost.count == 2)
        // A coordinator that is gone wrote no end: all counts that is there.
        let collected = try Self.result(late.dropLast())
        #expect(collected.result.runs[0].status == .ok)
    }

    @Test("A run is open until its end, until all of its agents are through, or for so long")
    func openUntil() throws {
        func until(_ messages: [Message]) -> UInt64? {
            var log = RunLog()
            for message in messages {
                log.add(message.bytes, from: message.sender, at: message.time)
            }
            return log.openUntil
        }
        let one = [("a1", try FleetFixtures.result(edge: [1, 2]))]
        let messages = try Self.messages(reports: [:], results: one)
        #expect(until([]) == nil)
        #expect(until(messages) == nil)
        let plan = try FleetRunPlanTests.plan()
        let limits = CoordinatorLimits()
        let rest =
            plan.durationNanoseconds + limits.pause + limits.results(questions: plan.questions)
        #expect(
            until(messages.dropLast())
                == Self.noon + 1 + limits.announcement + plan.warmupNanoseconds + rest)
        #expect(
            until([messages[0]])
                == Self.noon + limits.offer + limits.ready + plan.connectingNanoseconds)
        // Plan and start may be of a later time, as they are written again: reports tell.
        let reported = try Self.messages(reports: ["a2": [[1], [2]]], results: [])
        let late = reported.dropLast().map { message in
            var message = message
            if message.sender == AgentName.coordinator { message.time += 300_000_000_000 }
            return message
        }
        #expect(until(late) == Self.noon + 3_000_000_000 + rest)
        let other = Message(
            bytes: RunMessage.failed(reason: "it was stopped").json, sender: "a2",
            time: Self.noon + 9)
        #expect(until(messages.dropLast() + [other]) == nil)
    }

    @Test("An outage of NATS is in the result, and why it is not OK, but no reason for that")
    func outage() throws {
        var second = try FleetFixtures.result(edge: Self.values(500, seed: 7), target: 1)
        second.natsAwayNanoseconds = 5_300_000_000
        let first = try FleetFixtures.result(edge: Self.values(500, seed: 8))
        let results = [("a1", first), ("a2", second)]
        let run = try Self.result(Self.messages(reports: [:], results: results)).result.runs[0]
        #expect(run.status == .ok && run.reason == nil)
        #expect(run.fleet?.agents.map(\.natsAwayNanoseconds) == [nil, 5_300_000_000])
        #expect(run.fleet?.outageText?.hasPrefix("NATS was away from a2 for up to 5.30 s") == true)
        second.truth = LiveFigures.Truth(channels: 200, differing: 3)
        let wrong = try Self.result(
            Self.messages(reports: [:], results: [("a1", first), ("a2", second)])).result.runs[0]
        #expect(wrong.reason?.contains("; NATS was away from a2") == true)
    }

    @Test("An edge has the clients that it had at the end, unless some are not known")
    func clientsAtEnd() throws {
        var second = try FleetFixtures.result(edge: [2], target: 1)
        second.edges[0].clients = 0
        let results = [("a1", try FleetFixtures.result(edge: [1])), ("a2", second)]
        let run = try Self.result(Self.messages(reports: [:], results: results)).result.runs[0]
        #expect(run.fleet?.edges.map(\.clientsAtEnd) == [200, 0])
        #expect(run.fleet?.leftTexts.count == 1)
        let lost = try Self.result(Self.messages(reports: [:], results: [results[0]]))
        #expect(lost.result.runs[0].fleet?.edges.map(\.clientsAtEnd) == [nil, nil])
    }

    @Test("A whole result lacks no part, and none of its bytes is another")
    func partialResult() throws {
        let results = [
            ("a1", try FleetFixtures.result(edge: [1])),
            ("a2", try FleetFixtures.result(edge: [2])),
        ]
        let messages = try Self.messages(reports: [:], results: results)
        let index = try #require(messages.lastIndex { $0.sender == "a2" })
        var missing = messages
        missing.remove(at: index)
        #expect(try Self.result(missing).result.runs[0].fleet?.lost.map(\.name) == ["a2"])
    }

    @Test("Who is not in the plan, and what is no message, changes nothing and is counted")
    func strangers() throws {
        let results = [
            ("a1", try FleetFixtures.result(edge: [1])),
            ("a2", try FleetFixtures.result(edge: [2])),
        ]
        let messages = try Self.messages(reports: [:], results: results)
        let expected = try Self.result(messages).json()
        var log = RunLog()
        for message in messages { log.add(message.bytes, from: message.sender, at: message.time) }
        let report = RunMessage.report(AgentReport(number: 1, atNanoseconds: 1)).json
        log.add(report, from: "stranger", at: 1)
        log.add(RunMessage.end(cutShort: "no").json, from: "a1", at: 1)
        log.add(Array("{".utf8), from: "a1", at: 1)
        log.add(report, from: "a b", at: 1)
        log.add(report, from: "coordinator", at: 1)
        #expect(log.droppedCount == 4)
        #expect(try log.result().json() == expected)
    }

    @Test("A run that never began has no result, and says why")
    func noResult() throws {
        #expect(throws: RunLogError.noPlan) { try RunLog().result() }
        let messages = try Self.messages(reports: [:], results: [])
        #expect(throws: RunLogError.noStart(try RunID("r1"))) { try Self.result([messages[0]]) }
    }

    @Test("A run whose trees were not all compared counts for nothing, and says so")
    func uncompared() throws {
        let first = try FleetFixtures.result(edge: Self.values(500, seed: 8))
        var second = try FleetFixtures.result(edge: Self.values(500, seed: 7), target: 1)
        second.truth = nil
        let envelope = try Self.result(
            Self.messages(reports: [:], results: [("a1", first), ("a2", second)]))
        let run = envelope.result.runs[0]
        #expect(run.status == .invalid)
        #expect(run.reason?.hasPrefix("200 of 400 channels were compared") == true)
    }

    @Test("Counts are added, and the whole is judged as a run over sockets is")
    func sums() throws {
        var second = try FleetFixtures.result(edge: Self.values(500, seed: 7), target: 1)
        second.truth = LiveFigures.Truth(channels: 200, differing: 3)
        second.truth?.reason = "the tree is another"
        second.isCutShort = true
        second.counts.reconnects = 4
        second.unknownFrames = 6
        let first = try FleetFixtures.result(
            edge: Self.values(500, seed: 8), unseen: [90_000_000],
            clock: FleetFixtures.clock(uncertainty: 250_000))
        let envelope = try Self.result(
            Self.messages(
                reports: [:], results: [("a1", first), ("a2", second)],
                cutShort: "SIGINT after 5 s of 10s"))
        let run = envelope.result.runs[0]
        #expect(envelope.cutShort == "SIGINT after 5 s of 10s")
        #expect(envelope.command == ["bench", "fleet", "run"] && envelope.seed == .max)
        #expect(run.status == .invalid)
        #expect(
            run.reason == """
                not known, and in no percentile: about 6 frames; 3 of 400 channels differ from \
                the server's state: a2: the tree is another
                """)
        #expect(run.live?.counts.framesApplied == 1_000)
        #expect(run.live?.counts.reconnects == 4)
        #expect(run.live?.clients == 400 && run.live?.channels == 400)
        #expect(run.live?.account?.unseen.frames == 1)
        #expect(run.live?.account?.lowerBoundFromNanoseconds != nil)
        #expect(run.unserved == .init(frames: 1, updates: 7))
        #expect(run.offeredRate == 1_001 * 7 / 10.0)
        #expect(run.memory.residentBytesPeak == 2 << 20)
        #expect(run.memory.residentBytesAfter == nil)
        #expect(run.cutShortNanoseconds == 10_000_000_000)
        #expect(run.fleet?.unknownFrames == 6)
        #expect(run.fleet?.agents.map(\.clockUncertaintyNanoseconds) == [250_000, 60_000])
        #expect(run.fleet?.clockUncertaintyNanoseconds == 250_000)
    }

    @Test("Agents whose topics are at rest in different states make the run INVALID")
    func differentStates() throws {
        var second = try FleetFixtures.result(edge: [2])
        second.digests[0] = String(repeating: "cd", count: 32)
        let run = try Self.result(
            Self.messages(
                reports: [:],
                results: [("a1", try FleetFixtures.result(edge: [1])), ("a2", second)])
        ).result.runs[0]
        #expect(run.status == .invalid)
        #expect(run.reason == "a1 and a2 have different states of /sports/1")
    }
}

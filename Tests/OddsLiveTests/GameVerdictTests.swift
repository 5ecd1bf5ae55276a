import OddsMeasurement
import OddsResults
import Testing

@testable import OddsLive

/// When measurements of pages are valid, and when pages and server keep up.
@Suite struct GameVerdictTests {
    private static let ms: UInt64 = 1_000_000

    private static func summary(_ nanoseconds: UInt64, count: Int = 1_000) -> LatencySummary {
        var times = LatencyHistogram()
        for _ in 0..<count { times.record(nanoseconds) }
        return LatencySummary(times)
    }

    private static func frames(
        count: Int = 600, late: Int = 0, longest: UInt64 = 17 * ms, median: UInt64 = 16_670_000
    ) -> GameFrames {
        GameFrames(
            count: count, late: late, longestNanoseconds: longest, medianNanoseconds: median,
            interval: summary(median, count: count))
    }

    private static func run(
        paint: UInt64 = 15 * ms, samples: Int = 1_000, idle: GameFrames = frames(),
        frames: GameFrames = frames(), lateness: UInt64 = 3 * ms, clock: UInt64 = 200_000,
        rate: Int = 2_000, isRight: Bool = true
    ) -> GameRun {
        var run = GameRun(render: .frame, rate: rate, repetition: 1, idle: idle)
        run.clock = GameClock(
            offsetNanoseconds: 0, errorNanoseconds: clock, roundTripNanoseconds: 2 * clock)
        run.paint = summary(paint, count: samples)
        run.frames = frames
        run.mainThread = summary(ms)
        run.lateness = summary(lateness)
        run.checks = [PlatformCheck("digest", isOK: isRight, "both are the same")]
        return run
    }

    @Test func aRightRunIsOK() {
        #expect(GameVerdict(Self.run()).status == .ok)
        // Late frames of the page itself are a result.
        #expect(GameVerdict(Self.run(frames: Self.frames(late: 300))).status == .ok)
    }

    @Test func whatIsWrongIsInvalidWhateverItsTimes() {
        let verdict = GameVerdict(Self.run(isRight: false))
        #expect(verdict.status == .invalid && verdict.reason == "digest: both are the same")
        #expect(GameVerdict(Self.run(), fault: "debug").reason == "debug")
        #expect(GameVerdict(Self.run(samples: 0)).status == .invalid)
        #expect(GameVerdict(Self.run(frames: Self.frames(count: 0))).status == .invalid)
    }

    /// A machine that cannot draw an empty page in time says nothing about another one.
    @Test func lateFramesOfAnIdlePageMakeARunInvalid() {
        func status(_ idle: GameFrames) -> RunResult.Status {
            GameVerdict(Self.run(idle: idle)).status
        }
        #expect(status(Self.frames(late: 6)) == .ok)
        #expect(status(Self.frames(late: 7)) == .invalid)
        #expect(status(Self.frames(late: 1, longest: 100 * Self.ms)) == .ok)
        #expect(status(Self.frames(late: 1, longest: 101 * Self.ms)) == .invalid)
        #expect(status(Self.frames(count: 0)) == .invalid)
        #expect(status(Self.frames(median: 33 * Self.ms)) == .invalid)
        #expect(status(Self.frames(median: 8 * Self.ms)) == .invalid)
        #expect(GameVerdict.idle(Self.frames(late: 6)) == nil)
        let reason = GameVerdict(Self.run(idle: Self.frames(late: 60))).reason
        #expect(reason == GameVerdict.idle(Self.frames(late: 60)))
        #expect(reason?.hasPrefix("of an idle page 10.0% of the frames were late") == true)
    }

    /// More than a tenth of a percentile and what a message holds, and more than 5 ms.
    @Test func aLateServerMakesARunInvalid() {
        func status(
            _ paint: UInt64, _ lateness: UInt64, rate: Int = 2_000, hasProvider: Bool = false
        ) -> RunResult.Status {
            let run = Self.run(
                paint: paint * Self.ms, lateness: lateness * Self.ms, rate: rate)
            return GameVerdict(run, hasProvider: hasProvider).status
        }
        #expect(status(20, 5) == .ok)
        #expect(status(20, 7) == .invalid)
        #expect(status(80, 11) == .ok)
        #expect(status(80, 13) == .invalid)
        // Nothing is held back where messages have one update each, nor by a provider.
        #expect(status(20, 4, rate: 250) == .ok)
        #expect(status(30, 6, rate: 251) == .ok)
        #expect(status(30, 6, rate: 250) == .invalid)
        #expect(status(30, 6, hasProvider: true) == .invalid)
        #expect(status(80, 7, hasProvider: true) == .ok)
        #expect(status(80, 9, hasProvider: true) == .invalid)
    }

    /// More than a tenth of the median, and more than a millisecond.
    @Test func anUncertainClockMakesARunInvalid() {
        func status(_ paint: UInt64, _ error: UInt64) -> RunResult.Status {
            GameVerdict(Self.run(paint: paint * Self.ms, clock: error * Self.ms / 10)).status
        }
        #expect(status(15, 10) == .ok)
        #expect(status(15, 20) == .invalid)
        #expect(status(30, 20) == .ok)
        var times = LatencyHistogram()
        for number in 1...1_000 { times.record(number > 900 ? 100 * Self.ms : 15 * Self.ms) }
        var run = Self.run(clock: 2 * Self.ms)
        run.paint = LatencySummary(times)
        #expect(GameVerdict(run).status == .invalid)
    }

    @Test func timeThatIsStolenMakesARunInvalid() {
        #expect(GameVerdict(Self.run(), stolenShare: 0.02).status == .ok)
        #expect(GameVerdict(Self.run(), stolenShare: 0.03).status == .invalid)
    }

    @Test func aPageThatIsBehindIsSaturated() {
        #expect(GameVerdict(Self.run(paint: 999 * Self.ms)).status == .ok)
        #expect(GameVerdict(Self.run(paint: 1_010 * Self.ms)).status == .saturated)
        #expect(GameVerdict(Self.run(paint: 1_010 * Self.ms, samples: 20)).status == .saturated)
        #expect(GameVerdict(Self.run(), disconnections: 1).status == .saturated)
    }

    private static func load(
        updates: Int = 1_000, client: Double = 0.5, delay: UInt64 = ms, isRight: Bool = true
    ) -> GameLoad {
        var load = GameLoad(
            pages: 10, rate: nil, repetition: 1, delay: summary(delay), lateness: summary(1),
            opening: summary(1))
        load.updates = updates
        load.client.processorShare = client
        load.checks = [PlatformCheck("received", isOK: isRight, "1 sent, 2 received")]
        return load
    }

    @Test func manyPagesAreJudgedAlike() {
        #expect(GamePagesVerdict(Self.load()).status == .ok)
        #expect(GamePagesVerdict(Self.load(isRight: false)).status == .invalid)
        #expect(GamePagesVerdict(Self.load(updates: 0)).status == .invalid)
        #expect(GamePagesVerdict(Self.load(client: 0.81)).status == .invalid)
        #expect(GamePagesVerdict(Self.load(), stolenShare: 0.03).status == .invalid)
        #expect(GamePagesVerdict(Self.load(), fault: "debug").status == .invalid)
        #expect(GamePagesVerdict(Self.load(), stall: "stood still").reason == "stood still")
        // A provider's feed is no part of what is measured.
        func status(_ delay: UInt64) -> RunResult.Status {
            GamePagesVerdict(Self.load(), generator: Self.summary(delay * Self.ms)).status
        }
        #expect(status(4) == .ok && status(6) == .invalid)
        #expect(GamePagesVerdict(Self.load(delay: 1_010 * Self.ms)).status == .saturated)
    }
}

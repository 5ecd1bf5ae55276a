import OddsMeasurement
import Testing

@testable import OddsResults

/// The goals of the page, and conditions on its figures.
@Suite struct GameGoalTests {
    private static func summary(_ nanoseconds: UInt64, count: Int) -> LatencySummary {
        var times = LatencyHistogram()
        for _ in 0..<count { times.record(nanoseconds) }
        return LatencySummary(times, keepsHistogram: true)
    }

    private static func run(
        rate: Int = 2_000, status: RunResult.Status = .ok, paint: UInt64 = 20_000_000,
        count: Int = 1_000, main: UInt64 = 1_000_000, late: Int = 6, longest: UInt64 = 0
    ) -> GameRun {
        let frames = GameFrames(
            count: 600, late: late, longestNanoseconds: 40_000_000, medianNanoseconds: 16_670_000,
            interval: summary(16_670_000, count: 600))
        var run = GameRun(render: .frame, rate: rate, repetition: 1, idle: frames)
        run.clock = GameClock(offsetNanoseconds: 0, errorNanoseconds: 1, roundTripNanoseconds: 2)
        run.paint = summary(paint, count: count)
        run.frames = frames
        run.mainThread = summary(main, count: 600)
        run.lateness = summary(1, count: 1_000)
        run.status = status
        run.longTasks = GameLongTasks(count: longest > 0 ? 1 : 0, longestNanoseconds: longest)
        return run
    }

    private static func outcome(_ goal: GameGoal, _ runs: GameRun...) -> GameJudgement.Outcome {
        GameJudgement(goal, rate: 2_000, runs).outcome
    }

    @Test func whatIsAtItsBoundIsMet() {
        for goal in GameGoal.allCases { #expect(Self.outcome(goal, Self.run()) == .met) }
        #expect(Self.outcome(.lateFrames, Self.run(late: 7)) == .missed)
        #expect(Self.outcome(.mainThread, Self.run(main: 4_100_000)) == .missed)
        #expect(Self.outcome(.longTasks, Self.run(longest: 50_000_001)) == .missed)
        #expect(Self.outcome(.paintMedian, Self.run(paint: 26_000_000)) == .missed)
        #expect(Self.outcome(.paintTail, Self.run(paint: 49_000_000)) == .met)
        #expect(Self.outcome(.paintTail, Self.run(paint: 51_000_000)) == .missed)
    }

    /// Of the page while it was measured, not of the idle one; of the slowest frames.
    @Test func tailsAndFramesOfTheMeasuredPageAreJudged() {
        var run = Self.run(late: 7)
        run.idle.count = 6_000
        #expect(Self.outcome(.lateFrames, run) == .missed)
        var times = LatencyHistogram()
        for number in 1...600 { times.record(number > 590 ? 8_000_000 : 1_000_000) }
        run.mainThread = LatencySummary(times, keepsHistogram: true)
        #expect(Self.outcome(.mainThread, run) == .missed)
    }

    /// The percentile of both together, not that of the better one or the mean of both.
    @Test func runsAreMerged() {
        let (good, bad) = (Self.run(), Self.run(paint: 60_000_000, count: 20))
        #expect(Self.outcome(.paintTail, good, bad) == .missed)
        let few = Self.run(paint: 60_000_000, count: 9)
        #expect(Self.outcome(.paintTail, good, few) == .met)
        #expect(Self.outcome(.lateFrames, Self.run(late: 0), Self.run(late: 12)) == .met)
        #expect(Self.outcome(.longTasks, good, Self.run(longest: 60_000_000)) == .missed)
    }

    /// At ten updates a second few rows on the screen change.
    @Test func theMaximumStandsForAPercentileOfASmallSample() {
        let judgement = GameJudgement(.paintTail, rate: 2_000, [Self.run(count: 50)])
        #expect(judgement.isMaximum && judgement.outcome == .met)
        let late = GameJudgement(
            .paintTail, rate: 2_000, [Self.run(paint: 60_000_000, count: 50)])
        #expect(late.outcome == .open)
        #expect(late.text == """
            open: paint latency, p99, at 2,000/s: at most 60.0 ms, and the goal is 50.0 ms
            """)
    }

    /// What a page that is behind has not painted yet is later than all that it has.
    @Test func whatMayBeHigherInTruthIsNotMet() {
        let behind = Self.run(status: .saturated)
        let tail = GameJudgement(.paintTail, rate: 2_000, [Self.run(), behind])
        #expect(tail.isLowerBound && tail.outcome == .open)
        #expect(tail.text.contains("p99, at 2,000/s: at least 20."), "\(tail.text)")
        #expect(Self.outcome(.paintMedian, behind) == .open)
        let late = Self.run(status: .saturated, paint: 51_000_000)
        #expect(Self.outcome(.paintTail, late) == .missed)
        // The main thread's frames are those that were drawn.
        #expect(Self.outcome(.mainThread, behind) == .met)
        #expect(!GameJudgement(.paintTail, rate: 2_000, [Self.run()]).isLowerBound)
    }

    @Test func invalidRunsAndOthersSayNothing() {
        var other = Self.run()
        other.render = .all
        for run in [Self.run(status: .invalid), Self.run(rate: 10), other] {
            let judgement = GameJudgement(.mainThread, rate: 2_000, [run])
            #expect(judgement.outcome == .open && judgement.value == nil)
        }
        #expect(GameJudgement.all([Self.run()]).map(\.rate) == [
            10, 10, 10, 10, 10, 2_000, 2_000, 2_000, 2_000, 2_000,
        ])
    }

    @Test func conditionsAreOfFieldsOfARun() throws {
        let run = Self.run(late: 12)
        #expect(try GameCondition("paint.p99>50ms").outcome(for: run) == .holds)
        #expect(try GameCondition("frames.lateShare>1%").outcome(for: run) == .fails)
        #expect(try GameCondition("longTasks.count>0").outcome(for: run) == .holds)
        // A provider's stages are those of its runs alone.
        #expect(try GameCondition("wire.p50>1ms").outcome(for: run) == .unknown)
        #expect(
            try GameCondition("paint.p99>50ms").outcome(for: Self.run(status: .saturated))
                == .unknown)
        #expect(
            try GameCondition("mainThread.p99>4ms").outcome(for: Self.run(status: .saturated))
                == .holds)
        #expect(try GameCondition("frames.lateShare>1%").figure(of: run) == "2.00%")
    }

    @Test(arguments: [
        ("p99>50ms", "write SUBJECT.METRIC>VALUE"), ("paint.p98>50ms", "paint has no p98; did you"),
        ("paint.p99>50", "50 what? write 50ms"), ("frames.count>1", "frames has no count"),
    ])
    func wrongConditionsAreExplained(text: String, reason: String) {
        let refusal = #expect(throws: GameCondition.Refusal.self) { try GameCondition(text) }
        #expect(refusal?.description.hasPrefix(reason) == true, "\(refusal?.description ?? "")")
    }
}

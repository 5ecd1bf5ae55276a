import OddsMeasurement
import Testing

@testable import OddsHarness

/// All times are in nanoseconds on a virtual clock.
@Suite struct OpenLoopTests {
    @Test func steadyServiceIsItsOwnResponseTime() {
        var run = VirtualRun(duration: 10_000)
        let (record, server) = run.run(run.evenTickets(every: 100)) { _ in 30 }
        #expect(record.served == .init(frames: 100, updates: 100))
        #expect(record.offered == record.served)
        #expect(record.unserved == .init())
        #expect(record.responseTime.max == 30)
        #expect(record.serviceTime.max == 30)
        #expect(record.lateness.max == 0)
        #expect(server.readCount == 2)
        #expect(run.openings == [0])
        #expect(run.closings.count == 1)
    }

    /// Coordinated omission: one freeze must count for every frame that it
    /// delays, each by what it waited.
    @Test func freezeCountsForAllFramesThatItDelays() {
        var run = VirtualRun(duration: 10_000)
        let tickets = run.evenTickets(every: 100)
        let (record, _) = run.run(tickets) { $0 == 5_000 ? 1_010 : 10 }
        // Frame 5,000 ends at 6,010; then one frame every 10 until the backlog
        // of those due every 100 is gone: 5,100 ends at 6,020, …
        var expected = LatencyHistogram()
        var idle: UInt64 = 0
        for ticket in tickets {
            let start = max(ticket.intendedNanoseconds, idle)
            idle = start + (ticket.intendedNanoseconds == 5_000 ? 1_010 : 10)
            expected.record(idle - ticket.intendedNanoseconds)
        }
        #expect(record.responseTime.value(at: .p50) == 10)
        #expect(record.responseTime.value(at: .p90) == expected.value(at: .p90))
        #expect(record.responseTime.value(at: .p90)! > 10)
        #expect(record.responseTime.max == 1_010)
        #expect(record.serviceTime.value(at: .p90) == 10)
        #expect(record.lateness.max == 0)
        #expect(record.served.frames == 100)
    }

    @Test func framesDueAfterTheWindowAreOnlyApplied() {
        var run = VirtualRun(warmup: 200, duration: 1_000)
        let late = [1_200, 1_500, 9_000].map {
            FrameTicket(intendedNanoseconds: $0, updateCount: 1)
        }
        let (record, server) = run.run(run.evenTickets(every: 100) + late) { _ in 10 }
        #expect(server.absorbed == [1_200, 1_500, 9_000])
        #expect(record.offered.frames == 10)
        #expect(record.served == record.offered)
        #expect(record.unserved == .init())
        #expect(record.openNanoseconds == 1_000)
        #expect(run.closings == [1_200])
    }

    @Test func overloadLeavesFramesWithTheirAge() {
        var run = VirtualRun(duration: 1_000)
        // Five times as slow as offered.
        let (record, server) = run.run(run.evenTickets(every: 100)) { _ in 500 }
        #expect(server.served == [0, 100])
        #expect(server.absorbed == [200, 300, 400, 500, 600, 700, 800, 900])
        #expect(record.offered.frames == 10)
        #expect(record.served.frames == 2)
        #expect(record.unserved == .init(frames: 8, updates: 8))
        // Served: 500 and 900; not served: ages of 800 down to 100.
        #expect(record.responseTime.count == 10)
        #expect(record.responseTime.max == 900)
        #expect(record.responseTime.value(at: .p50) == 500)
        #expect(record.serviceTime.count == 2)
        #expect(record.openNanoseconds == 1_000)
        #expect(Verdict(record).status == .saturated)
    }

    /// Whether or not a frame comes after it.
    @Test func windowStaysOpenForTheFrameInService() {
        var run = VirtualRun(duration: 1_000)
        let (record, server) = run.run(run.evenTickets(every: 100)) { $0 == 900 ? 5_000 : 10 }
        #expect(server.absorbed.isEmpty)
        #expect(record.responseTime.max == 5_000)
        #expect(record.openNanoseconds == 5_900)

        var later = VirtualRun(duration: 1_000)
        let (longRecord, _) = later.run(later.evenTickets(every: 100)) {
            $0 == 800 ? 5_000 : 10
        }
        #expect(longRecord.unserved.frames == 1)
        #expect(longRecord.openNanoseconds == 5_800)
        #expect(longRecord.responseTime.max == 5_000)
    }

    /// The rate achieved, and the share lost, are of the time that it took: the
    /// last frame is served for 1 s of a window that closes 1 s later than planned.
    @Test func lastFrameCountsAgainstTheAchievedRate() throws {
        let second: UInt64 = 1_000_000_000
        var run = VirtualRun(duration: 2 * second)
        let tickets = run.evenTickets(every: second / 10)
        let (record, _) = run.run(tickets, losses: [2 * second - second / 10: second / 10]) {
            $0 == 2 * second - second / 10 ? second : 10
        }
        #expect(record.served.frames == 20 && record.unserved.frames == 0)
        #expect(record.openNanoseconds == 3 * second)
        let plan = MeasurementPlan(window: run.window)
        let cores = CoreSession()
        let result = RunObserver(frameBufferBytes: 0, heap: nil, cores: cores).result(
            record, plan: plan, strategy: "test",
            outcome: ServerOutcome(
                reads: .init(count: 0, checksum: ""), checksum: "", digest: ""))
        #expect(result.offeredRate == 10)
        #expect(abs(result.achievedRate - 20.0 / 3) < 1e-9)
        let lostShare = try #require(result.harness?.serviceLostShare)
        #expect(abs(lostShare - 0.1 / 3) < 1e-9)
    }

    @Test func warmupIsServedButNotRecorded() {
        var run = VirtualRun(warmup: 1_000, duration: 1_000)
        let (record, server) = run.run(run.evenTickets(every: 100)) { $0 < 1_000 ? 90 : 20 }
        #expect(server.served.count == 20)
        #expect(record.served.frames == 10)
        #expect(record.offered.frames == 10)
        #expect(record.responseTime.max == 20)
        #expect(run.openings == [1_000])
    }

    /// What is left of the warm-up when the window opens is served in it, and
    /// counts, for a visitor waits for it too.
    @Test func backlogOfTheWarmupCounts() {
        var run = VirtualRun(warmup: 1_000, duration: 1_000)
        let (record, _) = run.run(run.evenTickets(every: 100)) { $0 == 0 ? 1_500 : 10 }
        #expect(record.served.frames == 19)
        #expect(record.offered.frames == 10)
        #expect(record.responseTime.max == 1_410)
        #expect(run.openings == [1_500])
    }

    @Test func initialStateIsAppliedBeforeTheScheduleStarts() {
        var run = VirtualRun(duration: 1_000)
        let preload = FrameTicket(intendedNanoseconds: 0, updateCount: 0, isPreload: true)
        let (record, server) = run.run([preload, preload] + run.evenTickets(every: 100)) { _ in
            10
        }
        #expect(server.absorbed == [0, 0])
        #expect(server.served.count == 10)
        #expect(record.served.frames == 10)
    }

    @Test func nothingToServe() {
        var run = VirtualRun(duration: 1_000)
        let (record, server) = run.run([]) { _ in 0 }
        #expect(record.served == .init())
        #expect(server.readCount == 2)
        #expect(run.openings.count == 1)
        #expect(run.closings.count == 1)
    }

    /// Frames that are late because nobody had written one are the harness's own
    /// fault, and make the run invalid if they are many.
    @Test func producerThatIsLateIsReported() {
        let late: UInt64 = 20_000_001
        var run = VirtualRun(duration: 1_000_000_000)
        let tickets = run.evenTickets(every: 1_000_000)
        let start = run.clock.now
        let (record, _) = run.run(
            tickets, arrivals: [500: start + 500_000_000 + late]
        ) { _ in 10 }
        #expect(record.lateness.max == late)
        #expect(record.producerLatenessNanosecondsMax == late)
        let verdict = Verdict(record)
        #expect(verdict.status == .invalid)
        #expect(verdict.reason?.contains("producer") == true)
    }

    /// It writes each frame a little later than the last: no frame is late by
    /// itself, and the schedule is lost, which is not the strategy's fault.
    @Test(arguments: [0, 2_000] as [UInt64])
    func producerThatIsTooSlowIsReported(warmup: UInt64) {
        var run = VirtualRun(warmup: warmup, duration: 10_000)
        let tickets = run.evenTickets(every: 100)
        let origin = run.clock.now
        var arrivals: [Int: UInt64] = [:]
        for index in tickets.indices { arrivals[index] = origin + UInt64(index) * 150 }
        let (record, _) = run.run(tickets, arrivals: arrivals) { _ in 10 }
        #expect(record.unserved.frames > record.offered.frames / 4)
        let verdict = Verdict(record)
        #expect(verdict.status == .invalid)
        #expect(verdict.reason?.contains("producer had not written") == true)
    }

    /// The window can be over before the first frame of it is there.
    @Test func producerThatMissesTheWindowIsReported() {
        var run = VirtualRun(warmup: 1_000, duration: 1_000)
        let tickets = run.evenTickets(every: 100)
        let never = [tickets.count / 4: run.clock.now + 5_000]
        let (record, _) = run.run(tickets, arrivals: never) { _ in 10 }
        #expect(record.served == .init())
        #expect(Verdict(record).reason?.contains("producer had not written") == true)
    }

    @Test func producerThatIsEarlyEnoughIsNot() {
        var run = VirtualRun(duration: 1_000_000_000)
        let tickets = run.evenTickets(every: 1_000_000)
        let start = run.clock.now
        // Waited for, but not beyond the frame's time.
        let (record, _) = run.run(tickets, arrivals: [500: start + 499_500_000]) { _ in 10 }
        #expect(record.producerLatenessNanosecondsMax == 0)
        #expect(Verdict(record) == Verdict(status: .ok, reason: nil))
    }
}

import OddsResults
import Testing

@testable import OddsHarness

/// Frames every 1 ms that take 100 µs, unless a test says otherwise, in a window
/// of a second on a virtual clock.
@Suite struct VerdictTests {
    private let millisecond: UInt64 = 1_000_000
    private let service: UInt64 = 100_000

    private func run(
        duration: UInt64 = 1_000_000_000, every interval: UInt64 = 1_000_000,
        pauses: [UInt64: UInt64] = [:], losses: [UInt64: UInt64] = [:],
        service: ((UInt64) -> UInt64)? = nil
    ) -> LoopRecord {
        var run = VirtualRun(duration: duration)
        let usual = self.service
        return run.run(
            run.evenTickets(every: interval), pauses: pauses, losses: losses,
            service: service ?? { _ in usual }
        ).record
    }

    @Test("Up to one frame in a hundred may be unserved at the end")
    func oneInAHundredMayBeLeft() {
        // The last frames wait behind one that starts before the end.
        func verdict(unserved: UInt64) -> Verdict {
            let last = 1_000 - unserved - 1
            return Verdict(run { $0 == last * 1_000_000 ? 15_000_000 : 100_000 })
        }
        #expect(verdict(unserved: 10) == Verdict(status: .ok, reason: nil))
        #expect(verdict(unserved: 11).status == .saturated)
    }

    @Test("A strategy that owes seconds in the middle of a long run is saturated")
    func backlogWithinTheWindowIsSaturation() throws {
        let minute = 60_000 * millisecond
        func verdict(freeze: UInt64) -> (LoopRecord, Verdict) {
            let record = run(duration: minute) {
                $0 == 20_000_000_000 ? freeze : 100_000
            }
            return (record, Verdict(record))
        }
        let bound = HarnessLimits.backlogNanosecondsMax
        let (fine, sustained) = verdict(freeze: bound + millisecond)
        #expect(fine.backlog.nanoseconds == bound)
        #expect(sustained == Verdict(status: .ok, reason: nil))
        let (record, saturated) = verdict(freeze: 18_000 * millisecond)
        #expect(record.unserved.frames == 0, "the backlog was gone at the end")
        #expect(saturated.status == .saturated)
        #expect(record.backlog.nanoseconds == 17_999 * millisecond)
        #expect(record.backlog.atNanoseconds == 38_000 * millisecond)
        #expect(try #require(saturated.reason).contains("18.0 s behind earlier ones, 38.0 s"))
    }

    @Test("The process stopped for 0.5 ms every 10 ms: invalid, with the harness's share")
    func shortStopsAreInvalid() throws {
        var pauses: [UInt64: UInt64] = [:]
        for stop in stride(from: UInt64(5), to: 1_000, by: 10) {
            // From the moment at which a frame is due.
            pauses[stop * millisecond] = 500_000
        }
        let record = run(pauses: pauses)
        #expect(record.responseTime.value(at: .p99)! >= 599_000)
        let own = HarnessLimits.ownDelayNanosecondsMax
        #expect(record.undelayedResponseTime.max == service + own)
        let verdict = Verdict(record)
        #expect(verdict.status == .invalid)
        #expect(try #require(verdict.reason).contains("of the response time's p99 of 600 µs"))
        #expect(verdict.reason?.contains("without which it is 102 µs") == true)
    }

    @Test("A core lost within services is the harness's, not the strategy's")
    func coreLostWithinServicesIsInvalid() throws {
        var losses: [UInt64: UInt64] = [:]
        for stop in stride(from: UInt64(5), to: 1_000, by: 10) {
            losses[stop * millisecond] = 500_000
        }
        let record = run(losses: losses)
        #expect(record.serviceTime.max == 600_000)
        #expect(record.undelayedServiceTime.max == service)
        #expect(record.serviceLostNanoseconds == 100 * 500_000)
        let verdict = Verdict(record)
        #expect(verdict.status == .invalid)
        #expect(verdict.reason?.contains("off its core for 5.00% of it within services") == true)
    }

    @Test("What queues behind a late frame is the harness's, too")
    func framesBehindADelayCount() {
        // One stop of 100 ms: 5 ms of service behind it for each 50 ms.
        let record = run(pauses: [500 * millisecond: 100 * millisecond])
        #expect(record.lateness.max == 100 * millisecond)
        #expect(record.lateness.value(at: .p99) == 0, "one value of the lateness alone")
        #expect(Verdict(record).status == .invalid)
        // A single frame that was late changes no figure that is judged.
        let single = run(pauses: [500 * millisecond: 800_000])
        #expect(Verdict(single) == Verdict(status: .ok, reason: nil))
    }

    @Test("A stall across the window's end is not blamed on the strategy")
    func stallAcrossTheEndIsInvalid() throws {
        let record = run(pauses: [950 * millisecond: 300 * millisecond])
        #expect(record.unserved.frames == 50)
        #expect(record.owed.frames == 0)
        #expect(record.lateness.max == 300 * millisecond)
        let verdict = Verdict(record)
        #expect(verdict.status == .invalid)
        #expect(try #require(verdict.reason).contains("harness's own delay"))
        // Within a service it counts as well.
        let lost = run(losses: [950 * millisecond: 300 * millisecond])
        #expect(lost.owed.frames == 0)
        #expect(Verdict(lost).status == .invalid)
    }

    @Test("A process with little of its core ends invalid, not saturated")
    func starvedRunIsInvalid() {
        var losses: [UInt64: UInt64] = [:]
        for frame in 0..<UInt64(1_000) { losses[frame * millisecond] = 3_000_000 }
        let record = run(losses: losses)
        #expect(record.unserved.frames > 500)
        #expect(record.owed.frames == 0)
        #expect(Verdict(record).status == .invalid)
    }

    @Test("A strategy that cannot keep the rate is saturated on a core of its own")
    func overloadIsSaturation() {
        let record = run { _ in 2_000_000 }
        #expect(record.owed == record.unserved)
        #expect(Verdict(record) == Verdict(status: .saturated, reason: nil))
    }

    @Test("The achieved rate of an overloaded strategy may not be the machine's")
    func lostTimeIsBounded() {
        func verdict(loss: UInt64) -> Verdict {
            Verdict(run(losses: [100 * millisecond: loss]) { _ in 2_000_000 })
        }
        #expect(verdict(loss: 10_000_000).status == .saturated, "1% of the window")
        #expect(verdict(loss: 60_000_000).status == .invalid, "6% of it")
    }

    @Test("Time stolen by the hypervisor beyond the bound is invalid")
    func stolenTimeIsInvalid() {
        let record = run()
        func verdict(_ share: Double) -> Verdict {
            Verdict(record, usage: UsageFigures(.zero, stolenShare: share))
        }
        #expect(verdict(HarnessLimits.stolenShareMax).status == .ok)
        let invalid = verdict(HarnessLimits.stolenShareMax + 0.01)
        #expect(invalid.status == .invalid)
        #expect(invalid.reason?.contains("the hypervisor stole 3.00%") == true)
    }
}

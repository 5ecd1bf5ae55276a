import OddsExperiments
import OddsLedger
import OddsResults
import Testing

@Suite struct LiveSelfTestTests {
    @Test("The accounting of runs over sockets reports the known response times and verdicts")
    func right() {
        let outcome = LiveSelfTest.run()
        for row in outcome.rows { #expect(row.isRight, "\(row)") }
        for verdict in outcome.verdicts { #expect(verdict.isRight, "\(verdict)") }
        #expect(Set(outcome.verdicts.map(\.expected)) == [.ok, .invalid, .saturated])
    }

    @Test(
        "An accounting with a fault fails the self-test",
        arguments: LiveSelfTest.Fault.allCases.filter { $0 != .none })
    func wrong(fault: LiveSelfTest.Fault) {
        #expect(!LiveSelfTest.run(fault: fault).isRight)
    }
}

@Suite struct LiveVerdictTests {
    /// A second with a frame each millisecond, in a window of three.
    private static func account(
        delay: UInt64 = 0, response: UInt64 = 200_000, seen: Int = 1_000
    ) -> LiveAccount {
        let frames = (0..<1_000).map {
            LedgerFrame(
                records: 1, version: UInt64($0), due: UInt64($0) * 1_000_000, delay: delay)
        }
        var account = LiveAccount(window: 0..<3_000_000_000)
        account.add(frames, frames.prefix(seen).map {
            Sight(.frame, version: $0.version, time: $0.due + response)
        })
        return account
    }

    @Test("A run is INVALID if the generator's delay is more than a tenth of a percentile")
    func generatorDelay() throws {
        let late = LiveVerdict(
            Self.account(delay: 120_000, response: 600_000), isDisrupted: false)
        #expect(late.status == .invalid)
        #expect(try #require(late.reason).contains("p50 would be 480 µs instead of 600 µs"))
        let inTime = LiveVerdict(
            Self.account(delay: 120_000, response: 1_300_000), isDisrupted: false)
        #expect(inTime.status == .ok)
    }

    @Test("The wake-up of the generator's thread is allowed")
    func wakeUp() {
        let verdict = LiveVerdict(
            Self.account(delay: 90_000, response: 110_000), isDisrupted: false)
        #expect(verdict.status == .ok)
    }

    @Test("A run that shall show whether an objective holds may be late by 1% of it")
    func delayForObjective() throws {
        func status(_ objective: String, delay: UInt64) throws -> RunResult.Status {
            LiveVerdict(
                Self.account(delay: delay, response: 2_000_000), isDisrupted: false,
                delayNanosecondsMax: LiveVerdict.delayNanosecondsMax(
                    for: try ServiceObjective(objective))
            ).status
        }
        #expect(try status("responseTime.p99<50ms", delay: 490_000) == .ok)
        #expect(try status("responseTime.p99<50ms", delay: 510_000) == .invalid)
        #expect(try status("responseTime.p99<40ms", delay: 490_000) == .invalid)
        // No objective makes it less than usual, and only such a bound makes it more.
        for other in [
            "responseTime.p99<1ms", "achievedRate>1000", "serviceTime.p99<50ms",
        ] {
            #expect(
                LiveVerdict.delayNanosecondsMax(for: try ServiceObjective(other))
                    == LiveVerdict.wakeUpNanosecondsMax, "\(other)")
        }
    }

    @Test("A run on a machine whose time was stolen is INVALID, as a run without sockets is")
    func stolenTime() throws {
        let stolen = LiveVerdict(Self.account(), isDisrupted: true, stolenShare: 0.03)
        #expect(stolen.status == .invalid)
        #expect(try #require(stolen.reason).hasPrefix("the hypervisor stole 3.00%"))
        let quiet = LiveVerdict(Self.account(), isDisrupted: true, stolenShare: 0.02)
        #expect(quiet.status == .ok)
    }

    @Test("More than 1% of the frames unseen at the close is SATURATED, disrupted or not")
    func unseen() {
        #expect(LiveVerdict(Self.account(seen: 990), isDisrupted: true).status == .ok)
        #expect(LiveVerdict(Self.account(seen: 989), isDisrupted: true).status == .saturated)
    }

    @Test("A backlog within the window is SATURATED, unless the plan interrupts the clients")
    func backlog() {
        let account = Self.account(response: 1_000_500_000)
        let behind = LiveVerdict(account, isDisrupted: false)
        #expect(behind.status == .saturated && behind.reason != nil)
        #expect(LiveVerdict(account, isDisrupted: true) == LiveVerdict(
            Self.account(), isDisrupted: true))
    }

    @Test("Clients that stood still themselves make a run INVALID, disrupted or not")
    func stall() {
        let account = Self.account(response: 1_000_500_000)
        for isDisrupted in [false, true] {
            let verdict = LiveVerdict(account, isDisrupted: isDisrupted, stall: "a1 stood still")
            #expect(verdict.status == .invalid && verdict.reason == "a1 stood still")
        }
    }

    @Test("A schedule that is not known in full makes a run INVALID")
    func gap() {
        let verdict = LiveVerdict(Self.account(), isDisrupted: true, gap: "lost")
        #expect(verdict == LiveVerdict(Self.account(), isDisrupted: false, gap: "lost"))
        #expect(verdict.status == .invalid && verdict.reason == "lost")
        let empty = LiveVerdict(LiveAccount(window: 0..<1), isDisrupted: false)
        #expect(empty.status == .invalid)
    }
}

import OddsClient
import OddsFleetPlan
import OddsResults
import Testing

@Suite struct HerdModelTests {
    @Test("The plan's back-off and limits are the client's defaults")
    func backoffIsTheClients() {
        let input = FleetPlanInput()
        let configuration = ClientConfiguration(url: "ws://localhost")
        let backoff = Backoff(
            initial: .nanoseconds(Int64(input.backoffInitialNanoseconds)),
            cap: .nanoseconds(Int64(input.backoffCapNanoseconds)), factor: input.backoffFactor,
            jitter: input.backoffJitter)
        #expect(backoff == configuration.backoff)
        #expect(
            configuration.connectTimeLimit == .nanoseconds(Int64(input.connectNanosecondsMax)))
        #expect(configuration.dumpTimeLimit == .nanoseconds(Int64(input.dumpNanosecondsMax)))
    }

    private func recovery(
        _ clients: Double, _ rate: Double, _ change: (inout FleetPlanInput) -> Void = { _ in }
    ) throws -> (seconds: Double, attempts: Int) {
        var input = FleetPlanInput()
        change(&input)
        return try #require(HerdModel(clients: clients, rate: rate, input).recovery())
    }

    @Test("Few clients are back with the last of them: after the longest first delay")
    func fewClients() throws {
        #expect(try recovery(10, 1_000) == (0.25, 1))
    }

    @Test("A herd within the limit takes its work, from the first that comes")
    func withinTheLimit() throws {
        #expect(try recovery(5_000, 1_000) == (5.125, 1))
        // The last that is in time: 0.125 s of coming, and the limit of 10 s.
        #expect(try recovery(10_125, 1_000) == (10.25, 1))
    }

    /// By hand: 10,125 of 15,000 are taken in until 10.25 s. The queue is as long as the
    /// limit after 10 ÷ (15 − 0.125) of those who come, at 10.209 s; they come again at
    /// 10.334 s to 10.5 s, and 4,875 take 4.875 s.
    @Test("Whoever is not taken in within the limit comes once more")
    func secondRound() throws {
        let (seconds, attempts) = try recovery(15_000, 1_000)
        #expect(attempts == 2)
        #expect(abs(seconds - 15.209) < 0.001)
    }

    @Test("Later attempts wait longer, up to the cap")
    func laterRounds() throws {
        let (long, _) = try recovery(200_000, 1_000)
        let (short, _) = try recovery(200_000, 1_000) { $0.backoffCapNanoseconds = 250e6 }
        #expect(long > short + 2)
        // No edge does more than its work.
        #expect(short > 200)
    }

    @Test("What is noticed late ends late")
    func detection() throws {
        #expect(try recovery(5_000, 1_000) { $0.detectionNanoseconds = 30e9 } == (35.125, 1))
    }

    @Test("A herd without end has no time to recover")
    func never() {
        #expect(HerdModel(clients: 1e12, rate: 1, FleetPlanInput()).recovery() == nil)
    }
}

import OddsFixtures
import OddsResults
import Testing

@testable import OddsExperiments

/// What `--fail-if` says, and with which exit status.
@Suite struct RunChecksTests {
    /// A run with a p99 of 40 ms.
    private func run(unserved: Int) -> RunResult {
        var run = RunResult.empty
        run.strategy = "graph"
        run.responseTime.p99 = 40_000_000
        run.unserved.frames = unserved
        return run
    }

    private func failure(_ condition: String, _ run: RunResult) throws -> ExperimentFailure? {
        let checks = RunChecks(conditions: [try FailCondition(condition)])
        do {
            try checks.check([run])
            return nil
        } catch { return error as? ExperimentFailure }
    }

    @Test("A run that lost agents ends with status 4, whatever its figures are")
    func incomplete() throws {
        var run = run(unserved: 0)
        run.status = .incomplete
        run.reason = "a2 was lost before its first report"
        let failure = try #require(try failure("responseTime.p99>30ms", run))
        #expect(failure.status == .invalid && failure.status.rawValue == 4)
        #expect(failure.message == "graph is INCOMPLETE: a2 was lost before its first report")
    }

    @Test("A lower bound breaks a limit below it, and keeps none above it")
    func lowerBound() throws {
        let broken = try #require(try failure("responseTime.p99>30ms", run(unserved: 1)))
        #expect(broken.status == .checkFailed)
        let open = try #require(try failure("responseTime.p99>50ms", run(unserved: 1)))
        #expect(open.status == .inconclusive)
        #expect(
            open.message == """
                responseTime.p99>50ms cannot be judged: graph only has a bound, ≥ 40,000,000, as \
                frames were not served or the harness was late
                """)
        #expect(try failure("responseTime.p99>50ms", run(unserved: 0)) == nil)
        #expect(try failure("responseTime.p9999>1s", run(unserved: 0))?.status == .inconclusive)
    }
}

import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsHarness
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

extension SelfTest.LatencyOrigin: ExpressibleByArgument {}
extension LiveSelfTest.Fault: ExpressibleByArgument {}

struct SelftestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "selftest",
        abstract: "Checks the harness against known latencies.",
        usage: "bench selftest [<options>]",
        discussion: """
            A null strategy has known service times and freezes at fixed intervals. Under a \
            virtual clock the reported percentiles must equal the analytic ones to three digits. \
            On the real clock they must not be lower, and exceed them by at most 5% and the \
            measured jitter. The accounting of 'bench live' is checked in the same way, with \
            scripted servers and clients under a virtual clock. Takes four seconds, or more on \
            a busy machine. Exit status: 1 if the harness is wrong, 4 if the machine was too \
            busy for a conclusion.

            Example: bench selftest
            """)

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var results: ResultOptions

    @Option(
        name: .customLong("latency-from"),
        help: ArgumentHelp(
            "Origin of the response time in the loop under test; actual-start is wrong.",
            visibility: .hidden))
    var origin = SelfTest.LatencyOrigin.intended

    @Option(
        name: .customLong("live-fault"),
        help: ArgumentHelp(
            "Fault in the accounting of runs over sockets; all but none are wrong.",
            visibility: .hidden))
    var liveFault = LiveSelfTest.Fault.none

    /// A disturbed run is repeated, at most twice.
    private static let attemptCountMax = 3

    @MainActor
    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let report = try ResultOutput(path: output.path, isColored: output.isColored)
        let folder = try ResultFolder(below: results.results, command: "selftest", start: start)
        // Measures before the first suspension, and so on the main thread.
        precondition(Thread.isMainThread)
        let content = SelfTestResult(
            cost: try HarnessCost.measure(), virtualClock: SelfTest.virtual(origin: origin),
            realClock: try realClock(), live: LiveSelfTest.run(fault: liveFault))
        let result = await ResultEnvelope(
            command: [
                "bench", "selftest", "--latency-from", origin.rawValue,
                "--live-fault", liveFault.rawValue,
            ],
            environment: .current(since: start, processorTime: processorTime), content)
        switch output.format {
        case .table: try report.write(lines: SelfTestTable.lines(content))
        case .json: try report.write(result.json())
        case .csv: try report.write(result.csv.data)
        }
        try folder.keep(result, notice: StandardError.print)
        try check(content)
    }

    /// Repeats a run with figures that are too high or missing, which may be due to
    /// the machine. Figures that are too low are due to the harness.
    private func realClock() throws -> SelfTestOutcome {
        var outcome = try SelfTest.real(origin: origin)
        for _ in 1..<Self.attemptCountMax {
            if outcome.isRight || outcome.rows.contains(where: \.isTooLow) { break }
            outcome = try SelfTest.real(origin: origin)
        }
        return outcome
    }

    private func check(_ result: SelfTestResult) throws {
        if let live = result.live { try check(live) }
        let clocks = [("virtual", result.virtualClock), ("real", result.realClock)]
        for (clock, outcome) in clocks {
            guard let row = outcome.rows.first(where: { !$0.isRight }) else { continue }
            if let reason = outcome.invalidReason, !outcome.rows.contains(where: \.isTooLow) {
                throw ExperimentFailure(
                    .invalid,
                    "the machine is too busy for a conclusion: \(reason). End other programs on "
                        + "it and run this again")
            }
            throw failure(row, clock)
        }
    }

    private func check(_ live: LiveSelfTestOutcome) throws {
        if let row = live.rows.first(where: { !$0.isRight }) { throw failure(row, "virtual") }
        guard let verdict = live.verdicts.first(where: { !$0.isRight }) else { return }
        throw ExperimentFailure(
            .checkFailed,
            """
            the run over sockets '\(verdict.script)' is reported as \
            \(verdict.reported.rawValue); it must be \(verdict.expected.rawValue)
            """)
    }

    private func failure(_ row: SelfTestRow, _ clock: String) -> ExperimentFailure {
        let reported = row.reportedNanoseconds.map(SelfTestTable.duration)
        return ExperimentFailure(
            .checkFailed,
            """
            \(row.figure) on the \(clock) clock is reported as \
            \(reported ?? FigureFormat.missing); it must be between \
            \(SelfTestTable.duration(row.allowedNanosecondsMin)) and \
            \(SelfTestTable.duration(row.allowedNanosecondsMax))
            """)
    }
}

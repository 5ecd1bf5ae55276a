import ArgumentParser
import Foundation
import OddsExperiments
import OddsHarness
import OddsLauncher
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

extension SelfTest.LatencyOrigin: ExpressibleByArgument {}

struct SelftestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "selftest",
        abstract: "Checks the harness against known latencies.",
        discussion: """
            A null strategy with known service times freezes now and then. Under a virtual clock \
            the reported percentiles must be the analytic ones to three digits; on the real \
            clock never below them, and at most 5% and the measured jitter above. Takes four \
            seconds, or more on a busy machine. Exit status: 1 if the harness is wrong, 4 if the \
            machine was too busy to tell.

            Example: bench selftest
            """)

    @Option(help: "table or json.")
    var format = OutputFormat.table

    @Option(help: "Write to this file instead of standard output.")
    var output: String?

    @OptionGroup
    var results: ResultOptions

    @Option(
        name: .customLong("latency-from"),
        help: ArgumentHelp(
            "What the loop under test takes for a frame's beginning; actual-start is wrong.",
            visibility: .hidden))
    var origin = SelfTest.LatencyOrigin.intended

    /// A machine that disturbs a run may leave the next one alone.
    private static let attemptCountMax = 3

    func run() throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let report = try ResultOutput(path: output)
        let folder = try ResultFolder(below: results.results, command: "selftest", start: start)
        let content = SelfTestResult(
            cost: try HarnessCost.measure(), virtualClock: SelfTest.virtual(origin: origin),
            realClock: realClock())
        let result = ResultEnvelope(
            command: ["bench", "selftest", "--latency-from", origin.rawValue],
            environment: .current(since: start, processorTime: processorTime), content)
        switch format {
        case .table: try report.write(lines: SelfTestTable.lines(content))
        case .json: try report.write(result.json())
        }
        try folder.keep(result, notice: StandardError.print)
        try check(content)
    }

    /// What is too low cannot be the machine's fault, and what is too high can.
    private func realClock() -> SelfTestOutcome {
        var outcome = SelfTest.real(origin: origin)
        for _ in 1..<Self.attemptCountMax {
            if outcome.isRight || outcome.rows.contains(where: \.isTooLow) { break }
            outcome = SelfTest.real(origin: origin)
        }
        return outcome
    }

    private func check(_ result: SelfTestResult) throws {
        let clocks = [("virtual", result.virtualClock), ("real", result.realClock)]
        for (clock, outcome) in clocks {
            guard let row = outcome.rows.first(where: { !$0.isRight }) else { continue }
            if let reason = outcome.invalidReason, !outcome.rows.contains(where: \.isTooLow) {
                throw ExperimentFailure(.invalid, "the machine is too busy to tell: \(reason)")
            }
            let reported = row.reportedNanoseconds.map(SelfTestTable.duration)
            throw ExperimentFailure(
                .checkFailed,
                """
                \(row.figure) on the \(clock) clock is reported as \
                \(reported ?? FigureFormat.missing); it must be between \
                \(SelfTestTable.duration(row.allowedNanosecondsMin)) and \
                \(SelfTestTable.duration(row.allowedNanosecondsMax))
                """)
        }
    }
}

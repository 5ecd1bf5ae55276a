import Foundation
import OddsConsole
import OddsExperiments
import OddsFleetRun
import OddsOptions
import OddsReport
import OddsResults

/// Where the result of a run goes, and what it means for the end of the program.
struct FleetOutput {
    private let output: OutputOptions
    private let results: ResultOptions
    private let title: String

    init(_ output: OutputOptions, _ results: ResultOptions, title: String) {
        self.output = output
        self.results = results
        self.title = title
    }

    /// The result of a run. What is no message of it is counted on standard error.
    ///
    /// - Throws: `RunLogError`.
    static func result(
        of log: RunLog
    ) throws(RunLogError) -> ResultEnvelope<RunResults> {
        if log.droppedCount > 0 {
            StandardError.print(
                "bench: messages of the run that cannot be read, and were dropped: "
                    + "\(log.droppedCount)")
        }
        return try log.result()
    }

    /// Prints the result and keeps it.
    ///
    /// - Throws: `ExperimentFailure` if trees differ, if the run counts for nothing, or if
    ///   agents were lost.
    func finish(_ result: ResultEnvelope<RunResults>, start: Date) throws {
        let file = try ResultOutput(path: output.path, isColored: output.isColored)
        let folder = try ResultFolder(below: results.results, command: "fleet", start: start)
        let runs = result.result.runs
        switch output.format {
        case .table:
            try file.write(lines: TextWrap.lines(title, indent: "") + [""] + runs.flatMap(lines))
        case .json: try file.write(result.json())
        case .csv: try file.write(result.csv.data)
        }
        try folder.keep(result, notice: StandardError.print)
        try folder.keepHistograms(of: runs, arguments: result.command)
        if let failure = runs.compactMap(\.live?.truth?.failure).first {
            throw ExperimentFailure(.checkFailed, failure)
        }
        if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
        for run in runs where [.invalid, .incomplete].contains(run.status) {
            let reason = output.format == .table ? nil : run.reason.map { ": \($0)" }
            throw ExperimentFailure(
                .invalid, "the run is \(run.status.rawValue)\(reason ?? "")")
        }
    }

    private func lines(_ run: RunResult) -> [String] {
        (run.live.map { LiveTable.lines(run, $0) } ?? [])
            + [""] + (run.fleet.map { FleetTable.lines(run, $0) } ?? [])
    }
}

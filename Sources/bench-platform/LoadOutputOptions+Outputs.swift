import Foundation
import OddsExperiments
import OddsOptions
import OddsReport
import OddsResults

extension LoadOutputOptions {
    /// Opens the files of the result.
    func opened() throws -> ReportOutputs {
        try ReportOutputs(
            main: ResultOutput(path: main.path, isColored: main.isColored),
            markdown: reports.markdown, junit: reports.junit)
    }

    /// Shows how the load goes on, as far as that is asked for.
    func following<Value: Sendable>(
        _ command: String, _ measure: (ExperimentProgress) async throws -> Value
    ) async throws -> Value {
        try await LiveOutputs.following(
            view: live.isDrawn ? LiveView.draw : nil, metricsPort: live.metricsPort
        ) { try await measure(ExperimentProgress(command: command, outputs: $0)) }
    }

    /// Writes the result in the form that is asked for.
    func write<Content: CSVContent>(
        _ result: ResultEnvelope<Content>, to output: ResultOutput, summary: () -> [String],
        details lines: () -> [String]
    ) throws {
        switch main.format {
        case .table: try output.write(lines: details.details ? lines() : summary())
        case .json: try output.write(result.json())
        case .csv: try output.write(result.csv.data)
        }
    }
}

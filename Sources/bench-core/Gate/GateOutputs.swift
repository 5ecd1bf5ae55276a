import ArgumentParser
import Foundation
import OddsExperiments
import OddsOptions
import OddsReport
import OddsResults

/// The outputs of a gate.
struct GateOutputs: ParsableArguments {
    @Option(help: "table, markdown, json or csv.")
    var format = GateFormat.table

    @OptionGroup
    var output: OutputFileOption

    @OptionGroup
    var color: ColorOption

    @Option(help: "Also write JSON to this file.", completion: .results)
    var json: String?

    @Option(
        help: """
            Also write Markdown to this file, for a comment on a pull request or a job's summary.
            """,
        completion: .file(extensions: ["md"]))
    var markdown: String?

    @Option(help: "Also write JUnit XML to this file.", completion: .file(extensions: ["xml"]))
    var junit: String?

    /// The files, opened before the work begins.
    func open() throws -> Writer {
        Writer(
            main: (
                format, try ResultOutput(path: output.path, isColored: color.isColored(output.path))
            ),
            json: try json.map { try ResultOutput(path: $0) },
            markdown: try markdown.map { try ResultOutput(path: $0) },
            junit: try junit.map { try ResultOutput(path: $0) })
    }

    struct Writer {
        fileprivate let main: (format: GateFormat, output: ResultOutput)
        fileprivate let json: ResultOutput?
        fileprivate let markdown: ResultOutput?
        fileprivate let junit: ResultOutput?

        func write(
            _ result: ResultEnvelope<GateResult>, seconds: Double, failsOnInconclusive: Bool
        ) throws {
            switch main.format {
            case .table: try main.output.write(lines: GateTable.lines(result))
            case .markdown: try main.output.write(text: GateMarkdown.text(result))
            case .json: try main.output.write(result.json())
            case .csv: try main.output.write(result.csv.data)
            }
            try json?.write(result.json())
            try markdown?.write(text: GateMarkdown.text(result))
            try junit?.write(
                JUnitReport.data(
                    result, seconds: seconds, failsOnInconclusive: failsOnInconclusive))
        }
    }
}

/// The formats of a printed gate.
enum GateFormat: String, CaseIterable, ExpressibleByArgument {
    case table, markdown, json, csv
}

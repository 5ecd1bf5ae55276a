import ArgumentParser
import Foundation
import OddsHarness

/// Where a gate's result goes.
struct GateOutputs: ParsableArguments {
    @Option(help: "table, markdown or json.")
    var format = GateFormat.table

    @Option(help: "Write to this file instead of standard output.")
    var output: String?

    @Option(help: "Also write JSON to this file.")
    var json: String?

    @Option(
        help: """
            Also write Markdown to this file: for a pull request's comment or a job's summary.
            """)
    var markdown: String?

    @Option(help: "Also write JUnit's XML to this file.")
    var junit: String?

    /// The files, opened before the work begins.
    func open() throws -> Writer {
        Writer(
            main: (format, try Report(path: output)),
            json: try json.map { try Report(path: $0) },
            markdown: try markdown.map { try Report(path: $0) },
            junit: try junit.map { try Report(path: $0) })
    }

    struct Writer {
        fileprivate let main: (format: GateFormat, report: Report)
        fileprivate let json: Report?
        fileprivate let markdown: Report?
        fileprivate let junit: Report?

        func write(_ result: GateResult, seconds: Double) throws {
            switch main.format {
            case .table: try main.report.write(lines: GateTable.lines(result))
            case .markdown: try main.report.write(Data(GateMarkdown.text(result).utf8))
            case .json: try main.report.write(ResultCoding.encode(result))
            }
            try json?.write(ResultCoding.encode(result))
            try markdown?.write(Data(GateMarkdown.text(result).utf8))
            try junit?.write(JUnitReport.data(result, seconds: seconds))
        }
    }
}

/// How a gate is printed.
enum GateFormat: String, CaseIterable, ExpressibleByArgument {
    case table, markdown, json
}

import ArgumentParser
import Foundation
import OddsExperiments
import OddsReport

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes kept results as CSV, or their distributions as a histogram log.",
        discussion: """
            Takes any result that a command kept or wrote as JSON. CSV has a row for each run, \
            step, phase, judgement or count, and one header line with the paths of the figures; \
            what a row lacks is empty. A histogram log (.hlog) is HdrHistogram's, with an \
            interval for each distribution of each run of one result.

            Example: bench export Results/runs/*/result.json --output results.csv
            """)

    @Argument(help: "Results in JSON.")
    var files: [String]

    @Option(help: "csv or hlog; the default follows from the name of --output, or is csv.")
    var format: ExportFormat?

    @Option(help: "File to write; - is standard output.")
    var output = "-"

    func validate() throws {
        guard chosenFormat == .csv || files.count == 1 else {
            throw ValidationError("a histogram log is of one result, which has one start")
        }
    }

    func run() throws {
        let output = try ResultOutput(path: output == "-" ? nil : output)
        switch chosenFormat {
        case .csv: try output.write(csv().data)
        case .hlog: try output.write(Data(log(files[0]).utf8))
        }
    }

    private var chosenFormat: ExportFormat {
        format ?? (output.hasSuffix(".hlog") ? .hlog : .csv)
    }

    private func csv() throws -> CSVTable {
        var table = CSVTable()
        for file in files {
            var name = CSVRow()
            name.add("file", file)
            for row in try ResultFile.read(file).csvRows { table.add(name.followed(by: row)) }
        }
        return table
    }

    private func log(_ file: String) throws -> String {
        guard let log = try ResultFile.read(file).histogramLog(), !log.isEmpty else {
            throw ExperimentFailure(
                .badData,
                "\(file): no distributions are kept in it; those of run, soak and live are")
        }
        return log.text
    }
}

/// The formats of an export.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
    case csv, hlog
}

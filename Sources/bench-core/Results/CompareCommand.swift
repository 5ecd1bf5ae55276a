import ArgumentParser
import Foundation
import OddsExperiments
import OddsOptions
import OddsReport
import OddsResults

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Shows two results side by side: ratios, their intervals, what differs.",
        discussion: """
            Takes two results of the same kind: run, soak, saturate, memory or peers. Warns \
            where they are not comparable: other traffic, options, machine or toolchain. It \
            judges nothing: the exit status is 0 whatever the ratios are.

            Example: bench compare before.json after.json
            """)

    @Argument(help: "The result to compare with, A.")
    var first: String

    @Argument(help: "The result that is compared, B.")
    var second: String

    @Option(help: "table or json.")
    var format = OutputFormat.table

    @Option(help: "Write to this file instead of standard output.")
    var output: String?

    func run() throws {
        let report = try ResultOutput(path: output)
        let documents = try [first, second].map(ResultFile.read)
        let comparison: Comparison
        do {
            comparison = try Comparison(documents[0], documents[1])
        } catch {
            throw ExperimentFailure(.badData, "\(first), \(second): \(error)")
        }
        switch format {
        case .table:
            let names = (first: first, second: second)
            try report.write(lines: ComparisonTable.lines(comparison, names: names))
        case .json: try report.write(ResultCoding.encode(comparison))
        }
    }
}

import ArgumentParser
import Foundation
import OddsExperiments
import OddsOptions
import OddsReport
import OddsResults

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares two results: ratios, verdicts, and differing conditions.",
        discussion: """
            Takes two results of the same kind: run, count, soak, saturate, memory or peers. \
            Warns if traffic, options, machine or toolchain differ. Verdicts take six valid runs \
            on each side (bench run --repeat 6, bench count --repeat 6), as they come from the \
            spread between runs. The exit status is 0 whatever they are: bench gate decides about \
            two programs.

            Example: bench compare before.json after.json
            """)

    @Argument(
        help: "Result A, the base of the ratios.", completion: .results)
    var first: String

    @Argument(help: "Result B.", completion: .results)
    var second: String

    @OptionGroup
    var output: OutputOptions

    func run() throws {
        let report = try ResultOutput(path: output.path)
        let documents = try [first, second].map(ResultFile.read)
        let comparison: Comparison
        do {
            comparison = try Comparison(documents[0], documents[1])
        } catch {
            throw ExperimentFailure(.badData, "\(first), \(second): \(error)")
        }
        switch output.format {
        case .table:
            let names = (first: first, second: second)
            try report.write(lines: ComparisonTable.lines(comparison, names: names))
        case .json: try report.write(ResultCoding.encode(comparison))
        case .csv: try report.write(comparison.csv.data)
        }
    }
}

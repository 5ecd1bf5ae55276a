import ArgumentParser
import Foundation
import OddsExperiments
import OddsOptions
import OddsReport
import OddsResults

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares results: ratios, verdicts, and differing conditions.",
        usage: "bench compare <files> ... [<options>]",
        discussion: """
            Takes two results or more of the same kind: run, count, soak, saturate, memory or \
            peers. Ratios are those to the first. Warns if traffic, options, machine or toolchain \
            differ. Verdicts take six valid runs \
            on each side (bench run --repeat 6, bench count --repeat 6), as they come from the \
            spread between runs. The exit status is 0 whatever they are: bench gate decides about \
            two programs. bench report lays the distributions of the same results over each other.

            Example: bench compare before.json after.json
            Example: bench compare monday.json tuesday.json wednesday.json
            """)

    @Argument(
        help: "Results of the same kind; the first is the base of the ratios.",
        completion: .results)
    var files: [String]

    @OptionGroup
    var output: OutputOptions

    func validate() throws {
        guard files.count > 1 else {
            throw ValidationError("a comparison takes two results or more")
        }
    }

    func run() throws {
        let report = try ResultOutput(path: output.path, isColored: output.isColored)
        let inputs = try files.map { ReportInput(name: $0, document: try ResultFile.read($0)) }
        if inputs.count == 2 {
            try compare(inputs[0], inputs[1], report)
        } else {
            try compare(inputs, report)
        }
    }

    /// Two results have a table of their own, with room for all that is said of each.
    private func compare(
        _ first: ReportInput, _ second: ReportInput, _ report: ResultOutput
    ) throws {
        let comparison: Comparison
        do {
            comparison = try Comparison(first.document, second.document)
        } catch {
            throw ExperimentFailure(.badData, "\(first.name), \(second.name): \(error)")
        }
        switch output.format {
        case .table:
            let names = (first: first.name, second: second.name)
            try report.write(lines: ComparisonTable.lines(comparison, names: names))
        case .json: try report.write(ResultCoding.encode(comparison))
        case .csv: try report.write(comparison.csv.data)
        }
    }

    private func compare(_ inputs: [ReportInput], _ report: ResultOutput) throws {
        let comparisons: Comparisons
        do {
            comparisons = try Comparisons(inputs)
        } catch {
            throw ExperimentFailure(.badData, "\(error)")
        }
        switch output.format {
        case .table: try report.write(lines: ComparisonsTable.lines(comparisons, inputs))
        case .json: try report.write(ResultCoding.encode(comparisons))
        case .csv: try report.write(comparisons.csv.data)
        }
    }
}

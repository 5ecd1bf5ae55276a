import ArgumentParser
import OddsExperiments
import OddsOptions
import OddsReport
import OddsResults

struct HistoryShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Draws figures over commits, with their change points.",
        usage: "bench history [show] [<options>]",
        discussion: """
            Ends with status 1 if the latest change of a figure made it worse; one that is \
            accepted is left out by --since. Change points are found by E-divisive, as Apache \
            Otava does, and confirmed by a permutation test.

            Example: bench history --metric serviceTime.p50 --strategy graph
            """)

    @OptionGroup
    var folder: HistoryFolderOption

    @Option(
        help: ArgumentHelp(
            """
            A figure to look at, as a path in the JSON of a run; can be given several times. The \
            default is all in the history.
            """, valueName: "figure"))
    var metric: [String] = []

    @Option(help: "A strategy to look at; can be given several times. The default is all.")
    var strategy: [String] = []

    @Option(
        help: ArgumentHelp(
            "Probability, of equal sides, of a difference that counts (Student's t).",
            valueName: "p"))
    var significance = 0.001

    @Option(
        name: .customLong("min-change"),
        help: ArgumentHelp(
            "Smallest change that counts; it must be exceeded.", valueName: "percent"))
    var changeMin = PercentOption(share: 0.05)

    @Option(
        name: .customLong("permutations"),
        help: """
            Shuffles that confirm a change point, at least 49, or 0 to leave it unconfirmed.
            """)
    var permutationCount = 199

    @Option(help: ArgumentHelp("Look only at the latest results of each series.", valueName: "n"))
    var last: Int?

    @Option(
        help: ArgumentHelp(
            """
            Look only at results from this commit on, such as the one whose regression is \
            accepted; the beginning of its id will do.
            """, valueName: "commit"))
    var since: String?

    @OptionGroup
    var output: OutputOptions

    func validate() throws {
        guard significance > 0, significance <= 0.5 else {
            throw ValidationError(
                "--significance \(significance): must be above 0 and at most 0.5, such as 0.001")
        }
        // With fewer, even the best of all could not reach the share that confirms.
        guard permutationCount == 0 || (49...100_000).contains(permutationCount) else {
            throw ValidationError(
                "--permutations \(permutationCount): must be 0, or between 49 and 100000")
        }
        guard last.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--last \(last ?? 0): must be at least 1")
        }
        let compared = MetricRegistry.all.filter(\.isCompared).map(\.path)
        for path in metric where !compared.contains(path) {
            let question = NearestName.question(path, among: compared)
            throw ValidationError(
                "--metric \(path): a history has no such figure"
                    + (question.isEmpty
                        ? "; there are \(compared.joined(separator: ", "))" : question))
        }
    }

    func run() throws {
        let report = try ResultOutput(path: output.path, isColored: output.isColored)
        let lines = try HistoryFolder(path: folder.path).lines()
        guard !lines.isEmpty else {
            throw ExperimentFailure(
                .noSuchFile,
                "\(folder.path): no history; 'bench history add RESULT' begins one")
        }
        if let since, !lines.contains(where: { $0.commit.id.hasPrefix(since) }) {
            throw ExperimentFailure(
                .badData, "--since \(since): no such commit in \(folder.path)")
        }
        let analysis = HistoryAnalysis(lines, options: options)
        guard !analysis.series.isEmpty else {
            throw ExperimentFailure(
                .badData, "\(folder.path): no such figure or strategy in the history")
        }
        switch output.format {
        case .table: try report.write(lines: HistoryTable.lines(analysis))
        case .json: try report.write(ResultCoding.encode(analysis))
        case .csv: try report.write(CSVTable(lines.map(\.csvRow)).data)
        }
        guard analysis.regressions.isEmpty else {
            throw ExperimentFailure(
                .checkFailed, "worse than before: \(analysis.regressions.joined(separator: ", "))")
        }
    }

    private var options: HistoryAnalysis.Options {
        var options = HistoryAnalysis.Options()
        options.metrics = metric
        options.strategies = strategy
        options.significance = significance
        options.changeMin = changeMin.share
        options.permutationCount = permutationCount
        options.last = last
        options.since = since
        return options
    }
}

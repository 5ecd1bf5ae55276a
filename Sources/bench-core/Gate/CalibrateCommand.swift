import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsOptions
import OddsReport
import OddsResults

struct CalibrateCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measures this machine's noise, and what its gates can tell in which time.",
        discussion: """
            Runs this program against itself and shows for each figure the deviation within \
            pairs of runs, the smallest limit at which equal programs pass a gate of the given \
            time, and the smallest regression that such a gate finds, both with 95% \
            probability. It only advises: gates measure the noise of their own runs.

            Example: bench calibrate --rounds 20 --gate-time 2m
            """)

    @OptionGroup(title: "Runs")
    var options: GatedRunOptions

    @Option(
        help: "Rounds of four runs (ABBA) per strategy.",
        transform: CountText.option)
    var rounds = 20

    @Option(
        name: .customLong("gate-time"),
        help: ArgumentHelp("Time of the gate to predict.", valueName: "time"))
    var gateTime = DurationOption(seconds: GateLimits.seconds)

    @OptionGroup(title: "Figures")
    var limits: LimitOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var results: ResultOptions

    func validate() throws {
        guard (4...250).contains(rounds) else {
            throw ValidationError("--rounds \(rounds): must be between 4 and 250")
        }
    }

    func run() async throws {
        let report = try ResultOutput(path: output.path, isColored: output.isColored)
        let folder = try ResultFolder(
            below: results.results, command: "calibrate", start: Date())
        let calibration = Calibration(
            program: try await .own(), runs: options.runs, command: words)
        let result = try await calibration.measure(pairCount: 2 * rounds)
        switch output.format {
        case .json: try report.write(result.json())
        case .csv: try report.write(result.csv.data)
        case .table: try report.write(lines: lines(result))
        }
        try folder.keep(result, notice: StandardError.print)
        if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
    }

    private func lines(_ result: ResultEnvelope<CalibrationResult>) -> [String] {
        let plan = GatePlan(limits: limits.list, strategies: result.strategies)
        let seconds = Double(gateTime.nanoseconds) / 1e9
        let perPair = result.secondsPerPair * Double(result.strategies.count)
        let pairCount = Int(seconds / perPair)
        let first = plan.firstPairCount
        let title = """
            \(2 * rounds) pairs of runs of \(result.strategies.joined(separator: ", ")), \
            \(String(format: "%.2f", perPair)) s per pair of all; a gate of \
            \(gateTime.defaultValueDescription) has at most \(pairCount) of them
            """
        guard pairCount >= first else {
            let needed = FigureFormat.duration(nanoseconds: Double(first) * perPair * 1e9)
            return [title, "That is too short: the first look needs \(first), which take \(needed)"]
        }
        let rows = plan.tests.map { test in
            let pairs = GatePair.pairs(result.runs, strategy: test.strategy)
            let noise = PairNoise(pairs, strategy: test.strategy, metric: test.metric)
            let resolution = noise.map {
                GateOutlook(
                    $0, judge: plan.judge, firstPairCount: first, lastPairCount: pairCount
                ).resolution()
            }
            return CalibrationTable.Row(
                strategy: test.strategy, metric: test.metric, noise: noise?.noise,
                limit: test.threshold, passes: resolution?.passes,
                found: resolution?.found(limit: test.threshold))
        }
        return [title, ""] + CalibrationTable.lines(rows)
            + [
                """
                "passes from" is the smallest limit at which 95% of the gates of equal programs \
                pass; "finds" is the smallest regression that 95% of them find at the limit that \
                was asked for.
                """
            ]
            + result.environment.missing.map { "note: \($0)" }
    }

    /// The command with all defaults.
    var words: [String] {
        ["bench", "calibrate"] + options.words + [
            "--rounds", "\(rounds)", "--gate-time", gateTime.defaultValueDescription,
        ] + limits.words
    }
}

import ArgumentParser
import Foundation
import OddsExperiments
import OddsOptions
import OddsReport
import OddsResults

struct CalibrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measures this machine's noise, and so the resolution of its gates.",
        discussion: """
            Runs this program against itself and shows for each figure the deviation \
            within pairs of runs, the smallest possible threshold (the floor), and the smallest \
            regression that a gate of the given time detects with 95% power. Gates with the same \
            options use this calibration; a gate without one measures it first.

            Example: bench calibrate --rounds 20 --gate-time 2m
            """)

    @OptionGroup(title: "Runs")
    var options: GatedRunOptions

    @Option(help: "Rounds of four runs (ABBA) per strategy.")
    var rounds = 20

    @Option(
        name: .customLong("gate-time"),
        help: ArgumentHelp("Time of the gate to predict.", valueName: "time"))
    var gateTime = DurationOption(seconds: 120)

    @OptionGroup(title: "Figures")
    var limits: LimitOptions

    @Option(help: "Folder for calibrations; the default is .build/gate in the package.")
    var cache: String?

    @OptionGroup
    var output: OutputOptions

    func validate() throws {
        guard (4...250).contains(rounds) else {
            throw ValidationError("--rounds \(rounds): must be between 4 and 250")
        }
    }

    func run() async throws {
        let report = try ResultOutput(path: output.path)
        let cache = try GateCache(path: cache)
        let calibration = Calibration(
            program: try await .own(), runs: options.runs, command: words)
        let result = try await calibration.measure(pairCount: 2 * rounds)
        try cache.keep(result)
        switch output.format {
        case .json: try report.write(result.json())
        case .table: try report.write(lines: lines(result))
        }
    }

    private func lines(_ result: ResultEnvelope<CalibrationResult>) -> [String] {
        let strategyCount = result.strategies.count
        let judge = GateJudge(testCount: limits.list.count * strategyCount, lookCount: 1)
        let seconds = Double(gateTime.nanoseconds) / 1e9
        let affordable = Int(seconds / (result.secondsPerPair * Double(strategyCount)))
        let pairCount = min(max(affordable, judge.pairCountMin), 250)
        let title = """
            \(2 * rounds) pairs of runs of \(result.strategies.joined(separator: ", ")), \
            \(String(format: "%.2f", result.secondsPerPair)) s per pair; a gate of \
            \(gateTime.defaultValueDescription) has \(pairCount) pairs\
            \(affordable < pairCount ? ", the smallest number that can be judged," : "") and a \
            false-alarm rate of at most \(FigureFormat.percent(judge.falseAlarmProbabilityMax))
            """
        let outlook = CalibrationOutlook(
            result.result, limits: limits.list, pairCount: pairCount, judge: judge)
        return [title, ""] + CalibrationTable.lines(outlook.rows.map(Self.row))
            + result.environment.missing.map { "note: \($0)" }
    }

    private static func row(_ row: CalibrationOutlook.Row) -> CalibrationTable.Row {
        CalibrationTable.Row(
            strategy: row.strategy, metric: row.limit.metric, noise: row.noise, floor: row.floor,
            asked: row.limit.share, held: row.held, detectable: row.detectable)
    }

    /// The command with all defaults.
    var words: [String] {
        ["bench", "calibrate"] + options.words + [
            "--rounds", "\(rounds)", "--gate-time", gateTime.defaultValueDescription,
        ] + limits.words + (cache.map { ["--cache", $0] } ?? [])
    }
}

import ArgumentParser
import Foundation
import OddsExperiments
import OddsLauncher
import OddsOptions
import OddsReport
import OddsResults

struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate",
        abstract: "Compares this program with another revision or a kept result: is it slower?",
        discussion: """
            Builds the other revision (once, in a work tree of its own), runs both in turns, and \
            judges each figure by the confidence interval of the ratio within pairs of runs. \
            Exit status: 0 PASS; 1 REGRESSION: the whole interval is beyond the threshold; \
            3 INCONCLUSIVE: it reaches across; 4 INVALID: the two cannot be compared, or the \
            machine was too busy.

            Example: bench gate --against origin/main --max-regression \
            'serviceTime.p50=5%,allocationsPerUpdate=0' --markdown gate.md --junit gate.xml
            """)

    @Option(help: "The revision to compare with: a branch, a tag, a commit.")
    var against: String?

    @Option(help: "A file that 'bench baseline' wrote, to compare with.")
    var baseline: String?

    @Option(
        name: .customLong("baseline-program"),
        help: "A bench program that is built already, to compare with.")
    var baselineProgram: String?

    @Option(
        name: .customLong("candidate-program"),
        help: "A bench program that is judged instead of this one.")
    var candidateProgram: String?

    @OptionGroup(title: "Runs")
    var options: GatedRunOptions

    @Option(
        help: """
            Rounds of four runs (ABBA) of each strategy after which the gate looks whether it can \
            tell; it doubles them as often as it cannot.
            """)
    var rounds = 6

    @Option(
        name: .customLong("max-rounds"),
        help: "Rounds at most; four times --rounds if not given.")
    var roundsMax: Int?

    @OptionGroup(title: "Figures")
    var limits: LimitOptions

    @Option(
        help: """
            No figure but exact counters is held below this, whatever the machine's noise floor: \
            for machines whose noise changes, such as 30%.
            """)
    var floor = PercentOption(share: 0)

    @Option(
        name: .customLong("inject-slowdown"),
        help: ArgumentHelp(
            """
            Let each frame of the candidate take longer by this share of its own service time: \
            shows that the gate finds it.
            """, valueName: "percent"))
    var injectedSlowdown = PercentOption(share: 0)

    @Option(
        help: """
            Where other revisions and calibrations are kept; .build/gate of the package if not \
            given.
            """)
    var cache: String?

    @OptionGroup(title: "Output")
    var outputs: GateOutputs

    @OptionGroup(title: "Output")
    var results: ResultOptions

    func validate() throws {
        let given = [against, baseline, baselineProgram].compactMap { $0 }
        guard given.count == 1 else {
            throw ValidationError(
                "give one of --against REVISION, --baseline FILE and --baseline-program PROGRAM")
        }
        guard (1...250).contains(rounds) else {
            throw ValidationError("--rounds \(rounds): must be between 1 and 250")
        }
        guard (rounds...250).contains(looks.roundsMax) else {
            throw ValidationError(
                "--max-rounds \(looks.roundsMax): must be between --rounds \(rounds) and 250")
        }
        let needed = judge.pairCountMin
        guard looks.pairs[0] >= needed else {
            throw ValidationError(
                """
                --rounds \(rounds): \(judgeDescription) takes \((needed + 1) / 2) rounds at least
                """)
        }
    }

    /// How many rounds at most, and after how many pairs the gate looks.
    var looks: (roundsMax: Int, pairs: [Int]) {
        let roundsMax = roundsMax ?? min(4 * rounds, 250)
        guard roundsMax >= rounds else { return (roundsMax, [2 * rounds]) }
        return (roundsMax, GatePlan.looks(rounds: rounds, roundsMax: roundsMax))
    }

    private var judge: GateJudge {
        GateJudge(
            testCount: limits.list.count * options.strategy.names.count,
            lookCount: looks.pairs.count)
    }

    private var judgeDescription: String {
        let share = FigureFormat.percent(GateLimits.falseAlarmProbabilityMax)
        return "judging \(limits.list.count * options.strategy.names.count) figures with at most "
            + "\(share) false alarms"
    }

    /// What was asked for, as the experiment takes it.
    var request: GateRequest {
        let other: GateRequest.Baseline =
            baseline.map { .kept(path: $0) } ?? baselineProgram.map { .program(path: $0) }
            ?? .revision(against ?? "HEAD")
        var request = GateRequest(
            baseline: other, runs: options.runs, rounds: rounds, looks: looks.pairs,
            limits: limits.list, words: words)
        request.candidateProgram = candidateProgram
        request.areLimitsExplicit = limits.explicit != nil
        request.floorMin = floor.share
        request.injectedSlowdown = injectedSlowdown.share
        request.cachePath = cache
        return request
    }

    func run() throws {
        let start = Date()
        let writer = try outputs.open()
        let folder = try ResultFolder(below: results.results, command: "gate", start: start)
        let runner = try GateRunner(request, start: start) { StandardError.print("bench: \($0)") }
        let result = try runner.result()
        try writer.write(result, seconds: Date().timeIntervalSince(start))
        try folder.keep(result, notice: StandardError.print)
        if let failure = Self.failure(result.result) { throw failure }
    }

    private static func failure(_ result: GateResult) -> ExperimentFailure? {
        func figures(_ verdict: MetricVerdict) -> String {
            result.judgements.filter { $0.verdict == verdict }
                .map { "\($0.strategy) \($0.metric) \(GateFigures($0).cells[2])" }
                .joined(separator: ", ")
        }
        return switch result.verdict {
        case .pass: nil
        case .regression: ExperimentFailure(.checkFailed, "REGRESSION: \(figures(.regression))")
        case .inconclusive:
            ExperimentFailure(.inconclusive, "INCONCLUSIVE: \(figures(.inconclusive))")
        case .invalid: ExperimentFailure(.invalid, "INVALID: \(result.reason ?? "")")
        }
    }

    /// The command with all defaults filled in.
    var words: [String] {
        func option(_ name: String, _ value: String?) -> [String] {
            value.map { [name, $0] } ?? []
        }
        return ["bench", "gate"] + option("--against", against) + option("--baseline", baseline)
            + option("--baseline-program", baselineProgram)
            + option("--candidate-program", candidateProgram) + options.words
            + ["--rounds", "\(rounds)", "--max-rounds", "\(looks.roundsMax)"] + limits.words
            + floor.words("--floor") + injectedSlowdown.words("--inject-slowdown")
            + option("--cache", cache)
    }
}

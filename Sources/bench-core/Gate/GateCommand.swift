import ArgumentParser
import Foundation
import OddsExperiments
import OddsLauncher
import OddsOptions
import OddsReport
import OddsResults

struct GateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate",
        abstract: "Tests this program for regressions against a revision or kept runs.",
        discussion: """
            Builds the other revision (once, in a separate work tree), runs both sides \
            alternately, and judges each figure by the confidence interval of the ratio within \
            pairs of runs. \
            Exit status: 0 PASS; 1 REGRESSION, the whole interval is beyond the threshold; \
            3 INCONCLUSIVE, the interval contains the threshold; 4 INVALID, the two sides cannot \
            be compared or the machine was too busy.

            Example: bench gate --against origin/main --max-regression \
            'serviceTime.p50=5%,allocationsPerUpdate=0' --markdown gate.md --junit gate.xml
            """)

    @Option(help: "Revision to compare with: a branch, a tag or a commit.")
    var against: String?

    @Option(help: "File written by 'bench baseline' to compare with.")
    var baseline: String?

    @Option(
        name: .customLong("baseline-program"), help: "Built bench program to compare with.")
    var baselineProgram: String?

    @Option(
        name: .customLong("candidate-program"),
        help: "Built bench program to judge instead of this one.")
    var candidateProgram: String?

    @OptionGroup(title: "Runs")
    var options: GatedRunOptions

    @Option(
        help: """
            Rounds of four runs (ABBA) per strategy before the first judgement; they are doubled \
            as long as it is inconclusive.
            """)
    var rounds = 6

    @Option(
        name: .customLong("max-rounds"),
        help: "Largest number of rounds; the default is four times --rounds.")
    var roundsMax: Int?

    @OptionGroup(title: "Figures")
    var limits: LimitOptions

    @Option(
        help: """
            Smallest noise floor, except for exact counters: for machines whose noise varies, \
            such as 30%.
            """)
    var floor = PercentOption(share: 0)

    @Option(
        name: .customLong("inject-slowdown"),
        help: ArgumentHelp(
            """
            Slow each frame of the candidate down by this share of its own service time, to \
            prove that the gate detects it.
            """, valueName: "percent"))
    var injectedSlowdown = PercentOption(share: 0)

    @Option(
        help: """
            Folder for other revisions and calibrations; the default is .build/gate in the \
            package.
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
                --rounds \(rounds): \(judgeDescription) needs at least \((needed + 1) / 2) rounds
                """)
        }
    }

    /// The largest number of rounds, and the numbers of pairs after which the
    /// gate may stop.
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
        return "judging \(limits.list.count * options.strategy.names.count) figures with a "
            + "false-alarm rate of at most \(share)"
    }

    /// The options as the experiment takes them.
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

    func run() async throws {
        let start = Date()
        let writer = try outputs.open()
        let folder = try ResultFolder(below: results.results, command: "gate", start: start)
        let runner = try await GateRunner(request, start: start) {
            StandardError.print("bench: \($0)")
        }
        let result = try await runner.result()
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

    /// The command with all defaults.
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

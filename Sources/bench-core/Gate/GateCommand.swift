import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsOptions
import OddsReport
import OddsResults

struct GateCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "gate",
        abstract: "Tests this program for regressions against a revision or kept runs.",
        discussion: """
            Builds the other revision of the clone in which it is started (once, in a separate \
            work tree), runs both sides \
            alternately, and judges each figure by the confidence interval of the ratio within \
            pairs of runs. \
            The gate goes on until each figure is decided or its time is spent. \
            Exit status: 0 PASS; 1 REGRESSION, the whole interval is beyond the limit; \
            3 INCONCLUSIVE, the interval contains the limit; 4 INVALID, the two sides cannot \
            be compared or the machine was too busy.

            Example: bench gate --against origin/main --max-regression \
            'serviceTime.p50=5%,allocationsPerUpdate=0' --markdown gate.md --junit gate.xml
            """)

    @Option(
        help: "Revision to compare with: a branch, a tag or a commit.",
        completion: .shellCommand("git for-each-ref --format='%(refname:short)' 2>/dev/null"))
    var against: String?

    @Option(
        help: "File written by 'bench baseline' to compare with.", completion: .results)
    var baseline: String?

    @Option(
        name: .customLong("baseline-program"), help: "Built bench program to compare with.",
        completion: .file())
    var baselineProgram: String?

    @Option(
        name: .customLong("candidate-program"),
        help: "Built bench program to judge instead of this one.", completion: .file())
    var candidateProgram: String?

    @OptionGroup(title: "Runs")
    var options: GatedRunOptions

    @Option(
        help: """
            Rounds of four runs (ABBA) per strategy before the first judgement; each further \
            judgement comes after twice as many. (default: 6, or as many as the number of \
            figures needs)
            """,
        transform: CountText.option)
    var rounds: Int?

    @Option(
        help: """
            Time for pairs of runs, such as 5m: none is begun after it. The other revision is \
            built, instructions are counted and layouts are linked before.
            """)
    var time = DurationOption(seconds: GateLimits.seconds)

    @OptionGroup(title: "Figures")
    var limits: LimitOptions

    @Flag(
        name: .customLong("fail-on-inconclusive"),
        help: """
            Treat INCONCLUSIVE and INVALID as failures: exit status 1, and failures in JUnit. \
            For CI, which must not take a gate that could not judge for one that passed.
            """)
    var failsOnInconclusive = false

    @Option(
        name: .customLong("inject-slowdown"),
        help: ArgumentHelp(
            """
            Slow each frame of the candidate down by this share of its own service time, to \
            prove that the gate detects it.
            """, valueName: "percent"))
    var injectedSlowdown = PercentOption(share: 0)

    @Option(
        name: .customLong("inject-tail-slowdown"),
        help: ArgumentHelp(
            """
            Slow only the candidate's slowest frames down, about 1 in 50, so that the median \
            stays; excludes --inject-slowdown.
            """, valueName: "percent"))
    var injectedTailSlowdown = PercentOption(share: 0)

    @Option(
        name: .customLong("layout-seed"),
        help: "Seed of the orders in which the functions of both sides are linked.",
        transform: CountText.option)
    var layoutSeed = 1

    @Option(
        help: "Folder for other revisions; the default is .build/gate in the clone.",
        completion: .directory)
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
        if let rounds, !(1...250).contains(rounds) {
            throw ValidationError("--rounds \(rounds): must be between 1 and 250")
        }
        guard time.nanoseconds > 0 else { throw ValidationError("--time must be longer than 0") }
        guard injectedSlowdown.share == 0 || injectedTailSlowdown.share == 0 else {
            throw ValidationError(
                "--inject-slowdown and --inject-tail-slowdown exclude each other")
        }
        guard (0...1_000_000).contains(layoutSeed) else {
            throw ValidationError("--layout-seed \(layoutSeed): must be between 0 and 1000000")
        }
        let needed = plan.judge.pairCountMin
        if let rounds, 2 * rounds < needed {
            throw ValidationError(
                """
                --rounds \(rounds): judging \(plan.tests.count) figures with a false-alarm rate \
                of at most \(FigureFormat.percent(GateLimits.falseAlarmProbabilityMax)) needs at \
                least \((needed + 1) / 2) rounds
                """)
        }
    }

    private var firstPairCount: Int { rounds.map { 2 * $0 } ?? plan.firstPairCount }

    private var plan: GatePlan {
        GatePlan(limits: limits.list, strategies: options.strategy.names.map(\.text))
    }

    /// The options as the experiment takes them.
    var request: GateRequest {
        let other: GateRequest.Baseline =
            baseline.map { .kept(path: $0) } ?? baselineProgram.map { .program(path: $0) }
            ?? .revision(against ?? "HEAD")
        var request = GateRequest(
            baseline: other, runs: options.runs, pairCount: firstPairCount,
            seconds: Double(time.nanoseconds) / 1e9, limits: limits.list, words: words)
        request.candidateProgram = candidateProgram
        request.areLimitsExplicit = limits.explicit != nil
        request.layoutSeed = layoutSeed
        request.injection = injection
        request.cachePath = cache
        return request
    }

    private var injection: InjectedSlowdown? {
        if injectedSlowdown.share > 0 {
            InjectedSlowdown(.all, share: injectedSlowdown.share)
        } else if injectedTailSlowdown.share > 0 {
            InjectedSlowdown(.tail, share: injectedTailSlowdown.share)
        } else { nil }
    }

    func run() async throws {
        let start = Date()
        let writer = try outputs.open()
        let folder = try ResultFolder(below: results.results, command: "gate", start: start)
        let runner = try await GateRunner(request, start: start) {
            StandardError.print("bench: \($0)")
        }
        let result = try await runner.result()
        try writer.write(
            result, seconds: Date().timeIntervalSince(start) - (runner.buildSeconds ?? 0),
            failsOnInconclusive: failsOnInconclusive)
        try folder.keep(result, notice: StandardError.print)
        if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
        if let failure = failure(result.result) { throw failure }
    }

    private func failure(_ result: GateResult) -> ExperimentFailure? {
        func status(_ status: ExitStatus) -> ExitStatus {
            failsOnInconclusive ? .checkFailed : status
        }
        func figures(_ verdict: MetricVerdict) -> String {
            result.judgements.filter { $0.verdict == verdict }
                .map { "\($0.strategy) \($0.metric) \(GateFigures($0).cells[2])" }
                .joined(separator: ", ")
        }
        return switch result.verdict {
        case .pass: nil
        case .regression: ExperimentFailure(.checkFailed, "REGRESSION: \(figures(.regression))")
        case .inconclusive:
            ExperimentFailure(
                status(.inconclusive), "INCONCLUSIVE: \(figures(.inconclusive))")
        case .invalid:
            ExperimentFailure(status(.invalid), "INVALID: \(result.reason ?? "")")
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
            + ["--rounds", "\(firstPairCount / 2)", "--time", time.defaultValueDescription]
            + limits.words
            + injectedSlowdown.words("--inject-slowdown")
            + injectedTailSlowdown.words("--inject-tail-slowdown")
            + (failsOnInconclusive ? ["--fail-on-inconclusive"] : [])
            + (layoutSeed == 1 ? [] : ["--layout-seed", "\(layoutSeed)"])
            + option("--cache", cache)
    }
}

import Foundation
import OddsHarness
import OddsMeasurement

/// One gate from its sides to its result.
struct GateRunner {
    private let command: GateCommand
    private let cache: GateCache
    private let baseline: GateBaseline
    private let side: GateSide
    private let candidate: GateProgram
    private let start: Date
    private let processorTime = ProcessorTime.current()

    /// Reads or builds the sides.
    init(command: GateCommand, start: Date) throws {
        self.command = command
        self.start = start
        cache = try GateCache(path: command.cache)
        var candidate =
            try command.candidateProgram.map {
                try GateProgram.prebuilt($0, option: "--candidate-program")
            } ?? GateProgram.own()
        candidate.extraArguments = command.injectedSlowdown.words("--inject-slowdown")
        self.candidate = candidate
        if let path = command.baseline {
            let kept = try KeptBaseline(path: path)
            baseline = .kept(kept)
            side = GateSide(name: kept.name, commit: kept.environment.commit)
        } else {
            let program =
                try command.baselineProgram.map {
                    try GateProgram.prebuilt($0, option: "--baseline-program")
                } ?? RevisionBuild(cache: cache).program(of: command.against ?? "HEAD")
            baseline = .program(program)
            side = program.side
        }
    }

    func result() throws -> GateResult {
        if case .kept(let kept) = baseline, let reason = reasonAgainst(kept) {
            return result(.invalid, reason: reason)
        }
        let plan = try plan(try calibration())
        var session = GateSession(
            baseline: baseline, candidate: candidate, options: command.options,
            title: "gate")
        var judgements: [MetricJudgement] = []
        do {
            for look in plan.looks {
                try session.run(untilPairCount: look)
                judgements = try plan.judgements(session.runs)
                if GateJudge.verdict(judgements) != .inconclusive { break }
            }
        } catch let invalidity as GateSession.Invalidity {
            return result(.invalid, reason: invalidity.reason, session: session)
        }
        return result(
            GateJudge.verdict(judgements), plan: plan, judgements: judgements, session: session)
    }

    /// Why a kept baseline cannot be compared with, before any run.
    private func reasonAgainst(_ kept: KeptBaseline) -> String? {
        let differences = kept.differences(
            environment: environment, arguments: command.options.arguments, trafficDigest: nil)
        let missing = command.options.strategy.kinds.map(\.rawValue)
            .filter { name in !kept.runs.contains { $0.strategy == name } }
            .map { "\($0) has no runs in it" }
        let facts = differences + missing
        guard !facts.isEmpty else { return nil }
        return """
            \(kept.name) was measured under other conditions (\(facts.joined(separator: "; "))); \
            'bench gate --against REVISION' runs both sides under the same
            """
    }

    /// Takes some tenths of a second, as git is asked.
    private var environment: EnvironmentDescription {
        .current(since: start, processorTime: processorTime)
    }

    private var isInterleaved: Bool {
        if case .program = baseline { true } else { false }
    }

    /// After how many pairs the gate looks; once, if the baseline's runs are
    /// there already.
    private var looks: [Int] {
        guard case .kept(let kept) = baseline else { return command.looks.pairs }
        return [min(kept.runCount, command.looks.pairs.last ?? kept.runCount)]
    }

    private var judge: GateJudge {
        GateJudge(
            testCount: command.limits.list.count * command.options.strategy.kinds.count,
            lookCount: looks.count)
    }

    private func plan(_ calibration: CalibrationResult) throws -> GatePlan {
        guard looks[0] >= judge.pairCountMin else {
            throw BenchFailure(
                .usage,
                "\(side.name) has \(looks[0]) runs; it takes \(judge.pairCountMin) to judge")
        }
        let limits = command.limits
        do {
            return try GatePlan(
                limits: limits.list, areExplicit: limits.explicit != nil,
                floorMin: command.floor.share,
                strategies: command.options.strategy.kinds.map(\.rawValue), looks: looks,
                isInterleaved: isInterleaved, calibration: calibration)
        } catch let refusal as GatePlan.BelowFloor {
            throw BenchFailure(.usage, "--max-regression \(refusal)")
        }
    }

    /// The calibration of this machine for these runs; made if there is none.
    private func calibration() throws -> CalibrationResult {
        let options = command.options
        let strategies = options.strategy.kinds.map(\.rawValue)
        if let kept = try cache.calibration(arguments: options.arguments, strategies: strategies) {
            return kept
        }
        StandardError.print(
            """
            bench: no calibration of this machine for such runs; making one, once, as long as a \
            gate takes ('bench calibrate' makes a better one)
            """)
        var program = candidate
        program.extraArguments = []
        let words = ["bench", "calibrate"] + options.words + ["--rounds", "\(command.rounds)"]
        let calibration = Calibration(program: program, options: options, command: words)
        let result = try calibration.measure(pairCount: 2 * command.rounds)
        try cache.keep(result)
        return result
    }

    private func result(
        _ verdict: GateVerdict, reason: String? = nil, plan: GatePlan? = nil,
        judgements: [MetricJudgement] = [], session: GateSession? = nil
    ) -> GateResult {
        let slowdown = command.injectedSlowdown.share
        let environment = environment
        return GateResult(
            command: command.words, seed: command.options.seed,
            trafficDigest: verdict == .invalid ? nil : session?.trafficDigest,
            environment: environment, baseline: side, candidate: candidate.side,
            design: GateDesign(
                arguments: command.options.arguments, isInterleaved: isInterleaved, looks: looks,
                falseAlarmProbabilityMax: judge.falseAlarmProbabilityMax,
                alarmConfidence: 1 - judge.alarmTail, passConfidence: 1 - judge.passTail,
                injectedSlowdown: slowdown > 0 ? slowdown : nil),
            verdict: verdict, reason: reason,
            notes: notes(plan, session) + environment.missing, judgements: judgements,
            runs: session?.runs ?? [])
    }

    /// What else a reader has to know.
    private func notes(_ plan: GatePlan?, _ session: GateSession?) -> [String] {
        var notes = plan?.notes ?? []
        if let session, session.disturbedCount > 0 {
            notes.append(
                "\(session.disturbedCount) pairs were run again, as the machine disturbed them")
        }
        if session?.runs.contains(where: { $0.run.status == .saturated }) == true {
            notes.append("a side did not keep the rate: its response times are lower bounds")
        }
        if command.candidateProgram == nil, let package = try? ReleaseBuild.packageFolder(),
            ReleaseBuild.isOlderThanSources(in: package)
        {
            notes.append("this program is older than the sources beside it: build it anew")
        }
        return notes
    }
}

import Foundation
import OddsLauncher
import OddsMeasurement
import OddsResults

/// One gate from its sides to its result.
package struct GateRunner {
    private let request: GateRequest
    private let cache: GateCache
    private let baseline: GateBaseline
    private let side: GateSide
    private let candidate: GateProgram
    private let start: Date
    private let processorTime = ProcessorTime.current()

    /// Called before work that takes long.
    private let notice: (String) -> Void

    /// Reads or builds both sides.
    package init(
        _ request: GateRequest, start: Date, notice: @escaping (String) -> Void
    ) async throws {
        self.request = request
        self.start = start
        self.notice = notice
        cache = try GateCache(path: request.cachePath)
        var candidate =
            if let path = request.candidateProgram {
                try GateProgram.prebuilt(path, option: "--candidate-program")
            } else { try await GateProgram.own() }
        candidate.extraArguments = request.slowdownWords
        self.candidate = candidate
        switch request.baseline {
        case .kept(let path):
            let kept = try ResultEnvelope<KeptBaseline>(path: path)
            baseline = .kept(kept)
            side = GateSide(name: kept.name, commit: kept.environment.commit?.description)
        case .program(let path):
            let program = try GateProgram.prebuilt(path, option: "--baseline-program")
            baseline = .program(program)
            side = program.side
        case .revision(let revision):
            let program = try await RevisionBuild(cache: cache, notice: notice)
                .program(of: revision)
            baseline = .program(program)
            side = program.side
        }
    }

    package func result() async throws -> ResultEnvelope<GateResult> {
        if case .kept(let kept) = baseline, let reason = await reasonAgainst(kept) {
            return await result(.invalid, reason: reason)
        }
        let plan = try plan(try await calibration().result)
        var session = GateSession(
            baseline: baseline, candidate: candidate, runs: request.runs,
            title: "gate")
        var judgements: [MetricJudgement] = []
        do {
            for look in plan.looks {
                try await session.run(untilPairCount: look)
                judgements = plan.judgements(session.runs)
                if GateJudge.verdict(judgements) != .inconclusive { break }
            }
        } catch let invalidity as GateSession.Invalidity {
            return await result(.invalid, reason: invalidity.reason, session: session)
        }
        return await result(
            GateJudge.verdict(judgements), plan: plan, judgements: judgements, session: session)
    }

    /// Why the kept baseline is not comparable, as known before any run; `nil`
    /// if it is.
    private func reasonAgainst(_ kept: ResultEnvelope<KeptBaseline>) async -> String? {
        let differences = await kept.differences(
            environment: environment, arguments: request.runs.arguments, trafficDigest: nil)
        let missing = request.runs.strategies.map(\.text)
            .filter { name in !kept.runs.contains { $0.strategy == name } }
            .map { "it has no runs of \($0)" }
        let facts = differences + missing
        guard !facts.isEmpty else { return nil }
        return """
            \(kept.name) was measured under other conditions (\(facts.joined(separator: "; "))); \
            'bench gate --against REVISION' runs both sides under the same ones
            """
    }

    /// Takes a few tenths of a second, because it runs git.
    private var environment: EnvironmentDescription {
        get async { await .current(since: start, processorTime: processorTime) }
    }

    private var isInterleaved: Bool {
        if case .program = baseline { true } else { false }
    }

    /// The numbers of pairs after which the gate may stop; with a kept baseline
    /// there is one look, at all of its runs.
    private var looks: [Int] {
        guard case .kept(let kept) = baseline else { return request.looks }
        return [min(kept.result.runCount, request.looks.last ?? kept.result.runCount)]
    }

    private var judge: GateJudge {
        GateJudge(
            testCount: request.limits.count * request.runs.strategies.count,
            lookCount: looks.count)
    }

    private func plan(_ calibration: CalibrationResult) throws -> GatePlan {
        guard looks[0] >= judge.pairCountMin else {
            throw ExperimentFailure(
                .usage,
                "\(side.name) has \(looks[0]) runs; a judgement needs \(judge.pairCountMin)")
        }
        do {
            return try GatePlan(
                limits: request.limits, areExplicit: request.areLimitsExplicit,
                floorMin: request.floorMin,
                strategies: request.runs.strategies.map(\.text), looks: looks,
                isInterleaved: isInterleaved, calibration: calibration)
        } catch let refusal {
            throw ExperimentFailure(.usage, "--max-regression \(refusal)")
        }
    }

    /// The calibration of this machine for these runs, measured if there is
    /// none.
    private func calibration() async throws -> ResultEnvelope<CalibrationResult> {
        let runs = request.runs
        let strategies = runs.strategies.map(\.text)
        if let kept = try cache.calibration(arguments: runs.arguments, strategies: strategies) {
            return kept
        }
        notice(
            """
            no calibration of this machine for such runs; measuring one now, which takes as \
            long as a gate ('bench calibrate' measures a better one)
            """)
        var program = candidate
        program.extraArguments = []
        let words = ["bench", "calibrate"] + runs.words + ["--rounds", "\(request.rounds)"]
        let calibration = Calibration(program: program, runs: runs, command: words)
        let result = try await calibration.measure(pairCount: 2 * request.rounds)
        try cache.keep(result)
        return result
    }

    private func result(
        _ verdict: GateVerdict, reason: String? = nil, plan: GatePlan? = nil,
        judgements: [MetricJudgement] = [], session: GateSession? = nil
    ) async -> ResultEnvelope<GateResult> {
        let slowdown = request.injectedSlowdown
        let environment = await environment
        return ResultEnvelope(
            command: request.words, seed: request.runs.seed,
            trafficDigest: verdict == .invalid ? nil : session?.trafficDigest,
            environment: environment,
            GateResult(
                baseline: side, candidate: candidate.side,
                design: GateDesign(
                    arguments: request.runs.arguments, isInterleaved: isInterleaved,
                    looks: looks, falseAlarmProbabilityMax: judge.falseAlarmProbabilityMax,
                    alarmConfidence: 1 - judge.alarmTail, passConfidence: 1 - judge.passTail,
                    injectedSlowdown: slowdown > 0 ? slowdown : nil),
                verdict: verdict, reason: reason,
                notes: notes(plan, session) + environment.missing, judgements: judgements,
                runs: session?.runs ?? []))
    }

    /// Further facts that a reader needs, one line each.
    private func notes(_ plan: GatePlan?, _ session: GateSession?) -> [String] {
        var notes = plan?.notes ?? []
        if let session, session.disturbedCount > 0 {
            notes.append(
                "\(session.disturbedCount) pairs were disturbed by the machine and run again")
        }
        if session?.runs.contains(where: { $0.run.status == .saturated }) == true {
            notes.append("a side did not sustain the rate: its response times are lower bounds")
        }
        if request.candidateProgram == nil, let package = try? ReleaseBuild.packageFolder(),
            let own = Bundle.main.executableURL,
            ReleaseBuild.isOlderThanSources(own, in: package)
        {
            notes.append("this program is older than the sources: rebuild it")
        }
        return notes
    }
}

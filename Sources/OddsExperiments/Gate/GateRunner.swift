import Foundation
import OddsHarness
import OddsLauncher
import OddsMeasurement
import OddsResults

/// One gate from its sides to its result.
package struct GateRunner {
    private let request: GateRequest
    private let plan: GatePlan
    private var baseline: GateBaseline
    private let side: GateSide
    private var candidate: GateProgram
    private let start: Date
    private let processorTime = ProcessorTime.current()
    private let progress = ExperimentProgress(command: "gate")
    /// How long the baseline took to build; `nil` if it was there.
    package private(set) var buildSeconds: Double?

    /// Reads or builds both sides.
    ///
    /// - Parameters:
    ///   - request: The options of the gate.
    ///   - start: When the command began.
    ///   - notice: Called before work that takes long.
    package init(
        _ request: GateRequest, start: Date, notice: @escaping (String) -> Void
    ) async throws {
        self.request = request
        self.start = start
        plan = GatePlan(
            limits: request.limits, strategies: request.runs.strategies.map(\.text))
        candidate =
            if let path = request.candidateProgram {
                try await GateProgram.prebuilt(path, option: "--candidate-program")
            } else { try await GateProgram.own() }
        candidate.extraArguments = request.injection?.words ?? []
        switch request.baseline {
        case .kept(let path):
            let kept = try ResultEnvelope<KeptBaseline>(path: path)
            baseline = .kept(kept)
            side = GateSide(name: kept.name, commit: kept.environment.commit?.description)
        case .program(let path):
            let program = try await GateProgram.prebuilt(path, option: "--baseline-program")
            baseline = .program(program)
            side = program.side
        case .revision(let revision):
            let built = try await RevisionBuild(cachePath: request.cachePath, notice: notice)
                .program(of: revision)
            try Interruption.current.check()
            baseline = .program(built.program)
            side = built.program.side
            buildSeconds = built.seconds
        }
    }

    package func result() async throws -> ResultEnvelope<GateResult> {
        guard case .program(var program) = baseline else { return try await resultAgainstKept() }
        var varied = self
        let layouts = try await GateLayouts(
            baseline: program, candidate: candidate, seed: request.layoutSeed)
        defer { layouts?.remove() }
        if let layouts {
            program.layouts = layouts.baseline
            varied.candidate.layouts = layouts.candidate
        }
        varied.baseline = .program(program)
        return try await varied.resultInTurns(against: program)
    }

    /// Both sides in turns, until each figure is decided or the time is spent: a
    /// regression in one figure does not leave the others unknown.
    private func resultInTurns(
        against program: GateProgram
    ) async throws -> ResultEnvelope<GateResult> {
        var found = GateFindings()
        var session = session
        do {
            try await count(against: program, &found)
            // Worse instructions decide; times are then only looked at once.
            let isDecided = found.verdict == .regression
            let deadline = ContinuousClock.now + .seconds(request.seconds)
            var isInTime = !plan.tests.isEmpty
            while isInTime {
                let count = request.pairCount << found.looks.count
                isInTime = try await session.run(untilPairCount: count, deadline: deadline)
                found.look(at: session.runs, pairCount: session.pairCount, plan)
                if isDecided || !found.hasUndecided || Interruption.current.isRequested { break }
            }
            if found.hasUndecided, let invalidity = session.invalidity { throw invalidity }
        } catch let invalidity as GateInvalidity {
            // A busy machine takes nothing back of what was found.
            guard invalidity.isDisturbance, found.verdict == .regression else {
                return await result(.invalid, reason: invalidity.reason, found, session)
            }
            found.notes.append("not all times are judged: \(invalidity.reason)")
        }
        return await result(found.verdict, found, session)
    }

    /// One look, at all runs of the kept baseline and as many of the candidate.
    private func resultAgainstKept() async throws -> ResultEnvelope<GateResult> {
        guard case .kept(let kept) = baseline else { preconditionFailure("there is no baseline") }
        var found = GateFindings()
        if let reason = await reasonAgainst(kept) {
            return await result(.invalid, reason: reason, found)
        }
        if !plan.countTests.isEmpty {
            found.notes.append("instructions are compared with a program, not with kept runs")
        }
        let runCount = kept.result.runCount
        guard runCount >= plan.judge.pairCountMin else {
            throw ExperimentFailure(
                .usage,
                """
                \(side.name) has \(runCount) runs; a judgement needs \(plan.judge.pairCountMin)
                """)
        }
        var session = session
        do {
            try await session.run(untilPairCount: runCount)
        } catch let invalidity as GateInvalidity {
            return await result(.invalid, reason: invalidity.reason, found, session)
        }
        found.look(at: session.runs, pairCount: runCount, plan)
        found.notes.append(
            """
            the baseline is of another time, and so is its machine's mood and its code's \
            layout: equal programs may well differ by some percent, so confirm a REGRESSION \
            with 'bench gate --against'
            """)
        return await result(found.verdict, found, session)
    }

    private var session: GateSession {
        GateSession(
            baseline: baseline, candidate: candidate, runs: request.runs,
            judged: plan.tests.map(\.metric), title: "gate", progress: progress)
    }

    /// Counts instructions. A figure that cannot be had is left out with a note,
    /// or inconclusive if it was asked for.
    ///
    /// - Throws: `GateInvalidity` if the sides did not do equal work.
    private func count(against program: GateProgram, _ found: inout GateFindings) async throws {
        var counting = GateCounting(
            baseline: program, candidate: candidate, runs: request.runs)
        for test in plan.countTests {
            guard let strategy = request.runs.strategies.first(where: { $0.text == test.strategy })
            else { continue }
            do {
                found.counts += try await counting.count(strategy)
                found.countJudgements.append(GateCounting.judge(test, found.counts))
            } catch let absence as GateCounting.Absence {
                guard request.areLimitsExplicit else {
                    found.notes.append("instructions are not compared: \(absence.reason)")
                    return
                }
                var judgement = GateCounting.judge(test, [])
                judgement.reason = absence.reason
                found.countJudgements.append(judgement)
            }
        }
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

    private func result(
        _ verdict: GateVerdict, reason: String? = nil, _ found: GateFindings,
        _ session: GateSession? = nil
    ) async -> ResultEnvelope<GateResult> {
        let environment = await environment
        let isInterleaved = if case .program = baseline { true } else { false }
        let layouts = min(candidate.layouts.count, baseline.program?.layouts.count ?? 0)
        var result = ResultEnvelope(
            command: request.words, provider: request.runs.provider, seed: request.runs.seed,
            arrival: request.runs.arrival,
            trafficDigest: verdict == .invalid ? nil : session?.trafficDigest,
            environment: environment,
            GateResult(
                baseline: side, candidate: candidate.side,
                design: GateDesign(
                    arguments: request.runs.arguments, isInterleaved: isInterleaved,
                    turnNanoseconds: session?.takesTurns == true
                        ? HarnessLimits.turnNanoseconds : nil,
                    looks: found.looks, seconds: isInterleaved ? request.seconds : nil,
                    layouts: layouts > 1 ? layouts : nil,
                    // The luck of one layout is no chance that runs repeat.
                    falseAlarmProbabilityMax: layouts > 1
                        ? plan.judge.falseAlarmProbabilityMax : nil,
                    alarmConfidence: 1 - plan.judge.alarmTail(look: 1),
                    passConfidence: 1 - plan.judge.passTail(look: 1),
                    injection: request.injection),
                verdict: verdict, reason: reason,
                notes: found.notes + notes(session, layouts: layouts),
                judgements: found.judgements,
                counts: found.counts.isEmpty ? nil : found.counts,
                runs: (session?.runs ?? []).map { run in
                    var run = run
                    run.run.removeDetail()
                    return run
                }))
        result.cutShort = Interruption.current.signal.map {
            "\(SignalName.text($0)) after \(session?.pairCount ?? 0) pairs of runs"
        }
        return result
    }

    /// The packages of which the sides were built with different versions.
    private var packageNote: String? {
        let differences = PackageDifferences.lines(baseline.program?.packages, candidate.packages)
        guard !differences.isEmpty else { return nil }
        return "the sides were built with other packages: \(differences.joined(separator: "; "))"
    }

    /// Further facts that a reader needs, one line each.
    private func notes(_ session: GateSession?, layouts: Int) -> [String] {
        var notes = [packageNote].compactMap(\.self)
        if let buildSeconds {
            let time = FigureFormat.duration(nanoseconds: buildSeconds * 1e9)
            notes.append("\(side.name) was built first, in \(time), which --time does not count")
        }
        if let session, session.disturbedCount > 0 {
            notes.append(
                """
                \(session.disturbedCount) pairs were disturbed by the machine and run again, the \
                last one because \(session.lastDisturbance)
                """)
        }
        if let session, case let count = session.runs.count(where: { $0.run.status == .invalid }),
            count > 0
        {
            notes.append(
                """
                \(count) runs are INVALID by percentiles that this gate does not judge; those \
                that it does are right
                """)
        }
        if case .program = baseline, session?.takesTurns == false {
            notes.append(
                """
                one of the programs cannot take turns, so that they ran one after the other: \
                where the machine's speed changes, more pairs are needed
                """)
        }
        if session?.runs.contains(where: { $0.run.status == .saturated }) == true {
            notes.append("a side did not sustain the rate: its response times are lower bounds")
        }
        if layouts <= 1, case .program = baseline {
            notes.append(
                """
                the programs ran in one layout of their code each, whose luck counts as change, \
                as \(layoutReason)
                """)
        }
        if request.candidateProgram == nil, let package = try? ReleaseBuild.packageFolder(),
            let own = Bundle.main.executableURL,
            ReleaseBuild.isOlderThanSources(own, in: package)
        {
            notes.append("this program is older than the sources: rebuild it")
        }
        return notes
    }

    private var layoutReason: String {
        let missing = [baseline.program, candidate].compactMap(\.self)
            .filter { $0.inputs == nil }.map(\.side.name)
        return missing.isEmpty
            ? "the toolchain cannot link them with lld"
            : "the object files of \(missing.joined(separator: " and ")) are not there"
    }
}

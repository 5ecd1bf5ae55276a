import OddsHarness
import OddsReconstruction
import OddsResults

/// The runs that a candidate is compared with.
package enum GateBaseline {
    /// Runs of a program, in turns with the candidate's.
    case program(GateProgram)
    /// Runs of another time.
    case kept(ResultEnvelope<KeptBaseline>)
    /// None: the candidate's own runs become a baseline.
    case absent

    /// The program that runs; `nil` for runs of another time.
    var program: GateProgram? {
        if case .program(let program) = self { program } else { nil }
    }
}

/// Why the sides of a gate cannot be compared.
package struct GateInvalidity: Error {
    package let reason: String
    /// Whether it is the machine that was too busy, and not that the sides differ.
    var isDisturbance = false
}

/// What both sides of a gate work on and end with, which must be equal.
struct GateWork {
    /// The digest of the frames, which is the same for all runs.
    var trafficDigest: String?
    /// The digest of the final tree, by strategy.
    var treeDigests: [String: String] = [:]

    /// - Throws: `GateInvalidity` if traffic or tree differ from those before.
    mutating func check(
        trafficDigest digest: String, treeDigest tree: String, of strategy: String
    ) throws {
        if let trafficDigest, trafficDigest != digest {
            throw GateInvalidity(
                reason: """
                    the two sides generate different traffic (\(trafficDigest.prefix(16)) against \
                    \(digest.prefix(16))); write a capture with one of them \
                    ('bench generate') and pass it to both with --capture
                    """)
        }
        if let other = treeDigests[strategy], other != tree {
            throw GateInvalidity(
                reason: """
                    the two sides end in different trees (\(other.prefix(16)) against \
                    \(tree.prefix(16))), so their figures are not comparable; 'bench run' with \
                    each of them says which one is wrong
                    """)
        }
        trafficDigest = digest
        treeDigests[strategy] = tree
    }
}

/// The runs of a gate, in pairs. The sides of a pair take turns on one core, so that
/// they meet the same speeds of the machine. If one of them is of a revision that
/// cannot, they run right after each other. Which one begins alternates from pair to
/// pair (ABBA).
package struct GateSession {
    let baseline: GateBaseline
    let candidate: GateProgram
    let gatedRuns: GatedRuns
    private let progress: ExperimentProgress
    /// What the pairs are for, for display.
    private let title: String
    /// The figures that are used, by path; `nil` for all.
    private let judged: [String]?

    package private(set) var runs: [GateRun] = []
    private(set) var pairCount = 0
    private var work = GateWork()
    /// Whether the sides of a pair run at the same time, in turns.
    private(set) var takesTurns: Bool
    /// The number of pairs that were disturbed by the machine and run again.
    private(set) var disturbedCount = 0
    private(set) var lastDisturbance = ""

    package init(
        baseline: GateBaseline, candidate: GateProgram, runs gatedRuns: GatedRuns,
        judged: [String]? = nil, title: String, progress: ExperimentProgress = .silent
    ) {
        self.title = title
        self.progress = progress
        self.baseline = baseline
        self.candidate = candidate
        self.gatedRuns = gatedRuns
        self.judged = judged
        takesTurns = baseline.program != nil
        if case .kept(let kept) = baseline {
            runs = kept.result.gateRuns
            work.trafficDigest = kept.trafficDigest
            for run in kept.runs { work.treeDigests[run.strategy] = run.digest }
        }
    }

    /// The digest of the frames; `nil` before the first run.
    package var trafficDigest: String? { work.trafficDigest }

    /// Runs until there are `count` pairs of each strategy, or until the time is
    /// spent, or until an interruption, which ends it after the pair that goes on.
    ///
    /// - Parameters:
    ///   - count: The number of pairs.
    ///   - deadline: No pair is begun after it; `nil` for as long as it takes.
    /// - Returns: Whether there are so many pairs.
    @discardableResult
    package mutating func run(
        untilPairCount count: Int, deadline: ContinuousClock.Instant? = nil
    ) async throws -> Bool {
        defer { progress.clear() }
        let (start, first) = (ContinuousClock.now, pairCount)
        while pairCount < count {
            if let deadline, ContinuousClock.now >= deadline { return false }
            let number = pairCount + 1
            var pairs: [GateRun] = []
            for strategy in gatedRuns.strategies {
                guard !Interruption.current.isRequested else { return false }
                progress.note(
                    "\(title), pair \(number) of \(count), \(strategy.text)",
                    secondsLeftMax: secondsLeft(count, since: start, first, deadline))
                guard let pair = try await pair(number, strategy, deadline) else { return false }
                pairs += pair
            }
            runs += pairs
            pairCount = number
        }
        return true
    }

    /// How long the pairs up to `count` take, by those since `start`, but not beyond
    /// the deadline; `nil` if none of them has ended and there is no deadline.
    private func secondsLeft(
        _ count: Int, since start: ContinuousClock.Instant, _ first: Int,
        _ deadline: ContinuousClock.Instant?
    ) -> Double? {
        let now = ContinuousClock.now
        let done = pairCount - first
        let byPairs =
            done > 0
            ? start.duration(to: now) / .seconds(1) / Double(done) * Double(count - pairCount) : nil
        return [byPairs, deadline.map { now.duration(to: $0) / .seconds(1) }].compactMap(\.self)
            .min()
    }

    /// One pair of runs whose judged figures are right. Disturbed pairs are run
    /// again, as long as they are fewer than the others; with a deadline, until it
    /// has passed, which is `nil`, unless the machine allows none at all.
    private mutating func pair(
        _ number: Int, _ strategy: StrategyName, _ deadline: ContinuousClock.Instant?
    ) async throws -> [GateRun]? {
        while true {
            var pair: [GateRun] = []
            for (side, result) in try await results(number, strategy) {
                pair.append(GateRun(side: side, pair: number, run: try checked(result)))
            }
            let disturbances = pair.compactMap {
                $0.run.disturbance(of: judged, inTurns: takesTurns)
            }
            guard let disturbance = disturbances.first else { return pair }
            disturbedCount += 1
            lastDisturbance = disturbance
            if deadline == nil || pairCount == 0, let invalidity { throw invalidity }
            if let deadline, ContinuousClock.now >= deadline { return nil }
        }
    }

    /// That more pairs were disturbed than not; `nil` if they were fewer.
    var invalidity: GateInvalidity? {
        let others = pairCount * gatedRuns.strategies.count
        guard disturbedCount > max(GateLimits.disturbedPairCountMin, others) else { return nil }
        return GateInvalidity(
            reason: """
                \(disturbedCount) pairs of runs were disturbed, more than the others: \
                \(lastDisturbance). End other programs on this machine, or run the gate at \
                another time
                """, isDisturbance: true)
    }

    private func order(_ number: Int) -> [(GateRun.Side, GateProgram)] {
        guard case .program(let baseline) = baseline else { return [(.candidate, candidate)] }
        let order: [(GateRun.Side, GateProgram)] = [
            (.baseline, baseline), (.candidate, candidate),
        ]
        return number % 2 == 1 ? order : order.reversed()
    }

    /// The number of a side's layout in a pair. All layouts of both sides meet,
    /// one after the other.
    private func layout(_ pair: Int, _ side: GateRun.Side) -> Int {
        let number = pair - 1
        guard side == .candidate else { return number }
        return number + number / max(candidate.layouts.count, 1)
    }

    private typealias SideResult = (side: GateRun.Side, result: ResultEnvelope<RunResults>)

    /// The results of both sides, in turns if they can.
    private mutating func results(
        _ number: Int, _ strategy: StrategyName
    ) async throws -> [SideResult] {
        do {
            guard takesTurns else { return try await resultsOneByOne(number, strategy) }
            return try await resultsInTurns(number, strategy)
        } catch let refusal as GateProgram.Refusal {
            guard takesTurns, refusal.isOfArguments else {
                throw GateInvalidity(reason: refusal.message)
            }
            takesTurns = false
            return try await results(number, strategy)
        }
    }

    private func resultsOneByOne(
        _ number: Int, _ strategy: StrategyName
    ) async throws -> [SideResult] {
        var results: [SideResult] = []
        for (side, program) in order(number) {
            let result = try await program.run(strategy, gatedRuns, layout: layout(number, side))
            results.append((side, result))
        }
        return results
    }

    /// - Throws: `GateProgram.Refusal` if a side cannot take turns, besides what runs
    ///   throw.
    private func resultsInTurns(
        _ number: Int, _ strategy: StrategyName
    ) async throws -> [SideResult] {
        let turns = try TurnTaking.sides()
        defer { turns[0].removeFolder() }
        let sides = Array(zip(order(number), turns))
        // The first failure ends the other side, which would wait for ever.
        return try await withThrowingTaskGroup(of: SideResult.self) { group in
            for ((side, program), turns) in sides {
                let layout = layout(number, side)
                group.addTask { [gatedRuns] in
                    (side, try await program.run(
                        strategy, gatedRuns, layout: layout, turns: turns))
                }
            }
            var results: [SideResult] = []
            for try await result in group { results.append(result) }
            return results
        }
    }

    /// The one run of a result.
    ///
    /// - Throws: `GateInvalidity` if its traffic or its final tree differs from
    ///   that of earlier runs.
    private mutating func checked(_ result: ResultEnvelope<RunResults>) throws -> RunResult {
        guard let run = result.runs.first, result.runs.count == 1 else {
            throw GateInvalidity(
                reason: "a program reported \(result.runs.count) runs instead of 1")
        }
        try work.check(
            trafficDigest: result.trafficDigest ?? "", treeDigest: run.digest, of: run.strategy)
        return run
    }
}

import OddsResults

/// What a gate has found so far.
struct GateFindings {
    /// Of counted instructions.
    var countJudgements: [MetricJudgement] = []
    var counts: [GateCount] = []
    /// Of pairs of runs.
    private(set) var pairJudgements: [MetricJudgement] = []
    /// The number of pairs at each look.
    private(set) var looks: [Int] = []
    var notes: [String] = []

    var judgements: [MetricJudgement] { countJudgements + pairJudgements }
    var verdict: GateVerdict { GateJudge.verdict(judgements) }
    var hasUndecided: Bool { pairJudgements.contains { $0.verdict == .inconclusive } }

    /// Judges the figures that are not decided yet. A verdict stays: each look
    /// spends a part of the error rates of its own, which later looks, with
    /// smaller parts, do not give back. A look without new pairs is none.
    mutating func look(at runs: [GateRun], pairCount: Int, _ plan: GatePlan) {
        if let last = looks.last, last == pairCount { return }
        looks.append(pairCount)
        let judged = plan.judgements(runs, look: looks.count)
        guard !pairJudgements.isEmpty else {
            pairJudgements = judged
            return
        }
        pairJudgements = zip(pairJudgements, judged).map { earlier, now in
            earlier.verdict == .inconclusive ? now : earlier
        }
    }
}

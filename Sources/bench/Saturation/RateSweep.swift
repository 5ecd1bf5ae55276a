import OddsHarness

/// The search for one strategy's highest rate, run by run.
struct RateSweep {
    let objective: ServiceObjective
    /// The first rate that is tried.
    let start: Int
    let rateMax: Int
    let precisionPercent: Double
    let repeatCount: Int
    /// One run at a rate of updates a second.
    let measure: (Int) throws -> RunResult
    /// The rate by which a run is told from others, of the one that was asked
    /// for.
    var shownRate: (Int, RunResult) -> Int = { rate, _ in rate }

    /// Rates beside the found one that are run for the curve, as shares of it.
    private static let curveShares = [0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2]
    /// The lowest rate that is searched: its step takes twenty seconds.
    private static let rateMin = 100
    /// A machine that disturbs a run may leave the next one alone.
    private static let attemptCountMax = 2

    /// The runs made so far, by the rate that was asked for.
    private typealias Runs = [(rate: Int, point: SaturationPoint)]

    func curve(of strategy: String) throws -> SaturationCurve {
        var runs: Runs = []
        var search = SaturationSearch(
            start: start, range: min(Self.rateMin, rateMax)...rateMax,
            precision: precisionPercent / 100, repeatCount: repeatCount)
        while case .run(let rate) = search.step {
            search.note(try outcome(at: rate, &runs))
        }
        let (sustained, isHarnessLimit): (Int?, Bool) =
            switch search.conclusion {
            case .holds(let rate): (rate, false)
            case .harnessLimit(let rate): (rate, true)
            case .neverHolds, nil: (nil, false)
            }
        var shown: Int?
        if let sustained {
            shown = runs.filter { $0.rate == sustained && $0.point.holds == true }
                .map(\.point.rate).min()
            for share in Self.curveShares {
                let rate = Int(Double(sustained) * share)
                guard (1...rateMax).contains(rate), !isNear(rate, runs) else { continue }
                _ = try outcome(at: rate, &runs)
            }
        }
        return SaturationCurve(
            strategy: strategy, sustainedRate: shown, isHarnessLimit: isHarnessLimit,
            points: sorted(runs))
    }

    /// Runs once, or again if the harness was disturbed, and keeps all runs.
    private func outcome(at rate: Int, _ runs: inout Runs) throws -> SaturationSearch.Outcome {
        for _ in 0..<Self.attemptCountMax {
            let run = try measure(rate)
            let isValid = run.status != .invalid
            let holds = isValid ? try objective.isMet(by: run) : nil
            runs.append(
                (rate, SaturationPoint(rate: shownRate(rate, run), holds: holds, run: run)))
            guard isValid else { continue }
            // A rate that is not achieved is not sustained, whatever else holds.
            return holds == true && run.status == .ok ? .holds : .breaks
        }
        return .invalid
    }

    private func isNear(_ rate: Int, _ runs: Runs) -> Bool {
        runs.contains { abs(Double($0.rate - rate)) < Double(rate) * 0.05 }
    }

    private func sorted(_ runs: Runs) -> [SaturationPoint] {
        runs.enumerated()
            .sorted { ($0.element.point.rate, $0.offset) < ($1.element.point.rate, $1.offset) }
            .map(\.element.point)
    }
}

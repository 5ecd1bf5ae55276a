import OddsHarness

/// The search for one strategy's highest rate, run by run.
struct RateSweep {
    let command: SaturateCommand
    let objective: ServiceObjective

    /// Rates beside the found one that are run for the curve, as shares of it.
    private static let curveShares = [0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2]
    /// The lowest rate that is searched: its step takes twenty seconds.
    private static let rateMin = 100
    /// A machine that disturbs a run may leave the next one alone.
    private static let attemptCountMax = 2

    func curve(of kind: StrategyKind) throws -> SaturationCurve {
        var points: [SaturationPoint] = []
        var search = SaturationSearch(
            start: command.traffic.rate,
            range: min(Self.rateMin, command.rateMax)...command.rateMax,
            precision: command.precision / 100, repeatCount: command.repeatCount)
        while case .run(let rate) = search.step {
            search.note(try outcome(of: kind, rate, &points))
        }
        let (sustained, isHarnessLimit): (Int?, Bool) =
            switch search.conclusion {
            case .holds(let rate): (rate, false)
            case .harnessLimit(let rate): (rate, true)
            case .neverHolds, nil: (nil, false)
            }
        if let sustained {
            for share in Self.curveShares {
                let rate = Int(Double(sustained) * share)
                guard (1...command.rateMax).contains(rate), !isNear(rate, points) else { continue }
                _ = try outcome(of: kind, rate, &points)
            }
        }
        return SaturationCurve(
            strategy: kind.rawValue, sustainedRate: sustained, isHarnessLimit: isHarnessLimit,
            points: sorted(points))
    }

    /// Runs once, or again if the harness was disturbed, and keeps all runs.
    private func outcome(
        of kind: StrategyKind, _ rate: Int, _ points: inout [SaturationPoint]
    ) throws -> SaturationSearch.Outcome {
        var traffic = command.traffic
        traffic.rate = rate
        for _ in 0..<Self.attemptCountMax {
            let run = try command.measure(kind, traffic)
            guard run.status != .invalid else {
                points.append(SaturationPoint(rate: rate, holds: nil, run: run))
                continue
            }
            let holds = try objective.isMet(by: run)
            points.append(SaturationPoint(rate: rate, holds: holds, run: run))
            // A rate that is not achieved is not sustained, whatever else holds.
            return holds == true && run.status == .ok ? .holds : .breaks
        }
        return .invalid
    }

    private func isNear(_ rate: Int, _ points: [SaturationPoint]) -> Bool {
        points.contains { abs(Double($0.rate - rate)) < Double(rate) * 0.05 }
    }

    private func sorted(_ points: [SaturationPoint]) -> [SaturationPoint] {
        points.enumerated()
            .sorted { ($0.element.rate, $0.offset) < ($1.element.rate, $1.offset) }
            .map(\.element)
    }
}

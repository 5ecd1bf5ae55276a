/// A calibration for people: a row a figure.
public enum CalibrationTable {
    /// - Parameters:
    ///   - limits: What a gate would hold figures to.
    ///   - pairCount: Of the gate that is meant.
    ///   - judge: Of that gate.
    public static func lines(
        _ result: CalibrationResult, limits: [RegressionLimit], pairCount: Int, judge: GateJudge
    ) throws -> [String] {
        var table = TextTable(
            header: [
                "", "pair ±σ", "runs ±σ", "floor", "asked", "held to", "seen with 95% power",
            ])
        for strategy in result.strategies {
            let pairs = try GatePair.pairs(result.runs, strategy: strategy)
            for limit in limits {
                let name = "\(strategy) \(limit.metric)"
                guard let floor = NoiseFloor(pairs, strategy: strategy, metric: limit.metric)
                else {
                    table.add([name, FigureFormat.missing])
                    continue
                }
                let share = floor.share(pairCount: pairCount, judge: judge)
                let held = max(limit.share, share)
                table.add([
                    name, FigureFormat.percent(floor.noise.pairDeviation),
                    FigureFormat.percent(floor.noise.runDeviation), FigureFormat.percent(share),
                    FigureFormat.percent(limit.share), FigureFormat.percent(held),
                    held == 0
                        ? "any"
                        : FigureFormat.percent(
                            floor.detectable(
                                threshold: held, pairCount: pairCount, judge: judge)),
                ])
            }
        }
        return table.lines
    }
}

extension CalibrationResult {
    /// In order of their first run.
    public var strategies: [String] {
        var names: [String] = []
        for run in runs where !names.contains(run.run.strategy) { names.append(run.run.strategy) }
        return names
    }
}

import OddsResults

/// A calibration as a text table, with one row per figure.
package enum CalibrationTable {
    /// One figure of one strategy; all numbers are shares.
    package struct Row {
        let name: String
        let noise: MetricNoise?
        let limit: Double
        let passes: Double?
        let found: Double?

        /// - Parameters:
        ///   - strategy: The name of the strategy.
        ///   - metric: The path of the metric.
        ///   - noise: `nil` if the calibration lacks the figure.
        ///   - limit: The limit that was asked for.
        ///   - passes: The smallest limit at which equal programs pass.
        ///   - found: The smallest regression that is found at the limit.
        package init(
            strategy: String, metric: String, noise: MetricNoise?, limit: Double,
            passes: Double?, found: Double?
        ) {
            name = "\(strategy) \(metric)"
            self.noise = noise
            self.limit = limit
            self.passes = passes
            self.found = found
        }
    }

    package static func lines(_ rows: [Row]) -> [String] {
        var table = TextTable(
            header: ["", "pair ±σ", "runs ±σ", "limit", "passes from", "finds"])
        for row in rows {
            guard let noise = row.noise, let passes = row.passes, let found = row.found else {
                table.add([row.name, FigureFormat.missing])
                continue
            }
            table.add([
                row.name, FigureFormat.percent(noise.pairDeviation),
                FigureFormat.percent(noise.runDeviation),
                row.limit == 0 ? "0" : FigureFormat.percent(row.limit), share(passes),
                row.limit == 0 && found == 0 ? "any" : share(found),
            ])
        }
        return table.lines
    }

    private static func share(_ value: Double) -> String {
        value.isFinite ? FigureFormat.percent(value) : "needs more time"
    }
}

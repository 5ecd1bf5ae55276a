import OddsResults

/// A calibration as a text table, with one row per figure.
package enum CalibrationTable {
    /// One figure of one strategy; all numbers are shares.
    package struct Row {
        let name: String
        let noise: MetricNoise?
        let floor: Double
        let asked: Double
        let held: Double
        let detectable: Double

        /// - Parameters:
        ///   - strategy: The name of the strategy.
        ///   - metric: The path of the metric.
        ///   - noise: `nil` if the calibration lacks the figure.
        ///   - floor: The noise floor.
        ///   - asked: The requested threshold.
        ///   - held: The threshold that a gate can hold.
        ///   - detectable: The smallest change detected with 95% power.
        package init(
            strategy: String, metric: String, noise: MetricNoise?, floor: Double, asked: Double,
            held: Double, detectable: Double
        ) {
            name = "\(strategy) \(metric)"
            self.noise = noise
            self.floor = floor
            self.asked = asked
            self.held = held
            self.detectable = detectable
        }
    }

    package static func lines(_ rows: [Row]) -> [String] {
        var table = TextTable(
            header: [
                "", "pair ±σ", "runs ±σ", "floor", "asked", "held to", "seen with 95% power",
            ])
        for row in rows {
            guard let noise = row.noise else {
                table.add([row.name, FigureFormat.missing])
                continue
            }
            table.add([
                row.name, FigureFormat.percent(noise.pairDeviation),
                FigureFormat.percent(noise.runDeviation), FigureFormat.percent(row.floor),
                FigureFormat.percent(row.asked), FigureFormat.percent(row.held),
                row.held == 0 ? "any" : FigureFormat.percent(row.detectable),
            ])
        }
        return table.lines
    }
}

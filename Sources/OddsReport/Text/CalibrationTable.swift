import OddsResults

/// A calibration for people: a row a figure.
package enum CalibrationTable {
    /// What is known of one figure of one strategy; shares throughout.
    package struct Row {
        let name: String
        let noise: MetricNoise?
        let floor: Double
        let asked: Double
        let held: Double
        let detectable: Double

        /// - Parameter noise: `nil` if the calibration has no such figure.
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

import OddsResults

/// Runs by strategy, in order of appearance, each with the colour of its name.
struct StrategyRuns {
    struct Strategy {
        let name: String
        let color: Int
        let runs: [RunResult]

        /// True if the figures say nothing, as all runs are INVALID.
        var isNoise: Bool { runs.allSatisfy { $0.status == .invalid } }

        /// The runs that plots show: those that are not INVALID, or else all.
        var drawn: [RunResult] { isNoise ? runs : runs.filter { $0.status != .invalid } }

        /// A series in the colour of the strategy, marked where it is noise.
        ///
        /// - Parameters:
        ///   - name: What it shows; `nil` for the strategy's own name.
        ///   - stroke: Of the line.
        ///   - points: Of `drawn` runs.
        func series(
            _ name: String? = nil, _ stroke: Chart.Series.Stroke = .solid,
            points: [Chart.Series.Point]
        ) -> Chart.Series {
            Chart.Series(
                name: (name ?? self.name) + (isNoise ? " · INVALID" : ""), color: color,
                stroke: stroke, points: points, isNoise: isNoise)
        }
    }

    let strategies: [Strategy]

    init(_ runs: [RunResult]) {
        let names = runs.map(\.strategy).uniqued()
        let colors = Palette.colors(of: names)
        strategies = names.map { name in
            Strategy(
                name: name, color: colors[name] ?? 0, runs: runs.filter { $0.strategy == name })
        }
    }
}

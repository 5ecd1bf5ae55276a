import OddsMeasurement
import OddsResults

/// Plots of latencies and rates, of one or several runs.
enum LatencyCharts {
    /// The spectrum of several runs of one strategy: that of the merged
    /// histograms if all runs have them, otherwise the percentiles of the
    /// first run.
    static func spectrum(_ summaries: [LatencySummary]) -> [Chart.Series.Point] {
        guard let first = summaries.first else { return [] }
        let histograms = summaries.compactMap { try? $0.latencies() }
        guard histograms.count == summaries.count, var all = histograms.first else {
            return percentiles(first)
        }
        for other in histograms.dropFirst() { all.merge(other) }
        // The maximum of n values is at the percentile 1 - 1/n.
        let rest = 1 / Double(max(all.count, 1))
        return all.spectrum().map { point in
            Chart.Series.Point(
                1 / max(1 - point.fraction, rest), Double(point.nanoseconds))
        }
    }

    private static func percentiles(_ summary: LatencySummary) -> [Chart.Series.Point] {
        var points = Percentile.allCases.compactMap { percentile in
            summary[percentile].map { value in
                let intervals = summary.intervals.flatMap { $0.method == nil ? nil : $0 }
                let interval = intervals?[percentile]
                return Chart.Series.Point(
                    x: 1 / (1 - percentile.fraction), y: Double(value),
                    low: interval.map { Double($0.lowerBound) },
                    high: interval.map { Double($0.upperBound) })
            }
        }
        if let max = summary.max, summary.count > 0 {
            points.append(.init(Double(summary.count), Double(max)))
        }
        return points
    }

    static let percentileAxis = Chart.Axis(
        title: "percentile", scale: .percentile, unit: .percentile, min: 1)

    static func latencyAxis(_ title: String) -> Chart.Axis {
        Chart.Axis(title: title, scale: .logarithmic, unit: .nanoseconds)
    }

    /// The response time of each strategy.
    static func responseSpectrum(_ runs: StrategyRuns) -> Chart {
        Chart(
            title: "Response time by percentile",
            explanation: """
                From the time at which a frame was due. Rarer values are further right; all \
                valid repetitions are merged.
                """,
            x: percentileAxis, y: latencyAxis("response time"),
            series: runs.strategies.map { strategy in
                strategy.series(points: spectrum(strategy.drawn.map(\.responseTime)))
            })
    }

    /// The response time of one strategy, its service time and the jitter of
    /// the machine.
    static func responseAndService(_ strategy: StrategyRuns.Strategy) -> Chart {
        var series = [
            strategy.series(
                "response time", points: spectrum(strategy.drawn.map(\.responseTime))),
            strategy.series(
                "service time", .dashed, points: spectrum(strategy.drawn.map(\.serviceTime))),
        ]
        let jitters = strategy.drawn.compactMap(\.jitter?.wakeDelay)
        if jitters.count == strategy.drawn.count {
            series.append(
                Chart.Series(
                    name: "jitter of the machine", color: Palette.muted, stroke: .dotted,
                    points: spectrum(jitters)))
        }
        return Chart(
            title: "\(strategy.name): response against service time",
            explanation: """
                Where the two diverge, frames queued behind others. Dotted: the wake-up delay \
                of an idle thread, below which differences are not significant.
                """,
            x: percentileAxis, y: latencyAxis("time"), series: series)
    }
}

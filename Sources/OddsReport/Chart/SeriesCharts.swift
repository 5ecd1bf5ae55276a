import OddsResults

/// Plots of the series of runs.
enum SeriesCharts {
    /// The percentiles of each interval of each strategy's first run.
    static func latency(_ runs: StrategyRuns) -> Chart {
        let figures: [(String, Chart.Series.Stroke, (LatencySummary) -> UInt64?)] = [
            ("p50", .solid, { $0.p50 }), ("p99", .dashed, { $0.p99 }), ("max", .dotted, { $0.max }),
        ]
        return Chart(
            title: "Response time by interval",
            x: timeAxis, y: LatencyCharts.latencyAxis("response time"),
            series: runs.strategies.flatMap { strategy in
                figures.map { figure in
                    series(runs, strategy, figure.0, figure.1) {
                        figure.2($0.responseTime).map { Double($0) }
                    }
                }
            })
    }

    /// The time of the reference loop in each interval, and the median service
    /// time, which follows it if the machine alone slows down.
    static func speed(_ runs: StrategyRuns) -> Chart {
        let figures: [(String, Chart.Series.Stroke, (SeriesSample) -> UInt64?)] = [
            ("reference loop", .solid, { $0.referenceLoopNanoseconds }),
            ("service p50", .dashed, { $0.serviceTime?.p50 }),
        ]
        return Chart(
            title: "Machine speed by interval",
            explanation: """
                The time of a fixed piece of work on the measured core: where it rises, the \
                machine became slower.
                """,
            x: timeAxis, y: LatencyCharts.latencyAxis("time"),
            series: runs.strategies.flatMap { strategy in
                figures.map { figure in
                    series(runs, strategy, figure.0, figure.1) {
                        figure.2($0).map { Double($0) }
                    }
                }
            })
    }

    static func memory(_ runs: StrategyRuns) -> Chart {
        let figures: [(String, Chart.Series.Stroke, (SeriesSample) -> Int?)] = [
            ("resident", .dashed, { $0.residentBytes }),
            ("live heap", .solid, { $0.allocatedBytes }),
        ]
        return Chart(
            title: "Memory over time",
            x: timeAxis, y: Chart.Axis(title: "memory", unit: .bytes, min: 0),
            series: runs.strategies.flatMap { strategy in
                figures.map { figure in
                    series(runs, strategy, figure.0, figure.1) {
                        figure.2($0).map { Double($0) }
                    }
                }
            })
    }

    private static let timeAxis = Chart.Axis(
        title: "time since the window opened", unit: .seconds, min: 0)

    /// One figure of one strategy, in the strategy's colour and the figure's stroke.
    private static func series(
        _ runs: StrategyRuns, _ strategy: StrategyRuns.Strategy, _ name: String,
        _ stroke: Chart.Series.Stroke, _ value: (SeriesSample) -> Double?
    ) -> Chart.Series {
        strategy.series(
            runs.strategies.count == 1 ? name : "\(strategy.name) \(name)", stroke,
            points: (strategy.drawn[0].series ?? []).compactMap { sample in
                value(sample).map { .init(Double(sample.atNanoseconds) / 1e9, $0) }
            })
    }
}

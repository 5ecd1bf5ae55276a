import OddsResults

/// The steps of ramps, for the page.
enum RampCharts {
    /// The response time of each strategy over the rate, from saturation on with points
    /// that are lower bounds.
    static func latency(_ runs: StrategyRuns) -> Chart {
        Chart(
            title: "Response time by rate",
            explanation: """
                Of the frames that were due in each step of the rate. Frames that were not \
                served count with their age when the window closed.
                """,
            x: Chart.Axis(title: "offered updates/s", unit: .rate),
            y: LatencyCharts.latencyAxis("response time"),
            series: runs.strategies.flatMap { strategy in
                let rows = RampRow.rows(strategy.drawn)
                return [
                    series("p50", .solid, strategy, rows) { $0.median(\.responseTime.p50) },
                    series("p99", .dashed, strategy, rows) { $0.median(\.responseTime.p99) },
                ]
            })
    }

    private static func series(
        _ name: String, _ stroke: Chart.Series.Stroke, _ strategy: StrategyRuns.Strategy,
        _ rows: [RampRow], _ figure: (RampRow) -> Double?
    ) -> Chart.Series {
        strategy.series(
            "\(strategy.name) \(name)", stroke,
            points: rows.compactMap { row in figure(row).map { .init(row.offeredRate, $0) } })
    }

    static func table(_ strategy: StrategyRuns.Strategy) -> ReportTable {
        let rows = RampRow.rows(strategy.runs)
        return ReportTable(
            title: "\(strategy.name): steps, in updates/s", header: RampRow.header,
            rows: rows.enumerated().map { $1.cells(number: $0 + 1) },
            notes: rows.isEmpty ? [] : [RampTable.conclusion(strategy, rows)])
    }
}

import OddsResults

/// The section of `bench soak`.
enum SoakSection {
    static func section(_ result: ResultEnvelope<SoakResult>) -> ReportSection {
        let runs = StrategyRuns([result.run])
        let words = result.command
        var section = ReportSection(
            kind: "Soak",
            summary: """
                \(result.run.strategy) for \(FigureText.option("--duration", in: words)) at \
                \(FigureText.rate(result.run.offeredRate)); \(FigureText.traffic(words))
                """,
            findings: result.soak.trends.map(finding),
            provenance: Provenance(result))
        section.add(SeriesCharts.latency(runs))
        section.add(SeriesCharts.memory(runs))
        for strategy in runs.strategies {
            section.add(TimelineCharts.heatMap(strategy))
            section.add(LatencyCharts.responseAndService(strategy))
        }
        section.add(TimelineCharts.throughput(runs))
        section.add(trends(result.soak))
        section.add(RunSection.table([result.run], title: "The whole soak"))
        return section
    }

    private static func finding(_ trend: SoakTrend) -> ReportSection.Finding {
        ReportSection.Finding(
            label: "\(trend.metric) · rise over the soak",
            value: FigureFormat.percent(trend.rise.value),
            detail: """
                [\(FigureFormat.percent(trend.rise.low)), \
                \(FigureFormat.percent(trend.rise.high))]; \
                bound \(FigureFormat.percent(trend.riseMax))
                """,
            tone: trend.isBroken ? .bad : .good)
    }

    private static func trends(_ soak: SoakTrends) -> ReportTable {
        ReportTable(
            title: "Trends",
            header: ["trend", "median", "slope per hour", soak.intervalName, "rise", "bound", ""],
            rows: soak.trends.map { trend in
                let isMemory = trend.metric.hasSuffix("Bytes")
                let format = isMemory ? FigureFormat.bytes : FigureText.duration
                let slope = trend.slopePerHour
                return [
                    trend.metric, format(trend.median), format(slope.value),
                    "[\(format(slope.low)), \(format(slope.high))]",
                    FigureFormat.percent(trend.rise.value), FigureFormat.percent(trend.riseMax),
                    trend.isBroken ? "RISING" : "ok",
                ]
            },
            notes: soak.missing)
    }
}

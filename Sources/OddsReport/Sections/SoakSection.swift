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
            findings: whole(result.run)
                + result.soak.trends.filter { !$0.isRatio }.map(finding),
            sentences: ResultSentences.page(result, [result.run]),
            provenance: Provenance(result))
        section.add(SeriesCharts.latency(runs))
        section.add(SeriesCharts.speed(runs))
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

    /// The figures of the whole soak.
    private static func whole(_ run: RunResult) -> [ReportSection.Finding] {
        ["p50", "p99"].map { percentile in
            ReportSection.Finding(
                label: "response time \(percentile) of the whole soak",
                value: FigureText.figure("responseTime.\(percentile)", of: [run]),
                detail: FigureText.status([run]), tone: FigureText.tone(run.status))
        } + (run.backlog.map { backlog in
            [
                ReportSection.Finding(
                    label: "largest backlog", value: FigureText.duration(backlog.maxNanoseconds),
                    detail: "after \(FigureText.duration(backlog.atNanoseconds))",
                    tone: FigureText.tone(run.status))
            ]
        } ?? [])
    }

    private static func finding(_ trend: SoakTrend) -> ReportSection.Finding {
        ReportSection.Finding(
            label: "\(trend.metric) · rise over the soak",
            value: FigureFormat.change(trend.rise.value),
            detail: """
                [\(FigureFormat.change(trend.rise.low)), \
                \(FigureFormat.change(trend.rise.high))]\
                \(trend.riseMax.map { "; bound \(FigureFormat.percent($0))" } ?? "")
                """,
            tone: trend.isBroken ? .bad : trend.riseMax == nil ? .neutral : .good)
    }

    static func trends(_ soak: SoakTrends) -> ReportTable {
        ReportTable(
            title: "Trends",
            header: ["trend", "median", "slope per hour", soak.intervalName, "rise", "bound", ""],
            rows: soak.trends.map { trend in
                let format = FigureText.format(of: trend)
                let slope = trend.slopePerHour
                return [
                    trend.metric, format(trend.median), format(slope.value),
                    "[\(format(slope.low)), \(format(slope.high))]",
                    FigureFormat.change(trend.rise.value),
                    trend.riseMax.map(FigureFormat.percent) ?? "", FigureText.judgement(of: trend),
                ]
            },
            notes: soak.missing)
    }
}

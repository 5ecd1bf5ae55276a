import OddsResults

/// The section of `bench run`.
enum RunSection {
    static func section(_ result: ResultEnvelope<RunResults>) -> ReportSection {
        section(result, result.runs, result.disturbances)
    }

    /// The runs of a kept baseline.
    static func section(_ result: ResultEnvelope<KeptBaseline>) -> ReportSection {
        section(result, result.runs)
    }

    private static func section(
        _ result: ResultEnvelope<some ResultContent>, _ results: [RunResult],
        _ disturbances: [String]? = nil
    ) -> ReportSection {
        let runs = StrategyRuns(results)
        let words = result.command
        var section = ReportSection(
            kind: "Run",
            summary: [
                FigureText.traffic(words),
                rate(words), result.arrival.map { "arrival: \($0)" } ?? "",
                option("--duration", "measured for", words),
                option("--consumer", "consumer", words),
            ].filter { !$0.isEmpty }.joined(separator: "; "),
            findings: runs.strategies.map(finding),
            sentences: ResultSentences.page(result, results, disturbances),
            provenance: Provenance(result))
        section.add(LatencyCharts.responseSpectrum(runs))
        section.add(RampCharts.latency(runs))
        section.add(TimelineCharts.throughput(runs))
        for strategy in runs.strategies {
            section.add(LatencyCharts.responseAndService(strategy))
            section.add(TimelineCharts.heatMap(strategy))
        }
        section.add(StageChart.chart(runs))
        section.add(SeriesCharts.latency(runs))
        section.add(SeriesCharts.memory(runs))
        for strategy in runs.strategies { section.add(RampCharts.table(strategy)) }
        section.add(table(results, title: "Strategies side by side"))
        return section
    }

    static func table(_ runs: [RunResult], title: String) -> ReportTable {
        let table = RunTable(runs)
        return ReportTable(
            title: title, header: table.header, rows: table.rows, notes: table.notes)
    }

    private static func finding(_ strategy: StrategyRuns.Strategy) -> ReportSection.Finding {
        let run = strategy.runs[0]
        return ReportSection.Finding(
            label: "\(strategy.name) · response p99",
            value: FigureText.figure("responseTime.p99", of: strategy.runs),
            detail: """
                \(FigureText.status(strategy.runs)) · \(FigureText.rate(run.achievedRate)) of \
                \(FigureText.rate(run.offeredRate))
                """,
            tone: FigureText.tone(of: strategy.runs))
    }

    private static func rate(_ words: [String]) -> String {
        let rate = FigureText.option("--rate", in: words)
        let ends = rate.split(separator: "..").compactMap { Double($0) }
        guard !ends.isEmpty else { return rate }
        return ends.map { FigureFormat.count($0) }.joined(separator: " to ") + " updates/s"
    }

    private static func option(_ name: String, _ title: String, _ words: [String]) -> String {
        let value = FigureText.option(name, in: words)
        return value.isEmpty ? "" : "\(title) \(value)"
    }
}

/// The mean service time divided into stages.
enum StageChart {
    static func chart(_ runs: StrategyRuns) -> Chart? {
        let measured = runs.strategies.compactMap { strategy in
            strategy.drawn.first?.stages.map { (strategy, $0) }
        }
        guard !measured.isEmpty else { return nil }
        let stages = StageFigures.Name.allCases
        return Chart(
            title: "Stages of the service time",
            explanation: "Mean time of a frame in each stage; together, the service time.",
            form: .bars,
            x: Chart.Axis(
                title: "stage", scale: .category, unit: .count, labels: stages.map { "\($0)" }),
            y: Chart.Axis(title: "mean", scale: .logarithmic, unit: .nanoseconds),
            series: measured.map { strategy, figures in
                strategy.series(
                    points: stages.enumerated().compactMap { position, stage in
                        figures[stage].meanNanoseconds.map { .init(Double(position), $0) }
                    })
            })
    }
}

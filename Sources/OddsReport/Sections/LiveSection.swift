import OddsMeasurement
import OddsResults

/// The section of `bench live`, and of `bench fleet run`, which is the same on several machines.
enum LiveSection {
    static func section(_ result: ResultEnvelope<RunResults>) -> ReportSection {
        let runs = StrategyRuns(result.runs)
        let words = result.command
        let faults = FigureText.option("--faults", in: words)
        var section = ReportSection(
            kind: result.runs.contains { $0.fleet != nil } ? "Fleet" : "Live",
            summary: [
                words.contains("--in-process") ? "without sockets" : "over sockets",
                FigureText.traffic(words),
                faults.isEmpty ? "" : "faults \(faults)",
            ].filter { !$0.isEmpty }.joined(separator: "; "),
            findings: result.runs.flatMap(findings),
            sentences: ResultSentences.page(result, result.runs, result.disturbances),
            provenance: Provenance(result))
        for strategy in runs.strategies {
            section.add(LatencyCharts.responseAndService(strategy))
        }
        section.add(stages(runs))
        section.add(consistency(runs))
        section.add(SeriesCharts.latency(runs))
        section.add(SeriesCharts.memory(runs))
        for run in result.runs {
            if let parts = parts(run) { section.add(parts) }
            section.add(table(run))
        }
        return section
    }

    private static func findings(_ run: RunResult) -> [ReportSection.Finding] {
        guard let live = run.live else { return [] }
        let hasTruth = live.truth != nil
        let faults =
            live.counts.faults.map { " · \(FigureFormat.count(Double($0))) faults" } ?? ""
        var findings = [
            ReportSection.Finding(
                label: "\(run.strategy) · response p99",
                value: FigureText.figure("responseTime.p99", of: [run]),
                detail: """
                    \(FigureText.status([run])) · \(FigureFormat.count(run.achievedRate)) \
                    records/s of \(FigureFormat.count(run.offeredRate))\
                    \(live.isDisrupted == true ? " · with its storms and faults" : "")
                    """,
                tone: FigureText.tone(run.status)),
            ReportSection.Finding(
                label: "channels equal to the server's state",
                value: live.truth.map { "\($0.channels - $0.differing) of \($0.channels)" }
                    ?? FigureFormat.missing,
                detail: "\(live.counts.reconnects) reconnects" + faults,
                tone: !hasTruth ? .neutral : live.truth?.differing == 0 ? .good : .bad),
        ]
        if let account = live.account {
            findings.append(notSeen(account))
        }
        if let fleet = run.fleet { findings.append(machines(run, fleet)) }
        if let times = live.timeToConsistent {
            findings.append(
                ReportSection.Finding(
                    label: "time to consistent p99", value: FigureText.duration(times.p99),
                    detail: "all connections dropped at once"))
        }
        return findings
    }

    private static func notSeen(_ account: LiveFigures.Account) -> ReportSection.Finding {
        let offered = Double(max(account.offered.frames, 1))
        let superseded = FigureFormat.percent(Double(account.superseded.frames) / offered)
        return ReportSection.Finding(
            label: "frames unseen at the close",
            value: FigureFormat.percent(Double(account.unseen.frames) / offered),
            detail: """
                of \(FigureFormat.count(offered)) due · \(superseded) superseded by a later state
                """)
    }

    /// The response time divided into stages, at the median and at p99.
    private static func stages(_ runs: StrategyRuns) -> Chart {
        let names = runs.strategies.first?.runs[0].live.map {
            LiveTable.stages($0).map(\.name)
        }
        let figures: [(String, (LatencySummary) -> UInt64?)] = [("p50", \.p50), ("p99", \.p99)]
        return Chart(
            title: "Stages of the response time",
            explanation: """
                Of the frames that came. Wire: from the intended send time until the frame was \
                read from the socket. Deliver: from the applied change until its reader had it. \
                Percentiles are not additive.
                """,
            form: .bars,
            x: Chart.Axis(title: "stage", scale: .category, unit: .count, labels: names ?? []),
            y: LatencyCharts.latencyAxis("time"),
            series: runs.strategies.flatMap { strategy -> [Chart.Series] in
                guard let live = strategy.drawn[0].live else { return [] }
                return figures.map { figure in
                    strategy.series(
                        "\(strategy.name) \(figure.0)", figure.0 == "p50" ? .solid : .dashed,
                        points: LiveTable.stages(live).enumerated().compactMap { index, stage in
                            figure.1(stage.summary).map { .init(Double(index), Double($0)) }
                        })
                }
            })
    }

    private static func consistency(_ runs: StrategyRuns) -> Chart {
        Chart(
            title: "Time to consistent",
            explanation: """
                From the loss of all connections until a channel showed the server's state \
                again, including back-off.
                """,
            x: LatencyCharts.percentileAxis, y: LatencyCharts.latencyAxis("time"),
            series: runs.strategies.map { strategy in
                strategy.series(
                    points: LatencyCharts.spectrum(
                        strategy.drawn.compactMap(\.live?.timeToConsistent)))
            })
    }

    private static func machines(
        _ run: RunResult, _ fleet: FleetFigures
    ) -> ReportSection.Finding {
        ReportSection.Finding(
            label: "agents with a whole result",
            value: "\(fleet.agents.count - fleet.lost.count) of \(fleet.agents.count)",
            detail: """
                \(FigureFormat.counted(fleet.edges.count, "edge")) · \(FleetTable.p99(run, fleet))
                """,
            tone: fleet.lost.isEmpty ? .good : .bad)
    }

    private static func parts(_ run: RunResult) -> ReportTable? {
        run.fleet.map { fleet in
            ReportTable(
                title: "\(run.strategy): by agent and by edge", header: FleetTable.header,
                rows: FleetTable.rows(run, fleet), notes: FleetTable.notes(run, fleet))
        }
    }

    private static func table(_ run: RunResult) -> ReportTable {
        ReportTable(
            title: "\(run.strategy): latency, stage by stage", header: LiveTable.header,
            rows: run.live.map { LiveTable.rows(run, $0) } ?? [],
            notes: run.live.map { LiveTable.facts(run, $0) } ?? [])
    }
}

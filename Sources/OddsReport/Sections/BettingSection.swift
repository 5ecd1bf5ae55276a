import OddsResults

/// The section of `bench betting`.
enum BettingSection {
    static func section(_ result: ResultEnvelope<BettingResult>) -> ReportSection {
        let words = result.command
        let faults = FigureText.option("--faults", in: words)
        var section = ReportSection(
            kind: "Betting",
            summary: [
                FigureFormat.counted(result.players, "player"),
                "\(FigureText.option("--rate", in: words)) tickets/s",
                "\(FigureText.option("--updates", in: words)) updates/s",
                "sync \(result.result.syncs.joined(separator: ", "))", "policy \(result.policy)",
                faults.isEmpty ? "" : "faults \(faults)",
            ].filter { !$0.isEmpty }.joined(separator: "; "),
            findings: result.result.groups.flatMap { BettingFindings.findings($0.name, $0.runs) },
            provenance: Provenance(result))
        section.add(BettingCurve.chart(result.result))
        BettingCurve.shortDelays(result.result).map { section.add($0) }
        section.add(spectrum(result.result, .tickets))
        section.add(spectrum(result.result, .feed))
        let overview = BettingOverview.rows(result.result)
        if !overview.isEmpty {
            section.add(
                ReportTable(
                    title: "Medians", header: BettingOverview.header, rows: overview))
        }
        for run in result.runs {
            let mark = ", \(BettingTable.name(run, of: result.result))"
            for table in tables(run, mark) { section.add(table) }
        }
        return section
    }

    /// The valid runs of each group, with the colour of its strategy; where several wait
    /// for different things, with that of their names.
    private static func groups(
        _ result: BettingResult
    ) -> [(name: String, color: Int, runs: [BettingRun])] {
        let colors = Palette.colors(of: result.groups.map(\.name))
        return result.groups.map { group in
            (group.name, colors[group.name] ?? 0, group.runs.filter(\.isValid))
        }
    }

    private static func spectrum(_ result: BettingResult, _ subject: BettingSubject) -> Chart {
        let isFeed = subject == .feed
        return Chart(
            title: "\(isFeed ? "Feed" : "Tickets"): response time by percentile",
            explanation: isFeed
                ? """
                    From the time at which a frame was due until it was in the client's tree, with \
                    tickets and, dashed, without.
                    """
                : "From the time at which a ticket was due; all repetitions are merged.",
            x: LatencyCharts.percentileAxis, y: LatencyCharts.latencyAxis("response time"),
            series: groups(result).flatMap { name, color, runs in
                guard isFeed else {
                    return [series(name, color, runs.map(\.tickets.responseTime))]
                }
                var alone = series("\(name), alone", color, runs.map(\.feedAlone.responseTime))
                alone.stroke = .dashed
                return [series(name, color, runs.map(\.feed.responseTime)), alone]
            })
    }

    private static func series(
        _ name: String, _ color: Int, _ summaries: [LatencySummary]
    ) -> Chart.Series {
        Chart.Series(name: name, color: color, points: LatencyCharts.spectrum(summaries))
    }

    private static func tables(_ run: BettingRun, _ mark: String) -> [ReportTable] {
        [
            ReportTable(
                title: "Response times\(mark)", header: BettingTable.header,
                rows: BettingTable.rows(run),
                notes: BettingSentences.all(run)),
            ReportTable(
                title: "Tickets that met changed odds\(mark)", header: BettingTable.curveHeader,
                rows: run.curve.map(BettingTable.curveRow)),
            ReportTable(
                title: "Age of the price that a ticket named\(mark)",
                header: BettingTable.ageHeader, rows: run.curve.map(BettingTable.ageRow),
                isFolded: true),
            ReportTable(
                title: "Checks\(mark)", header: ["check", "", "what was compared"],
                rows: run.checks.map { [$0.name, $0.isOK ? "ok" : "WRONG", $0.detail] }),
            ReportTable(
                title: "Exchanges by route and status\(mark)",
                header: PlatformTable.exchangeHeader,
                rows: run.exchanges.map(PlatformTable.exchangeRow), isFolded: true),
        ]
    }
}

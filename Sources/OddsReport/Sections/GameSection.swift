import OddsResults

/// The section of `bench game`.
enum GameSection {
    static func section(_ result: ResultEnvelope<GameResult>) -> ReportSection {
        let content = result.result
        var section = ReportSection(
            kind: "Game", summary: summary(result), findings: findings(content),
            provenance: Provenance(result))
        section.add(GameCharts.paintByRate(content))
        section.add(GameCharts.mainThreadByRate(content))
        section.add(GameCharts.lateFramesByRate(content))
        for chart in GameCharts.spectra(content) { section.add(chart) }
        section.add(GameCharts.stages(content))
        section.add(GameCharts.delayOfPages(content))
        for run in content.runs {
            section.add(GameCharts.heap(run))
            section.add(GameCharts.paintOverTime(run))
        }
        for table in tables(content) { section.add(table) }
        return section
    }

    private static func summary(_ result: ResultEnvelope<GameResult>) -> String {
        let content = result.result
        let pages = (content.loads ?? []).map { FigureFormat.counted($0.pages, "page") }.uniqued()
        return [
            content.renders.map(\.rawValue).joined(separator: ", "),
            content.rates.map { FigureText.rate(Double($0)) }.joined(separator: ", "),
            pages.joined(separator: ", "), "\(FigureFormat.count(Double(content.matches))) matches",
            content.provider.map { "odds of \($0)" } ?? "", content.browser ?? "",
        ].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private static func findings(_ result: GameResult) -> [ReportSection.Finding] {
        result.groups.map { group in
            // A low rate has too few samples for its rare percentiles.
            let known = ["p99", "p50", "max"]
                .map { ($0, GameTable.figure(.paint, $0, of: group.runs)) }
                .filter { $0.1 != FigureFormat.missing }
            let details = [
                GameTable.status(group.runs), known.dropFirst().first.map { "\($0.0) \($0.1)" },
                "main thread p99 \(GameTable.figure(.mainThread, "p99", of: group.runs))",
            ]
            return ReportSection.Finding(
                label: "\(GameTable.name(group.render, group.rate)) · painted "
                    + (known.first?.0 ?? "p99"),
                value: known.first?.1 ?? FigureFormat.missing,
                detail: details.compactMap(\.self).joined(separator: " · "),
                tone: FigureText.tone(of: group.runs.map(\.status)))
        } + goals(result) + (result.loads ?? []).map { load in
            ReportSection.Finding(
                label: "\(FigureFormat.counted(load.pages, "page")) · delay p99",
                value: FigureText.duration(load.delay.p99),
                detail: """
                    \(load.status.rawValue) · \(FigureText.rate(load.updatesPerSecond)) · \
                    \(load.serverBytesPerPage.map(FigureFormat.bytes) ?? FigureFormat.missing) a \
                    page
                    """,
                tone: FigureText.tone(load.status))
        }
    }

    private static func goals(_ result: GameResult) -> [ReportSection.Finding] {
        guard let goals = result.goals else { return [] }
        let missed = goals.filter { $0.outcome == .missed }
        return [
            ReportSection.Finding(
                label: "goals",
                value: "\(goals.count { $0.outcome == .met }) of \(goals.count) met",
                detail: missed.first.map(\.text) ?? "",
                tone: !missed.isEmpty
                    ? .bad : goals.allSatisfy { $0.outcome == .met } ? .good : .neutral)
        ]
    }

    private static func tables(_ result: GameResult) -> [ReportTable] {
        let groups = result.groups.map {
            (name: GameTable.name($0.render, $0.rate), runs: $0.runs)
        }
        return [
            ReportTable(
                title: "From when an update was due until it was painted",
                header: GameTable.paintHeader,
                rows: groups.map { GameTable.paintRow($0.name, $0.runs) },
                notes: GameSentences.summary(result)),
            ReportTable(
                title: "Frames", header: GameTable.frameHeader,
                rows: groups.map { GameTable.frameRow($0.name, $0.runs) }),
            ReportTable(
                title: "The way of an update", header: GameTable.stageHeader,
                rows: groups.flatMap { GameTable.stageRows($0.name, $0.runs) }),
            ReportTable(
                title: "Goals", header: GameTable.goalHeader,
                rows: (result.goals ?? []).map(GameTable.goalRow)),
            ReportTable(
                title: "Many pages", header: GameTable.loadHeader,
                rows: (result.loads ?? []).map(GameTable.loadRow),
                notes: result.runs.isEmpty ? GameSentences.summary(result) : []),
        ] + result.runs.compactMap(\.trends).map(SoakSection.trends) + result.runs.map { run in
            checks(run.title, run.checks)
        } + (result.loads ?? []).map { checks($0.title, $0.checks) }
    }

    private static func checks(_ title: String, _ checks: [PlatformCheck]) -> ReportTable {
        ReportTable(
            title: "Checks, \(title)", header: ["check", "", "what was compared"],
            rows: checks.map { [$0.name, $0.isOK ? "ok" : "WRONG", $0.detail] }, isFolded: true)
    }
}

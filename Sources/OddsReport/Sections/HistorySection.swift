import OddsResults

/// The section of a history.
enum HistorySection {
    static func section(_ lines: [HistoryLine]) -> ReportSection {
        let analysis = HistoryAnalysis(lines, options: HistoryAnalysis.Options())
        let groups = groups(analysis.series)
        let colors = Palette.colors(of: analysis.series.map(\.strategy))
        var section = ReportSection(
            kind: "History",
            summary: groups.map { group in
                "\(HistorySentences.title(group[0])): \(HistorySentences.span(group[0]))"
            }.joined(separator: "; "),
            findings: findings(analysis.series),
            provenance: Provenance(
                command: "bench history",
                facts: [
                    ("schema", HistoryLine.schemaName),
                    ("significance", "\(analysis.options.significance)"),
                    (
                        "smallest change that counts",
                        FigureFormat.percent(analysis.options.changeMin)
                    ),
                ]))
        for series in analysis.series {
            let suffix = groups.count == 1 ? "" : ": \(shortTitle(series))"
            for figure in series.figures {
                let title = "\(figure.metric) of \(series.strategy)\(suffix)"
                section.add(chart(figure, title: title, color: colors[series.strategy] ?? 0))
            }
        }
        section.add(changes(analysis.series))
        return section
    }

    /// The strategies of each command and machine.
    private static func groups(
        _ series: [HistoryAnalysis.Series]
    ) -> [[HistoryAnalysis.Series]] {
        series.map(HistorySentences.title).uniqued().map { title in
            series.filter { HistorySentences.title($0) == title }
        }
    }

    private static func shortTitle(_ series: HistoryAnalysis.Series) -> String {
        "\(FigureText.traffic(series.command)), \(series.coreCount) × \(series.processor)"
    }

    /// The latest changes, regressions first.
    private static func findings(
        _ series: [HistoryAnalysis.Series]
    ) -> [ReportSection.Finding] {
        let findings = series.flatMap { series in
            series.figures.compactMap { figure in
                figure.changes.last.map { change in
                    ReportSection.Finding(
                        label: "\(figure.metric) of \(series.strategy)",
                        value: change.change.map(FigureFormat.change) ?? "from nothing",
                        detail: """
                            at \(HistorySentences.short(change.commit)) of \
                            \(HistorySentences.day(change.startedAt))
                            """,
                        tone: change.isWorse
                            ? .bad : figure.isImprovement(change) ? .good : .neutral)
                }
            }
        }
        return findings.filter { $0.tone == .bad } + findings.filter { $0.tone != .bad }
    }

    /// A figure over commits, the means between changes dashed, and the changes as points.
    /// Each strategy has a plot of its own: beside a much slower one, no change is seen.
    private static func chart(
        _ figure: HistoryAnalysis.Figure, title: String, color: Int
    ) -> Chart {
        let points = figure.points
        let starts = figure.changes.map(\.index)
        let means = zip([0] + starts, starts + [points.count]).flatMap { start, end in
            let mean = points[start..<end].map(\.value).reduce(0, +) / Double(end - start)
            return (start..<end).map { Chart.Series.Point(Double($0), mean) }
        }
        return Chart(
            title: title,
            explanation: "Dashed: the means between change points, which are marked.",
            x: Chart.Axis(
                title: "commit", scale: .category, unit: .count,
                labels: points.map { HistorySentences.short($0.commit) }),
            y: Chart.Axis(title: figure.metric, unit: figure.unit.axisUnit),
            series: [
                Chart.Series(
                    name: "result", color: color,
                    points: points.enumerated().map { .init(Double($0), $1.value) }),
                Chart.Series(name: "mean", color: color, stroke: .dashed, points: means),
                Chart.Series(
                    name: "change", color: color, stroke: .none,
                    points: starts.map { .init(Double($0), points[$0].value) }),
            ])
    }

    private static func changes(_ series: [HistoryAnalysis.Series]) -> ReportTable {
        ReportTable(
            title: "Change points",
            header: ["figure", "strategy", "commit", "day", "change", "before", "after", ""],
            rows: series.flatMap { series in
                series.figures.flatMap { figure in
                    figure.changes.map { change in
                        [
                            figure.metric, series.strategy,
                            HistorySentences.short(change.commit),
                            HistorySentences.day(change.startedAt),
                            change.change.map(FigureFormat.change) ?? "from nothing",
                            figure.unit.text(change.before), figure.unit.text(change.after),
                            HistorySentences.direction(change, of: figure),
                        ]
                    }
                }
            })
    }
}

extension Metric.Unit {
    fileprivate var axisUnit: Chart.Axis.Unit {
        switch self {
        case .nanoseconds: .nanoseconds
        case .bytes: .bytes
        case .rate: .rate
        case .count, .number: .count
        case .share: .ratio
        }
    }
}

import OddsResults

/// The section of a history.
enum HistorySection {
    static func section(_ lines: [HistoryLine]) -> ReportSection {
        let analysis = HistoryAnalysis(lines, options: HistoryAnalysis.Options())
        let groups = groups(analysis.series)
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
        for group in groups {
            for metric in group.flatMap({ $0.figures.map(\.metric) }).uniqued() {
                let title = groups.count == 1 ? metric : "\(metric): \(shortTitle(group[0]))"
                section.add(chart(metric, title: title, of: group))
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

    /// One figure of all strategies over commits, the means between changes dashed, and the
    /// changes as points.
    private static func chart(
        _ metric: String, title: String, of group: [HistoryAnalysis.Series]
    ) -> Chart? {
        let figures = group.enumerated().compactMap { color, series in
            series.figures.first { $0.metric == metric }.map { (color, series.strategy, $0) }
        }
        guard let unit = figures.first?.2.unit else { return nil }
        let times = Set(figures.flatMap { $0.2.points.map(Place.init) }).sorted()
        let positions = Dictionary(uniqueKeysWithValues: zip(times, times.indices))
        func x(_ point: HistoryAnalysis.Point) -> Double {
            Double(positions[Place(point)] ?? 0)
        }
        return Chart(
            title: title,
            explanation: "Dashed: the means between change points, which are marked.",
            x: Chart.Axis(
                title: "commit", scale: .category, unit: .count, labels: times.map(\.label)),
            y: Chart.Axis(title: metric, unit: unit.axisUnit),
            series: figures.flatMap { color, strategy, figure in
                let points = figure.points
                let starts = figure.changes.map(\.index)
                let means = zip([0] + starts, starts + [points.count]).flatMap { start, end in
                    let part = points[start..<end]
                    let mean = part.map(\.value).reduce(0, +) / Double(part.count)
                    return part.map { Chart.Series.Point(x($0), mean) }
                }
                return [
                    Chart.Series(
                        name: strategy, color: color,
                        points: points.map { .init(x($0), $0.value) }),
                    Chart.Series(
                        name: "\(strategy), mean", color: color, stroke: .dashed,
                        points: means),
                    Chart.Series(
                        name: "\(strategy), change", color: color, stroke: .none,
                        points: starts.map { .init(x(points[$0]), points[$0].value) }),
                ]
            })
    }

    /// The place of a result on the axis of commits.
    private struct Place: Hashable, Comparable {
        let time: String
        let label: String

        init(_ point: HistoryAnalysis.Point) {
            time = point.startedAt
            label = HistorySentences.short(point.commit)
        }

        static func < (one: Place, other: Place) -> Bool {
            (one.time, one.label) < (other.time, other.label)
        }
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

import OddsHarness

/// What `bench selftest` found.
enum SelfTestSection {
    static func section(_ result: SelfTestResult) -> ReportSection {
        let clocks = [
            ("virtual clock", result.virtualClock), ("real clock", result.realClock),
        ]
        var section = ReportSection(
            kind: "Self-test",
            summary: "the harness against latencies that are known beforehand",
            findings: clocks.map { name, outcome in
                let wrong = outcome.rows.filter { !$0.isRight }.count
                return ReportSection.Finding(
                    label: name,
                    value: wrong == 0 ? "right" : "\(wrong) of \(outcome.rows.count) wrong",
                    detail: outcome.invalidReason ?? "",
                    tone: wrong == 0 ? .good : .bad)
            } + [
                ReportSection.Finding(
                    label: "cost of the harness",
                    value: FigureText.duration(result.cost.nanosecondsPerFrame),
                    detail: "a frame")
            ],
            provenance: Provenance(
                command: result.command, environment: result.environment, schema: result.schema))
        for (name, outcome) in clocks {
            section.add(chart(name, outcome))
            section.add(table(name, outcome))
        }
        return section
    }

    /// What was reported by what it should be, with what is allowed around it.
    private static func chart(_ name: String, _ outcome: SelfTest.Outcome) -> Chart {
        func points(_ value: (SelfTest.Row) -> UInt64?) -> [Chart.Series.Point] {
            outcome.rows.enumerated().compactMap { position, row in
                value(row).map { .init(Double(position), Double($0)) }
            }
        }
        return Chart(
            title: "\(name): reported and analytic",
            explanation: "The reported figure has to lie between the two dashed lines.",
            x: Chart.Axis(
                title: "figure", scale: .category, unit: .count,
                labels: outcome.rows.map(\.figure)),
            y: LatencyCharts.latencyAxis("latency"),
            series: [
                Chart.Series(
                    name: "reported", color: 0, stroke: .none,
                    points: points(\.reportedNanoseconds)),
                Chart.Series(
                    name: "allowed from", color: Palette.muted, stroke: .dashed,
                    points: points(\.allowedNanosecondsMin)),
                Chart.Series(
                    name: "allowed to", color: Palette.muted, stroke: .dashed,
                    points: points(\.allowedNanosecondsMax)),
            ])
    }

    private static func table(_ name: String, _ outcome: SelfTest.Outcome) -> ReportTable {
        ReportTable(
            title: name,
            header: [name, "analytic", "reported", "allowed from", "to", ""],
            rows: outcome.rows.map { row in
                [
                    row.figure, SelfTestTable.duration(row.analyticNanoseconds),
                    row.reportedNanoseconds.map(SelfTestTable.duration) ?? FigureFormat.missing,
                    SelfTestTable.duration(row.allowedNanosecondsMin),
                    SelfTestTable.duration(row.allowedNanosecondsMax),
                    row.isRight ? "ok" : "WRONG",
                ]
            })
    }
}

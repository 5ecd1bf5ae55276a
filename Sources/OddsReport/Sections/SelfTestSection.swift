import OddsResults

/// The section of `bench selftest`.
enum SelfTestSection {
    static func section(_ result: ResultEnvelope<SelfTestResult>) -> ReportSection {
        let clocks = [
            ("virtual clock", result.virtualClock), ("real clock", result.realClock),
        ]
        var section = ReportSection(
            kind: "Self-test",
            summary: "the harness against known latencies",
            findings: clocks.map { name, outcome in
                let wrong = outcome.rows.filter { !$0.isRight }.count
                return ReportSection.Finding(
                    label: name,
                    value: wrong == 0 ? "right" : "\(wrong) of \(outcome.rows.count) wrong",
                    detail: outcome.invalidReason ?? "\(outcome.rows.count) figures",
                    tone: wrong == 0 ? .good : .bad)
            } + live(result.live) + [
                ReportSection.Finding(
                    label: "cost of the harness",
                    value: FigureText.duration(result.cost.nanosecondsPerFrame),
                    detail: "per frame")
            ],
            provenance: Provenance(result))
        for (name, outcome) in clocks {
            section.add(chart(name, outcome))
            section.add(table(name, outcome.rows))
        }
        if let live = result.live { section.add(table("over sockets, virtual clock", live.rows)) }
        return section
    }

    private static func live(_ outcome: LiveSelfTestOutcome?) -> [ReportSection.Finding] {
        guard let outcome else { return [] }
        let verdicts = outcome.verdicts.map { "\($0.script) \($0.reported.rawValue)" }
        return [
            ReportSection.Finding(
                label: "over sockets", value: outcome.isRight ? "right" : "wrong",
                detail: verdicts.joined(separator: ", "), tone: outcome.isRight ? .good : .bad)
        ]
    }

    /// The deviations of the reported figures from the analytic ones, and the
    /// range allowed.
    private static func chart(_ name: String, _ outcome: SelfTestOutcome) -> Chart {
        func deviation(_ row: SelfTestRow, _ value: UInt64) -> Double {
            (Double(value) / Double(max(row.analyticNanoseconds, 1)) - 1) * 100
        }
        let rows = Array(outcome.rows.enumerated())
        return Chart(
            title: "\(name): reported against analytic",
            explanation: "Deviation of the reported figures; the bars show the range allowed.",
            x: Chart.Axis(
                title: "figure", scale: .category, unit: .count,
                labels: outcome.rows.map(\.figure)),
            y: Chart.Axis(title: "deviation", unit: .percent),
            series: [
                Chart.Series(
                    name: "reported", color: 0, stroke: .none,
                    points: rows.compactMap { position, row in
                        row.reportedNanoseconds.map {
                            .init(Double(position), deviation(row, $0))
                        }
                    }),
                Chart.Series(
                    name: "allowed", color: Palette.muted, stroke: .range,
                    points: rows.map { position, row in
                        let ends = (row.allowedNanosecondsMin, row.allowedNanosecondsMax)
                        return .init(
                            x: Double(position), y: 0, low: deviation(row, ends.0),
                            high: deviation(row, ends.1))
                    }),
            ])
    }

    private static func table(_ name: String, _ rows: [SelfTestRow]) -> ReportTable {
        ReportTable(
            title: name, header: SelfTestTable.header(name), rows: rows.map(SelfTestTable.cells))
    }
}

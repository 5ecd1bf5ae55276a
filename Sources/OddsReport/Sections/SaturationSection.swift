import OddsHarness

/// What `bench saturate` found.
enum SaturationSection {
    static func section(_ result: SaturationResult) -> ReportSection {
        var section = ReportSection(
            kind: "Saturation",
            summary: "\(result.objective); \(FigureText.traffic(result.command))",
            findings: result.curves.map { finding($0, unit(result)) },
            provenance: Provenance(
                command: result.command, environment: result.environment, schema: result.schema,
                seed: result.seed))
        section.add(latency(result))
        section.add(throughput(result))
        section.add(found(result))
        for curve in result.curves { section.add(table(curve, objective: result.objective)) }
        return section
    }

    private static func unit(_ result: SaturationResult) -> String {
        result.rateUnit ?? "updates/s"
    }

    private static func finding(
        _ curve: SaturationCurve, _ unit: String
    ) -> ReportSection.Finding {
        ReportSection.Finding(
            label: "\(curve.strategy) · highest rate that holds",
            value: curve.sustainedRate.map { "\(FigureFormat.count(Double($0))) \(unit)" }
                ?? "none",
            detail: curve.isHarnessLimit ? "the harness could offer no more" : "")
    }

    private static func rateAxis(_ result: SaturationResult) -> Chart.Axis {
        Chart.Axis(title: "offered \(unit(result))", scale: .logarithmic, unit: .rate)
    }

    private static func latency(_ result: SaturationResult) -> Chart {
        Chart(
            title: "Saturation: response time by rate",
            explanation: """
                p99, medians of the runs at a rate. Beyond the knee it is a lower bound, as \
                frames were left when the window closed.
                """,
            x: rateAxis(result), y: LatencyCharts.latencyAxis("response time p99"),
            series: series(result) { $0.responseTime.p99.map { Double($0) } })
    }

    private static func throughput(_ result: SaturationResult) -> Chart {
        let rates = result.curves.flatMap(\.points).map { Double($0.rate) }
        var lines = series(result) { $0.achievedRate > 0 ? $0.achievedRate : nil }
        if let low = rates.min(), let high = rates.max() {
            lines.append(
                Chart.Series(
                    name: "offered", color: Palette.muted, stroke: .dashed,
                    points: [.init(low, low), .init(high, high)]))
        }
        return Chart(
            title: "Throughput by rate", explanation: "What was served of what was offered.",
            x: rateAxis(result),
            y: Chart.Axis(title: unit(result), scale: .logarithmic, unit: .rate),
            series: lines)
    }

    /// Medians over the runs at a rate, with their range.
    private static func series(
        _ result: SaturationResult, _ value: (RunResult) -> Double?
    ) -> [Chart.Series] {
        result.curves.enumerated().map { color, curve in
            let rates = Set(curve.points.map(\.rate)).sorted()
            return Chart.Series(
                name: curve.strategy, color: color,
                points: rates.compactMap { rate in
                    let values = curve.points.filter { $0.rate == rate }
                        .compactMap { value($0.run) }
                    return Spread(values).map { spread in
                        .init(
                            x: Double(rate), y: spread.median,
                            low: values.count > 1 ? spread.min : nil,
                            high: values.count > 1 ? spread.max : nil)
                    }
                })
        }
    }

    private static func found(_ result: SaturationResult) -> ReportTable {
        ReportTable(
            title: "Highest rate that holds \(result.objective)",
            header: ["strategy", unit(result), "runs", "beyond: achieved", "of offered"],
            rows: result.curves.map { curve in
                let last = curve.points.last
                return [
                    curve.strategy,
                    curve.sustainedRate.map { FigureFormat.count(Double($0)) } ?? "none",
                    "\(curve.points.count)",
                    last.map { FigureText.rate($0.run.achievedRate) } ?? FigureFormat.missing,
                    last.map { FigureText.rate(Double($0.rate)) } ?? FigureFormat.missing,
                ]
            })
    }

    private static func table(_ curve: SaturationCurve, objective: String) -> ReportTable {
        ReportTable(
            title: "All runs of \(curve.strategy)",
            header: [
                "offered", "achieved", "response p50", "p99", "p99.9", "service p50", "p99",
                "status", objective,
            ],
            rows: curve.points.map { point in
                let run = point.run
                return [
                    FigureText.rate(Double(point.rate)), FigureText.rate(run.achievedRate),
                    FigureText.response(run, run.responseTime.p50),
                    FigureText.response(run, run.responseTime.p99),
                    FigureText.response(run, run.responseTime.p999),
                    FigureText.duration(run.serviceTime.p50),
                    FigureText.duration(run.serviceTime.p99), run.status.rawValue,
                    point.holds.map { $0 ? "holds" : "broken" } ?? FigureFormat.missing,
                ]
            },
            isFolded: true)
    }
}

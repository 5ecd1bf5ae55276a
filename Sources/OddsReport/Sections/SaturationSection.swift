import OddsResults

/// The section of `bench saturate`.
enum SaturationSection {
    static func section(_ result: ResultEnvelope<SaturationResult>) -> ReportSection {
        var section = ReportSection(
            kind: "Saturation",
            summary: "\(result.objective); \(FigureText.traffic(result.command))",
            findings: result.curves.map { finding($0, result) },
            sentences: SaturationText.sentences(result)
                + ResultSentences.all(result, runs: result.curves.flatMap { $0.points.map(\.run) }),
            provenance: Provenance(result))
        section.add(latency(result))
        section.add(throughput(result))
        section.add(found(result))
        for curve in result.curves { section.add(table(curve, result)) }
        return section
    }

    private static func finding(
        _ curve: SaturationCurve, _ result: ResultEnvelope<SaturationResult>
    ) -> ReportSection.Finding {
        ReportSection.Finding(
            label: "\(curve.strategy) · highest sustained rate",
            value: curve.sustainedRate.map { FigureFormat.count(Double($0)) + " updates/s" }
                ?? "none",
            detail: [
                result.result.achieved(by: curve),
                curve.limitation,
            ].compactMap { $0 }.joined(separator: " · "))
    }

    private static let rateAxis = Chart.Axis(
        title: "offered updates/s", scale: .logarithmic, unit: .rate)

    /// The figure that the objective bounds, with the bound as a line: the knee is where
    /// they cross. Without such an objective, the response time's p99.
    private static func latency(_ result: ResultEnvelope<SaturationResult>) -> Chart {
        let objective = try? ServiceObjective(result.objective)
        let bounded = objective.flatMap { MetricRegistry[$0.metric] }
            .flatMap { $0.unit == .nanoseconds ? $0 : nil }
        let metric = bounded ?? MetricRegistry["responseTime.p99"]
        let (path, name) = (metric?.path ?? "", metric?.label ?? metric?.path ?? "")
        let isResponse = path.hasPrefix("responseTime.")
        return Chart(
            title: "Saturation: \(isResponse ? "response time" : name) by rate",
            explanation: """
                \(name), medians of the valid runs at a rate.\
                \(isResponse ? """
                     Beyond the knee it is a lower bound, because frames were not served when the \
                    window closed.
                    """ : "")
                """,
            x: rateAxis, y: LatencyCharts.latencyAxis(name),
            series: series(result) { metric?.value($0) }
                + [bounded.flatMap { _ in objective.flatMap { line(at: $0, result) } }]
                .compactMap(\.self))
    }

    /// The bound of the objective, over all rates that were tried.
    private static func line(
        at objective: ServiceObjective, _ result: ResultEnvelope<SaturationResult>
    ) -> Chart.Series? {
        let rates = result.curves.flatMap(\.points).map { Double($0.rate) }
        guard let low = rates.min(), let high = rates.max() else { return nil }
        return Chart.Series(
            name: "objective \(objective.text)", color: Palette.ink, stroke: .dashed,
            points: [.init(low, objective.bound), .init(high, objective.bound)],
            isLabelled: true)
    }

    private static func throughput(_ result: ResultEnvelope<SaturationResult>) -> Chart {
        var lines = series(result) { $0.achievedRate > 0 ? $0.achievedRate : nil }
        let rates = result.curves.flatMap(\.points).map { Double($0.rate) }
        // Only if both axes have the same unit.
        if result.rateUnit == nil, let low = rates.min(), let high = rates.max() {
            lines.append(
                Chart.Series(
                    name: "offered", color: Palette.ink, stroke: .dotted,
                    points: [.init(low, low), .init(high, high)]))
        }
        return Chart(
            title: "Throughput by rate", explanation: "The served rate by the offered rate.",
            x: rateAxis, y: Chart.Axis(title: result.runRateUnit, scale: .logarithmic, unit: .rate),
            series: lines.nested)
    }

    /// The medians over the valid runs at each rate, with their range.
    private static func series(
        _ result: ResultEnvelope<SaturationResult>, _ value: (RunResult) -> Double?
    ) -> [Chart.Series] {
        let colors = Palette.colors(of: result.curves.map(\.strategy))
        return result.curves.map { curve in
            let rates = Set(curve.points.map(\.rate)).sorted()
            return Chart.Series(
                name: curve.strategy, color: colors[curve.strategy] ?? 0,
                points: rates.compactMap { rate in
                    let values = curve.points
                        .filter { $0.rate == rate && $0.run.status != .invalid }
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

    private static func found(_ result: ResultEnvelope<SaturationResult>) -> ReportTable {
        ReportTable(
            title: "Highest rate that sustains \(result.objective)",
            header: [
                "strategy", "updates/s", "runs", "beyond: achieved \(result.runRateUnit)",
                "of offered",
            ],
            rows: result.curves.map { curve in
                let beyond = curve.beyond
                return [
                    curve.strategy,
                    curve.sustainedRate.map { FigureFormat.count(Double($0)) } ?? "none",
                    "\(curve.points.count)",
                    beyond.map { FigureFormat.count($0.achievedRate) } ?? FigureFormat.missing,
                    beyond.map { FigureFormat.count($0.offeredRate) } ?? FigureFormat.missing,
                ]
            })
    }

    private static func table(
        _ curve: SaturationCurve, _ result: ResultEnvelope<SaturationResult>
    ) -> ReportTable {
        ReportTable(
            title: "All runs of \(curve.strategy)",
            header: ["updates/s"] + SaturationTable.header(result.result),
            rows: curve.points.map { point in
                [FigureFormat.count(Double(point.rate))] + SaturationTable.cells(point)
            },
            notes: FigureText.invalidReasons(
                curve.points.map { (FigureText.rate(Double($0.rate)), $0.run) }),
            isFolded: true)
    }
}

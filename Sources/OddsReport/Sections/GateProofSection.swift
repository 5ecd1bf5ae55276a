import OddsResults

/// The section of `make gate-proof`: the gates' false-alarm rate and detection
/// rate.
enum GateProofSection {
    static func section(_ proof: ResultEnvelope<GateProof>) -> ReportSection {
        let slowdown = FigureFormat.percent(proof.injectedSlowdown)
        var section = ReportSection(
            kind: "Gate's proof",
            summary: "\(proof.gates.count) gates, half of them slowed by \(slowdown)",
            findings: [
                ReportSection.Finding(
                    label: "false alarms", value: "\(proof.falseAlarms.count)",
                    detail: proof.falseAlarms.text),
                ReportSection.Finding(
                    label: "slowdowns found", value: "\(proof.detections.count)",
                    detail: proof.detections.text),
                ReportSection.Finding(
                    label: "inconclusive, equal sides",
                    value: "\(proof.result.inconclusive(isSlowed: false).count)",
                    detail: proof.result.inconclusive(isSlowed: false).text),
                ReportSection.Finding(
                    label: "inconclusive, slowed",
                    value: "\(proof.result.inconclusive(isSlowed: true).count)",
                    detail: proof.result.inconclusive(isSlowed: true).text),
            ],
            provenance: Provenance(proof))
        section.add(changes(proof))
        section.add(table(proof))
        section.add(noise(proof.noise))
        return section
    }

    /// The change in each gate of the metric that has to show the slowdown.
    private static func changes(_ proof: ResultEnvelope<GateProof>) -> Chart {
        func points(isSlowed: Bool) -> [Chart.Series.Point] {
            proof.gates.filter { $0.isSlowed == isSlowed }.enumerated().compactMap { number, gate in
                gate.judgements.first { $0.metric == proof.slowedMetric }?.change.map {
                    .init(
                        x: Double(number + 1), y: $0.value * 100, low: $0.low * 100,
                        high: $0.high * 100)
                }
            }
        }
        return Chart(
            title: "\(proof.slowedMetric) in each gate",
            explanation: "The change in each gate, with equal sides and with a slowed candidate.",
            x: Chart.Axis(title: "gate", unit: .count),
            y: Chart.Axis(title: "change", unit: .percent),
            series: [
                Chart.Series(
                    name: "equal sides", color: 0, stroke: .none, points: points(isSlowed: false)),
                Chart.Series(
                    name: "slowed", color: 1, stroke: .none, points: points(isSlowed: true)),
            ])
    }

    private static func table(_ proof: ResultEnvelope<GateProof>) -> ReportTable {
        ReportTable(
            title: "All gates",
            header: ["gate", "sides", "verdict", "seconds", "reason"],
            rows: proof.gates.enumerated().map { number, gate in
                [
                    "\(number + 1)", gate.isSlowed ? "slowed" : "equal", gate.verdict.rawValue,
                    FigureFormat.number(gate.seconds), gate.reason ?? "",
                ]
            },
            isFolded: true)
    }

    static func noise(_ noise: [MetricNoise]) -> ReportTable {
        ReportTable(
            title: "Noise of this machine",
            header: ["figure", "pairs ±σ", "runs ±σ", "pairs", "exact"],
            rows: noise.map { noise in
                [
                    "\(noise.strategy) \(noise.metric)", FigureFormat.percent(noise.pairDeviation),
                    FigureFormat.percent(noise.runDeviation), "\(noise.pairCount)",
                    noise.isExact ? "yes" : "no",
                ]
            })
    }
}

/// The section of `bench calibrate`.
enum CalibrationSection {
    static func section(_ result: ResultEnvelope<CalibrationResult>) -> ReportSection {
        var section = ReportSection(
            kind: "Calibration",
            summary: "differences between two runs of the same program on this machine",
            findings: result.noise.map { noise in
                ReportSection.Finding(
                    label: "\(noise.strategy) · \(noise.metric)",
                    value: noise.isExact
                        ? "exact" : "±" + FigureFormat.percent(noise.pairDeviation),
                    detail: "within pairs of runs")
            },
            provenance: Provenance(result))
        section.add(runs(result))
        section.add(GateProofSection.noise(result.noise))
        return section
    }

    private static func runs(_ result: ResultEnvelope<CalibrationResult>) -> Chart {
        let runs = StrategyRuns(result.runs.map(\.run))
        return Chart(
            title: "Service time p50 of each run",
            explanation: "All runs are of the same program.",
            x: Chart.Axis(title: "run", unit: .count),
            y: LatencyCharts.latencyAxis("service p50"),
            series: runs.strategies.map { strategy in
                Chart.Series(
                    name: strategy.name, color: strategy.color,
                    points: strategy.runs.enumerated().compactMap { number, run in
                        run.serviceTime.p50.map { .init(Double(number + 1), Double($0)) }
                    })
            })
    }
}

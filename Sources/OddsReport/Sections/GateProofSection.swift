import OddsResults

/// The section of `make gate-proof`: how often each figure got which verdict.
enum GateProofSection {
    static func section(_ proof: ResultEnvelope<GateProof>) -> ReportSection {
        let all = proof.result
        var section = ReportSection(
            kind: "Gate's proof",
            summary: "\(all.gates.count) gates: "
                + all.arms.map(\.text).joined(separator: "; "),
            findings: all.goals.map { goal in
                ReportSection.Finding(
                    label: goal.text, value: "\(goal.rate.count) of \(goal.rate.total)",
                    detail: "\(goal.rate.text), \(goal.outcome.rawValue)",
                    tone: goal.tone)
            },
            provenance: Provenance(proof))
        for figure in all.figures where figure.metric.contains("Time.") {
            section.add(changes(all, figure))
        }
        section.add(table("Verdicts", GateProofTable.verdicts(all)))
        for (number, arm) in all.arms.enumerated() {
            section.add(table("Figures: \(arm.text)", GateProofTable.figures(all, arm: number)))
        }
        section.add(gates(all))
        return section
    }

    /// The change of a figure in each gate.
    private static func changes(_ proof: GateProof, _ figure: GateProof.Figure) -> Chart {
        Chart(
            title: "\(figure.strategy) \(figure.metric) in each gate",
            explanation: "The change with its interval, with equal sides and with regressions.",
            x: Chart.Axis(title: "gate", unit: .count),
            y: Chart.Axis(title: "change", unit: .percent),
            series: proof.arms.enumerated().map { number, arm in
                Chart.Series(
                    name: arm.text, color: number, stroke: .none,
                    points: proof.gates.filter { $0.arm == number }.enumerated()
                        .compactMap { gate in
                            gate.element.judgements.first(where: figure.isOf)?.change.map {
                                .init(
                                    x: Double(gate.offset + 1), y: $0.value * 100,
                                    low: $0.low * 100, high: $0.high * 100)
                            }
                        })
            })
    }

    private static func table(_ title: String, _ table: GateProofTable) -> ReportTable {
        ReportTable(title: title, header: table.header, rows: table.rows)
    }

    private static func gates(_ proof: GateProof) -> ReportTable {
        ReportTable(
            title: "All gates",
            header: ["gate", "sides", "verdict", "seconds", "reason"],
            rows: proof.gates.enumerated().map { number, gate in
                [
                    "\(number + 1)", proof.arms[gate.arm].text, gate.verdict.rawValue,
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
                strategy.series(
                    points: strategy.runs.enumerated().compactMap { number, run in
                        run.serviceTime.p50.map { .init(Double(number + 1), Double($0)) }
                    })
            })
    }
}

extension GateProof.Goal {
    fileprivate var tone: ReportSection.Finding.Tone {
        switch outcome {
        case .met: .good
        case .missed: .bad
        case .open: .neutral
        }
    }
}

import OddsResults

/// The section of `bench gate`.
enum GateSection {
    static func section(_ result: ResultEnvelope<GateResult>) -> ReportSection {
        var provenance = Provenance(result)
        provenance.notes += result.notes
        for (label, side) in [("baseline", result.baseline), ("candidate", result.candidate)] {
            let commit = side.commit.map { ", \($0)" } ?? ""
            provenance.facts.append((label, side.name + commit))
        }
        var section = ReportSection(
            kind: "Gate",
            summary: "\(result.candidate.name) against \(result.baseline.name)",
            findings: [verdict(result)] + result.judgements.map(finding),
            provenance: provenance)
        section.add(JudgementChart.chart(result.judgements))
        section.add(runs(result))
        section.add(table(result.judgements))
        return section
    }

    private static func verdict(_ result: ResultEnvelope<GateResult>) -> ReportSection.Finding {
        ReportSection.Finding(
            label: "verdict", value: result.verdict.rawValue, detail: result.reason ?? "",
            tone: tone(result.verdict))
    }

    static func tone(_ verdict: GateVerdict) -> ReportSection.Finding.Tone {
        switch verdict {
        case .pass: .good
        case .regression: .bad
        case .inconclusive, .invalid: .neutral
        }
    }

    private static func finding(_ judgement: MetricJudgement) -> ReportSection.Finding {
        let cells = GateFigures(judgement).cells
        let tone: ReportSection.Finding.Tone =
            switch judgement.verdict {
            case .pass, .improvement: .good
            case .regression: .bad
            case .inconclusive: .neutral
            }
        return ReportSection.Finding(
            label: "\(judgement.strategy) · \(judgement.metric)", value: cells[2],
            detail: "\(cells[5]) \(cells[3])", tone: tone)
    }

    /// The first figure's value in each run, by pair.
    private static func runs(_ result: ResultEnvelope<GateResult>) -> Chart? {
        guard let judgement = result.judgements.first(where: { $0.metric.contains("Time.") })
        else { return nil }
        let own = result.runs.filter { $0.run.strategy == judgement.strategy }
        func points(_ side: GateRun.Side) -> [Chart.Series.Point] {
            own.filter { $0.side == side }.compactMap { run in
                run.run[judgement.metric].map { .init(Double(run.pair), $0) }
            }
        }
        return Chart(
            title: "\(judgement.strategy) \(judgement.metric) by pair",
            explanation: "Drift of the machine's speed affects both sides of a pair alike.",
            x: Chart.Axis(title: "pair", unit: .count),
            y: Chart.Axis(title: judgement.metric, unit: .nanoseconds),
            series: [
                Chart.Series(name: "baseline", color: 0, points: points(.baseline)),
                Chart.Series(name: "candidate", color: 1, points: points(.candidate)),
            ])
    }

    private static func table(_ judgements: [MetricJudgement]) -> ReportTable {
        ReportTable(
            title: "Figures",
            header: [
                "figure", "baseline", "candidate", "change", "interval", "limit", "verdict",
            ],
            rows: judgements.map {
                ["\($0.strategy) \($0.metric)"] + GateFigures($0).cells
            },
            notes: judgements.compactMap { judgement in
                judgement.reason.map { "\(judgement.strategy) \(judgement.metric): \($0)" }
            })
    }
}

/// Changes with their confidence intervals, and the thresholds.
enum JudgementChart {
    static func chart(_ judgements: [MetricJudgement]) -> Chart {
        let shares = judgements.filter { $0.change != nil && !$0.isExact }
        let labels = shares.map { "\($0.strategy) \($0.metric)" }
        return Chart(
            title: "Changes",
            explanation: """
                From the baseline to the candidate, with confidence intervals. A bar that is \
                entirely beyond the limit is a regression.
                """,
            x: Chart.Axis(title: "figure", scale: .category, unit: .count, labels: labels),
            y: Chart.Axis(title: "change", unit: .percent),
            series: [
                Chart.Series(
                    name: "change", color: 0, stroke: .none,
                    points: shares.enumerated().compactMap { position, judgement in
                        judgement.change.map {
                            .init(
                                x: Double(position), y: $0.value * 100, low: $0.low * 100,
                                high: $0.high * 100)
                        }
                    }),
                Chart.Series(
                    name: "limit", color: 1, stroke: .none,
                    points: shares.enumerated().map {
                        .init(Double($0), $1.threshold * 100)
                    }),
                Chart.Series(
                    name: "interval", color: Palette.muted, stroke: .range,
                    points: shares.enumerated().compactMap { position, judgement in
                        judgement.change.map {
                            .init(
                                x: Double(position), y: $0.value * 100, low: $0.low * 100,
                                high: $0.high * 100)
                        }
                    }),
            ])
    }
}

import OddsResults

/// Many gates as Markdown: their error rates and the changes of their figures.
package enum GateProofMarkdown {
    package static func text(_ proof: ResultEnvelope<GateProof>) -> String {
        let slowdown = FigureFormat.percent(proof.injectedSlowdown)
        let seconds = proof.gates.map(\.seconds).sorted()
        let median = Spread(seconds)?.median ?? 0
        let machine = proof.environment.machine
        let all = proof.result
        var lines = [
            "# Detection rate and false-alarm rate of the gate", "",
            """
            \(proof.gates.count) gates of one program against itself on \
            \(machine.processorTitle), alternately with equal sides and with \
            a candidate slowed by \(slowdown) of its service time; a gate took \
            \(FigureFormat.number(median)) s (median). Intervals are two-sided 95%, by Clopper \
            and Pearson.
            """, "",
            "| | equal sides | slowed by \(slowdown) |", "|---|--:|--:|",
            "| regression in any figure (false alarms, when equal) | \(proof.falseAlarms.text) | "
                + "\(all.rate(isSlowed: true) { $0.verdict == .regression }.text) |",
            "| regression in `\(proof.slowedMetric)` | "
                + "\(all.slowedMetricRegressions(isSlowed: false).text) | "
                + "\(all.detections.text) |",
        ]
        lines += [
            "| inconclusive | \(all.inconclusive(isSlowed: false).text) | "
                + "\(all.inconclusive(isSlowed: true).text) |",
            "| invalid | \(all.invalid(isSlowed: false).text) | "
                + "\(all.invalid(isSlowed: true).text) |",
            "", "## Figures", "",
            "| | threshold | floor | pair σ | equal: change, 5% to 95% | slowed: the same |",
            "|---|--:|--:|--:|--:|--:|",
        ]
        for judgement in proof.gates.first(where: { !$0.judgements.isEmpty })?.judgements ?? [] {
            lines.append(row(judgement, proof))
        }
        lines += ["", "```", proof.command.joined(separator: " "), "```", ""]
        return lines.joined(separator: "\n")
    }


    private static func row(
        _ judgement: MetricJudgement, _ proof: ResultEnvelope<GateProof>
    ) -> String {
        let deviation = proof.noise.first {
            $0.strategy == judgement.strategy && $0.metric == judgement.metric
        }?.pairDeviation
        func changes(isSlowed: Bool) -> String {
            let changes = proof.gates.filter { $0.isSlowed == isSlowed }.flatMap(\.judgements)
                .filter { $0.strategy == judgement.strategy && $0.metric == judgement.metric }
                .compactMap { $0.change?.value }.sorted()
            guard !changes.isEmpty else { return FigureFormat.missing }
            let ends = [0.05, 0.95].map { changes[Int($0 * Double(changes.count - 1) + 0.5)] }
            return ends.map { FigureFormat.percent($0) }.joined(separator: " to ")
        }
        return [
            "| `\(judgement.name)`",
            judgement.isExact ? "0" : FigureFormat.percent(judgement.threshold),
            FigureFormat.percent(judgement.floor),
            deviation.map(FigureFormat.percent) ?? FigureFormat.missing,
            changes(isSlowed: false), changes(isSlowed: true) + " |",
        ].joined(separator: " | ")
    }
}

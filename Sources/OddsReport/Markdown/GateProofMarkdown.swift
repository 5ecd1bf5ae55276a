import OddsResults

/// Many gates as Markdown: how often each figure got which verdict.
package enum GateProofMarkdown {
    package static func text(_ proof: ResultEnvelope<GateProof>) -> String {
        let all = proof.result
        let planned = all.arms.reduce(0) { $0 + $1.gateCount }
        let seconds = Spread(all.gates.map(\.seconds))
        let count =
            all.gates.count == planned
            ? "\(planned) gates" : "The first \(all.gates.count) of \(planned) gates"
        var lines = [
            "# How often gates are wrong", "",
            """
            \(count) of one commit against a separate build of it on \
            \(proof.environment.machine.processorTitle)\
            \(all.design.layouts.map { ", each side in \($0) layouts of its code" } ?? ""), \
            with equal sides and with deliberate regressions in turns. A gate took \
            \(seconds.map { FigureFormat.number($0.median) } ?? FigureFormat.missing) s \
            (median), at most \
            \(seconds.map { FigureFormat.number($0.max) } ?? FigureFormat.missing) s. Intervals \
            are two-sided 95%, by Clopper and Pearson.
            """, "",
        ]
        lines += table(GateProofTable.verdicts(all))
        for (number, arm) in all.arms.enumerated() {
            lines += ["", "## \(arm.text.prefix(1).uppercased() + arm.text.dropFirst())", ""]
            lines += table(GateProofTable.figures(all, arm: number))
        }
        lines += ["", "## Goals", ""] + table(GateProofTable.goals(all))
        lines += ["", "```", proof.command.joined(separator: " "), "```", ""]
        return lines.joined(separator: "\n")
    }

    private static func table(_ table: GateProofTable) -> [String] {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        let rule = "|---" + String(repeating: "|--:", count: table.header.count - 1) + "|"
        return [line(table.header), rule] + table.rows.map(line)
    }
}

/// The tables of a proof, for all output formats.
struct GateProofTable {
    let header: [String]
    let rows: [[String]]

    /// The verdicts of whole gates, one column per arm.
    static func verdicts(_ proof: GateProof) -> GateProofTable {
        let verdicts: [GateVerdict] = [.pass, .regression, .inconclusive, .invalid]
        return GateProofTable(
            header: ["gate"] + proof.arms.map(\.text),
            rows: verdicts.map { verdict in
                [verdict.rawValue]
                    + proof.arms.indices.map { proof.rate(arm: $0, verdict).text }
            })
    }

    /// The verdicts on each figure in the gates of one arm.
    static func figures(_ proof: GateProof, arm: Int) -> GateProofTable {
        GateProofTable(
            header: ["figure", "limit", "REGRESSION", "PASS", "INCONCLUSIVE", "change, 5% to 95%"],
            rows: proof.figures.map { figure in
                let own = proof.gates.filter { $0.arm == arm }
                    .flatMap { $0.judgements.filter(figure.isOf) }
                let passed = proof.rate(arm: arm, figure, .pass).count
                    + proof.rate(arm: arm, figure, .improvement).count
                let limit = own.first?.threshold
                return [
                    "\(figure.strategy) \(figure.metric)",
                    limit.map { $0 == 0 ? "0" : FigureFormat.percent($0) }
                        ?? FigureFormat.missing,
                    proof.rate(arm: arm, figure, .regression).text, "\(passed)",
                    "\(proof.rate(arm: arm, figure, .inconclusive).count)", changes(own),
                ]
            })
    }

    static func goals(_ proof: GateProof) -> GateProofTable {
        GateProofTable(
            header: ["goal", "measured", ""],
            rows: proof.goals.map { goal in
                let outcome = goal.outcome.rawValue
                return [
                    goal.text, goal.rate.text, goal.outcome == .met ? outcome : "**\(outcome)**",
                ]
            })
    }

    private static func changes(_ judgements: [MetricJudgement]) -> String {
        let isExact = judgements[0].isExact
        let changes = judgements.filter { $0.isExact == isExact }
            .compactMap { $0.change?.value }.sorted()
        guard !changes.isEmpty else { return FigureFormat.missing }
        return [0.05, 0.95].map { changes[Int($0 * Double(changes.count - 1) + 0.5)] }
            .map { isExact ? FigureFormat.number($0) : FigureFormat.percent($0) }
            .joined(separator: " to ")
    }
}

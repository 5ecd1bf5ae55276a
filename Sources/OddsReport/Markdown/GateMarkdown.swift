import OddsResults

/// A gate as Markdown, for a comment on a pull request or the summary of a CI
/// job.
package enum GateMarkdown {
    package static func text(_ result: ResultEnvelope<GateResult>) -> String {
        var lines = ["## \(mark(result.verdict)) \(result.verdict.rawValue)", ""]
        lines.append(escaped(GateTable.title(result)) + ".")
        if let reason = result.reason { lines += ["", "**\(escaped(reason))**"] }
        let regressions = result.judgements.filter { $0.verdict == .regression }
        if !regressions.isEmpty {
            lines += ["", "Worse: " + regressions.map(named).joined(separator: "; ") + "."]
        }
        let improvements = result.judgements.filter { $0.verdict == .improvement }
        if !improvements.isEmpty {
            lines += ["", "Better: " + improvements.map(named).joined(separator: "; ") + "."]
        }
        if !result.judgements.isEmpty {
            lines += [
                "",
                "| | baseline | candidate | change | interval | limit | |",
                "|---|--:|--:|--:|--:|--:|---|",
            ]
            lines += result.judgements.map(row)
        }
        let reasons = result.judgements.compactMap { judgement in
            judgement.reason.map { "- \(code(judgement.name)): \(escaped($0))" }
        }
        if !reasons.isEmpty { lines += [""] + reasons }
        lines += ["", "<details><summary>How it was measured</summary>", ""]
        lines.append("- " + escaped(GateTable.design(result)))
        lines += result.notes.map { "- " + escaped($0) }
        let machine = result.environment.machine
        lines.append(
            "- "
                + escaped(
                    """
                    \(machine.processorTitle), \(result.environment.allocator), \
                    \(result.environment.toolchain ?? "unknown toolchain")
                    """))
        lines += ["", "```", result.command.joined(separator: " "), "```", "", "</details>", ""]
        return lines.joined(separator: "\n")
    }

    private static func row(_ judgement: MetricJudgement) -> String {
        var cells = GateFigures(judgement).cells
        if judgement.verdict == .regression || judgement.verdict == .inconclusive {
            cells[cells.count - 1] = "**\(judgement.verdict.rawValue)**"
        }
        return "| " + ([code(judgement.name)] + cells).joined(separator: " | ") + " |"
    }

    private static func named(_ judgement: MetricJudgement) -> String {
        "\(code(judgement.name)) \(GateFigures(judgement).cells[2])"
    }

    private static func mark(_ verdict: GateVerdict) -> String {
        switch verdict {
        case .pass: "✅"
        case .regression: "❌"
        case .inconclusive: "❔"
        case .invalid: "⚠️"
        }
    }

    private static func code(_ text: String) -> String { "`\(text)`" }

    /// Escapes all characters with a meaning in Markdown.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if "\\`*_[]<>|#&".contains(character) { escaped += "\\" }
            escaped.append(character.isNewline ? " " : character)
        }
    }
}

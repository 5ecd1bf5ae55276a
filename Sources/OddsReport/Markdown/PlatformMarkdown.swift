import OddsResults

/// Requests to a platform as Markdown, for a comment on a pull request or the summary of
/// a CI job.
package enum PlatformMarkdown {
    package static func text(
        _ result: ResultEnvelope<PlatformResult>, conditions: [PlatformCondition] = []
    ) -> String {
        let escaped = GateMarkdown.escaped
        var lines = ConditionMarkdown.lines(conditions, result.runs)
        for run in result.runs {
            let number = result.runs.count > 1 ? ", run \(run.repetition)" : ""
            lines += ["## \(mark(run.status)) \(run.status.rawValue)\(number)", ""]
            if let reason = run.reason { lines += ["**\(escaped(reason))**", ""] }
            lines += table(PlatformTable.header, run.routes.map(PlatformTable.row))
            lines += PlatformSentences.all(run).map { "- " + escaped($0) } + [""]
        }
        lines += ["<details><summary>How it was measured</summary>", ""]
        if let hashing = PlatformSentences.hashing(result.result) {
            lines.append("- " + escaped(hashing))
        }
        lines.append("- " + escaped(result.environment.machine.processorTitle))
        lines += ["", "```", result.command.joined(separator: " "), "```", "", "</details>", ""]
        return lines.joined(separator: "\n")
    }

    /// A table, and an empty line; all columns but the first are figures.
    static func table(_ header: [String], _ rows: [[String]]) -> [String] {
        let rule = ["---"] + header.dropFirst().map { _ in "--:" }
        return ["| " + header.joined(separator: " | ") + " |"]
            + ["|" + rule.joined(separator: "|") + "|"]
            + rows.map { "| " + $0.joined(separator: " | ") + " |" } + [""]
    }

    static func mark(_ status: RunResult.Status) -> String {
        switch status {
        case .ok: "✅"
        case .saturated: "❌"
        case .invalid, .incomplete: "⚠️"
        }
    }
}

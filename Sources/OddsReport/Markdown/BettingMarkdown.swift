import OddsResults

/// Tickets against moving odds as Markdown, for a comment on a pull request or the summary of
/// a CI job.
package enum BettingMarkdown {
    package static func text(
        _ result: ResultEnvelope<BettingResult>, conditions: [BettingCondition] = []
    ) -> String {
        let escaped = GateMarkdown.escaped
        let overview = BettingOverview.rows(result.result)
        var lines = ConditionMarkdown.lines(conditions, result.runs)
        if !overview.isEmpty { lines += PlatformMarkdown.table(BettingOverview.header, overview) }
        for run in result.runs {
            let mark = PlatformMarkdown.mark(run.status)
            let name = BettingTable.name(run, of: result.result)
            lines += ["## \(mark) \(run.status.rawValue), \(escaped(name))", ""]
            if let reason = run.reason { lines += ["**\(escaped(reason))**", ""] }
            lines += PlatformMarkdown.table(BettingTable.header, BettingTable.rows(run))
            lines += PlatformMarkdown.table(
                BettingTable.curveHeader, run.curve.map(BettingTable.curveRow))
            lines += BettingSentences.all(run).map { "- " + escaped($0) } + [""]
        }
        lines += ["<details><summary>How it was measured</summary>", ""]
        lines.append("- " + escaped(result.environment.machine.processorTitle))
        lines += ["", "```", result.command.joined(separator: " "), "```", "", "</details>", ""]
        return lines.joined(separator: "\n")
    }
}

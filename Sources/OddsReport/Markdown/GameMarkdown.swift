import OddsResults

/// Live odds in a browser as Markdown, for a comment on a pull request or the summary of a CI
/// job.
package enum GameMarkdown {
    package static func text(
        _ result: ResultEnvelope<GameResult>, conditions: [GameCondition] = []
    ) -> String {
        let escaped = GateMarkdown.escaped
        let table = { (header: [String], rows: [[String]]) -> [String] in
            rows.isEmpty
                ? [] : PlatformMarkdown.table(header, rows.map { $0.map(escaped) })
        }
        let groups = result.result.groups.map {
            (name: GameTable.name($0.render, $0.rate), runs: $0.runs)
        }
        var lines = ConditionMarkdown.lines(conditions, result.runs)
        lines += (result.goals ?? []).map { "- \(mark($0.outcome)) \(escaped($0.text))" }
        if result.goals != nil { lines.append("") }
        lines += table(
            GameTable.paintHeader, groups.map { GameTable.paintRow($0.name, $0.runs) })
        lines += table(
            GameTable.frameHeader, groups.map { GameTable.frameRow($0.name, $0.runs) })
        lines += table(
            GameTable.stageHeader, groups.flatMap { GameTable.stageRows($0.name, $0.runs) })
        lines += table(GameTable.loadHeader, (result.loads ?? []).map(GameTable.loadRow))
        lines += GameSentences.summary(result.result).map { "- " + escaped($0) } + [""]
        lines += ["<details><summary>How it was measured</summary>", ""]
        lines.append("- " + escaped(result.environment.machine.processorTitle))
        if let browser = result.browser { lines.append("- " + escaped(browser)) }
        lines += ["", "```", result.command.joined(separator: " "), "```", "", "</details>", ""]
        return lines.joined(separator: "\n")
    }

    private static func mark(_ outcome: GameJudgement.Outcome) -> String {
        switch outcome {
        case .met: "✅"
        case .missed: "❌"
        case .open: "⚠️"
        }
    }
}

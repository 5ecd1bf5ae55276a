import OddsResults

/// Conditions of `--fail-if` as Markdown.
enum ConditionMarkdown {
    /// A list of what they say of each run, and an empty line; nothing without conditions.
    static func lines<Subject: ConditionSubject>(
        _ conditions: [RunCondition<Subject>], _ runs: [Subject.Run]
    ) -> [String] {
        guard !conditions.isEmpty else { return [] }
        return ConditionOutcome.all(of: conditions, in: runs).map {
            "- \(mark($0.outcome)) \(GateMarkdown.escaped($0.text))"
        } + [""]
    }

    private static func mark(_ outcome: FailCondition.Outcome) -> String {
        switch outcome {
        case .holds: "✅"
        case .fails: "❌"
        case .unknown: "⚠️"
        }
    }
}

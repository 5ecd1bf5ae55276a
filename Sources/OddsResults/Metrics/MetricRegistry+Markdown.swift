extension MetricRegistry {
    /// All metrics as a Markdown table, which the article on the result schema
    /// contains.
    package static var markdown: String {
        let rows = all.map { "| `\($0.path)` | \($0.unit.rawValue) | \($0.meaning) |" }
        return (["| path | unit | meaning |", "|---|---|---|"] + rows).joined(separator: "\n")
    }
}

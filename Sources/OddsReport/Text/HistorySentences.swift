import OddsResults

/// Sentences about a history, for terminals and pages.
enum HistorySentences {
    /// The command and the machine.
    static func title(_ series: HistoryAnalysis.Series) -> String {
        let command = series.command.map(Provenance.quoted).joined(separator: " ")
        return "\(command), on \(series.coreCount) × \(series.processor)"
    }

    /// From which commit to which.
    static func span(_ series: HistoryAnalysis.Series) -> String {
        let points = series.figures.map(\.points).max { $0.count < $1.count } ?? []
        guard let first = points.first, let last = points.last else { return "" }
        if points.count == 1 {
            return "1 result, of \(short(first.commit)) of \(day(first.startedAt))"
        }
        let dirty = points.filter { !$0.commit.isClean }.count
        return """
            \(points.count) results, from \(short(first.commit)) of \(day(first.startedAt)) to \
            \(short(last.commit)) of \(day(last.startedAt))\
            \(dirty == 0 ? "" : "; \(dirty) of uncommitted changes")
            """
    }

    /// `REGRESSION: +12.3% at 0123456 of 2026-11-21, 10.0 µs to 11.2 µs, p 0.0001`.
    static func change(
        _ change: HistoryAnalysis.Change, of figure: HistoryAnalysis.Figure, isLast: Bool
    ) -> String {
        let amount = change.change.map(FigureFormat.change) ?? "from nothing"
        let others = change.differences.joined(separator: ", ")
        let probability =
            change.probability < 1e-6 ? "<0.000001" : FigureFormat.number(change.probability)
        let kind = isLast && change.isWorse ? "REGRESSION" : direction(change, of: figure)
        return """
            \(kind): \(amount) at \(short(change.commit)) of \(day(change.startedAt)), \
            \(figure.unit.text(change.before)) to \(figure.unit.text(change.after)), p \
            \(probability)\(others.isEmpty ? "" : "; with it changed: \(others)")
            """
    }

    static func direction(
        _ change: HistoryAnalysis.Change, of figure: HistoryAnalysis.Figure
    ) -> String {
        figure.isImprovement(change) ? "better" : "worse"
    }

    /// The first digits of a commit's hash, as git shows them.
    static func short(_ commit: SourceCommit) -> String {
        SourceCommit(id: String(commit.id.prefix(9)), isClean: commit.isClean).description
    }

    static func day(_ time: String) -> String { String(time.prefix(10)) }
}

import OddsResults

/// A search for the highest sustained rate as text.
package enum SaturationText {
    /// What was asked, a row for each run, the rates that are sustained, and what the
    /// machine did, in eighty columns.
    ///
    /// - Parameters:
    ///   - result: The search.
    ///   - title: A line that says what was measured.
    package static func summary(
        _ result: ResultEnvelope<SaturationResult>, title: String
    ) -> [String] {
        let runs = result.curves.flatMap { $0.points.map(\.run) }
        return TextWrap.lines("\(title); objective \(result.objective)", indent: "") + [""]
            + result.curves.flatMap { table($0, result.result) + [""] }
            + sentences(result).flatMap { TextWrap.lines($0) }
            + ResultSentences.lines(result, runs: runs)
    }

    /// Which rates are sustained, and how they compare.
    static func sentences(_ result: ResultEnvelope<SaturationResult>) -> [String] {
        result.curves.map { SaturationTable.conclusion($0, result.result) + "." }
            + [ratios(result.curves), bounds(result.curves.flatMap { $0.points.map(\.run) })]
            .compactMap(\.self)
    }

    /// All figures, in lines as long as they need.
    package static func details(
        _ result: ResultEnvelope<SaturationResult>, title: String
    ) -> [String] {
        [title, ""] + SaturationTable.lines(result)
            + [ResultSentences.cutShort(result)].compactMap(\.self)
    }

    private static let figures = ["responseTime.p50", "responseTime.p99", "serviceTime.p50"]

    private static func table(_ curve: SaturationCurve, _ result: SaturationResult) -> [String] {
        var table = TextTable(
            header: [
                curve.strategy, "achieved", "response p50", "p99", "service p50", "objective",
            ])
        var spoilt = 0
        for (index, point) in curve.points.enumerated() {
            // Of the runs at a rate that the machine spoilt, one after the other, one is shown.
            spoilt = point.run.status == .invalid ? spoilt + 1 : 0
            let next = index + 1 < curve.points.count ? curve.points[index + 1] : nil
            if spoilt > 0, let next, next.rate == point.rate, next.run.status == .invalid {
                continue
            }
            table.add(
                [
                    FigureText.rate(Double(point.rate)), FigureFormat.count(point.run.achievedRate),
                ] + figures.map { FigureText.figure($0, of: [point.run]) }
                    + [verdict(point) + (spoilt > 1 ? " ×\(spoilt)" : "")])
            spoilt = 0
        }
        return table.lines
    }

    /// The status of a run that cannot meet the objective; else whether it does.
    private static func verdict(_ point: SaturationPoint) -> String {
        guard point.run.status == .ok else { return point.run.status.rawValue }
        return point.holds.map { $0 ? "holds" : "broken" } ?? "not shown"
    }

    /// How the highest rates compare.
    private static func ratios(_ curves: [SaturationCurve]) -> String? {
        let rates = curves.compactMap { curve in
            curve.sustainedRate.map { (strategy: curve.strategy, rate: Double($0)) }
        }
        guard rates.count > 1, let best = rates.max(by: { $0.rate < $1.rate }) else { return nil }
        let others = rates.filter { $0.strategy != best.strategy }.map {
            "\($0.strategy) ×\(FigureFormat.number($0.rate / best.rate))"
        }
        return """
            Sustained rate against \(best.strategy), the highest: \
            \(others.joined(separator: ", ")).
            """
    }

    private static func bounds(_ runs: [RunResult]) -> String? {
        runs.contains { $0.unserved.frames > 0 && $0.status != .invalid }
            ? "≥: frames not served count with their age, a lower bound." : nil
    }
}

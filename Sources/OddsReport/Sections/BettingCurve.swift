import OddsResults

/// What a client's delay costs: the share of tickets that met changed odds.
enum BettingCurve {
    /// Over all delays.
    static func chart(_ result: BettingResult) -> Chart {
        chart(
            result, title: "Tickets that met changed odds",
            explanation: """
                Share of tickets refused because the odds had changed, over the delay of a client \
                beside the time of its strategy. Bars are 95% intervals (Wilson); all valid runs \
                of a strategy are added up.
                """,
            upTo: .max)
    }

    /// Over the delays that are all near zero in the chart of all; `nil` if these are fewer
    /// than two.
    static func shortDelays(_ result: BettingResult) -> Chart? {
        let delays = result.runs.first?.curve.map(\.delayNanoseconds) ?? []
        let most = (delays.max() ?? 0) / 10
        guard delays.filter({ $0 <= most }).count >= 2 else { return nil }
        return chart(
            result, title: "Tickets that met changed odds, short delays",
            explanation: "The left end of the chart before: where strategies differ.", upTo: most)
    }

    private static func chart(
        _ result: BettingResult, title: String, explanation: String, upTo most: UInt64
    ) -> Chart {
        let colors = Palette.colors(of: result.strategies)
        return Chart(
            title: title, explanation: explanation,
            x: Chart.Axis(title: "client delay", unit: .seconds, min: 0),
            y: Chart.Axis(title: "refused tickets", unit: .percent, min: 0),
            series: result.strategies.flatMap { strategy in
                let color = colors[strategy] ?? 0
                let runs = result.runs.filter { $0.strategy == strategy && $0.isValid }
                let points = OddsChangePoint.sums(runs.map(\.curve))
                    .filter { $0.delayNanoseconds <= most }.compactMap(point)
                return [
                    Chart.Series(name: strategy, color: color, points: points),
                    Chart.Series(
                        name: "\(strategy), 95% interval", color: color, stroke: .range,
                        points: points),
                ]
            })
    }

    private static func point(_ point: OddsChangePoint) -> Chart.Series.Point? {
        guard let share = point.share else { return nil }
        return Chart.Series.Point(
            x: Double(point.delayNanoseconds) / 1e9, y: share * 100,
            low: point.shareLow.map { $0 * 100 }, high: point.shareHigh.map { $0 * 100 })
    }
}

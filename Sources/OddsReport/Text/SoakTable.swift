import OddsResults

/// The trends of a soak as a text table, with one row per figure.
package enum SoakTable {
    /// The trends that are judged, in eighty columns.
    package static func summary(_ soak: SoakTrends) -> [String] {
        var table = TextTable(header: ["trend", "median", "rise over the soak", "bound", ""])
        for trend in soak.trends where trend.riseMax != nil {
            table.add([
                trend.metric, FigureText.format(of: trend)(trend.median), rise(trend),
                trend.riseMax.map(FigureFormat.percent) ?? "", FigureText.judgement(of: trend),
            ])
        }
        let isJudged = soak.trends.contains { $0.riseMax != nil }
        return (isJudged ? table.lines : []) + notes(soak).flatMap { TextWrap.lines($0) }
    }

    /// All trends.
    package static func lines(_ soak: SoakTrends) -> [String] {
        var table = TextTable(
            header: ["trend", "median", "slope per hour", "rise over the soak", "bound", ""])
        for trend in soak.trends {
            let format = FigureText.format(of: trend)
            let slope = trend.slopePerHour
            table.add([
                trend.metric,
                format(trend.median),
                "\(format(slope.value)) [\(format(slope.low)), \(format(slope.high))]",
                rise(trend),
                trend.riseMax.map(FigureFormat.percent) ?? "",
                FigureText.judgement(of: trend),
            ])
        }
        return table.lines + notes(soak)
    }

    private static func rise(_ trend: SoakTrend) -> String {
        """
        \(FigureFormat.change(trend.rise.value)) \
        [\(FigureFormat.change(trend.rise.low)), \(FigureFormat.change(trend.rise.high))]
        """
    }

    private static func notes(_ soak: SoakTrends) -> [String] {
        let isOpen = soak.trends.contains { FigureText.judgement(of: $0) == "open" }
        return (soak.trends.isEmpty ? [] : ["[low, high]: \(soak.intervalName)"])
            + (isOpen ? ["open: a rise beyond the bound is possible; a longer soak tells"] : [])
            + soak.missing
    }
}

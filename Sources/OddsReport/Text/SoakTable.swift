import OddsResults

/// The trends of a soak as a text table, with one row per figure.
package enum SoakTable {
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
                """
                \(FigureFormat.percent(trend.rise.value)) \
                [\(FigureFormat.percent(trend.rise.low)), \(FigureFormat.percent(trend.rise.high))]
                """,
                trend.riseMax.map(FigureFormat.percent) ?? "",
                FigureText.judgement(of: trend),
            ])
        }
        let meaning = soak.trends.isEmpty ? [] : ["[low, high]: \(soak.intervalName)"]
        return table.lines + meaning + soak.missing
    }
}

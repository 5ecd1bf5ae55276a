import OddsResults

/// The trends of a soak for people: a row a figure.
package enum SoakTable {
    package static func lines(_ soak: SoakTrends) -> [String] {
        var table = TextTable(
            header: ["trend", "median", "slope per hour", "rise over the soak", "bound", ""])
        for trend in soak.trends {
            let format = trend.metric.hasSuffix("Bytes") ? FigureFormat.bytes : duration
            let slope = trend.slopePerHour
            table.add([
                trend.metric,
                format(trend.median),
                "\(format(slope.value)) [\(format(slope.low)), \(format(slope.high))]",
                "\(percent(trend.rise.value)) [\(percent(trend.rise.low)), "
                    + "\(percent(trend.rise.high))]",
                percent(trend.riseMax),
                trend.isBroken ? "RISING" : "ok",
            ])
        }
        return table.lines + soak.missing
    }

    private static func duration(_ nanoseconds: Double) -> String {
        FigureFormat.duration(nanoseconds: nanoseconds)
    }

    private static func percent(_ share: Double) -> String {
        FigureFormat.number(share * 100) + "%"
    }
}

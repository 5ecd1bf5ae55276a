import OddsResults

/// A self-test as text tables.
package enum SelfTestTable {
    package static func lines(_ result: SelfTestResult) -> [String] {
        let cost = result.cost
        let service = cost.serviceNanoseconds.map(duration) ?? FigureFormat.missing
        return [
            "harness: \(FigureFormat.number(cost.nanosecondsPerFrame)) ns per frame, of which "
                + "\(service) within the service time",
            "timer: \(cost.clockStepNanoseconds) ns resolution, "
                + "\(FigureFormat.number(cost.clockReadingNanoseconds)) ns per reading", "",
        ] + lines("virtual clock", result.virtualClock) + [""]
            + lines("real clock", result.realClock) + (result.live.map(lines) ?? [])
    }

    private static func lines(_ live: LiveSelfTestOutcome) -> [String] {
        var table = TextTable(header: header("over sockets, virtual clock"))
        for row in live.rows { table.add(cells(row)) }
        return [""] + table.lines
            + live.verdicts.map {
                """
                \($0.script): \($0.reported.rawValue), \
                \($0.isRight ? "ok" : "WRONG, must be \($0.expected.rawValue)")
                """
            }
    }

    private static func lines(_ title: String, _ outcome: SelfTestOutcome) -> [String] {
        var table = TextTable(header: header(title))
        for row in outcome.rows { table.add(cells(row)) }
        var lines = table.lines
        if let jitter = outcome.jitter {
            func text(_ summary: LatencySummary) -> String {
                let parts = [("p50", summary.p50), ("p99", summary.p99), ("max", summary.max)]
                return parts.map { "\($0.0) \($0.1.map(duration) ?? FigureFormat.missing)" }
                    .joined(separator: ", ")
            }
            lines.append("jitter: \(text(jitter.wakeDelay)); lateness: \(text(outcome.lateness))")
        }
        if let reason = outcome.invalidReason { lines.append("invalid: \(reason)") }
        return lines
    }

    /// The header of `cells`.
    static func header(_ title: String) -> [String] {
        [title, "analytic", "reported", "allowed from", "to", ""]
    }

    static func cells(_ row: SelfTestRow) -> [String] {
        [
            row.figure, duration(row.analyticNanoseconds),
            row.reportedNanoseconds.map(duration) ?? FigureFormat.missing,
            duration(row.allowedNanosecondsMin), duration(row.allowedNanosecondsMax),
            row.isRight ? "ok" : "WRONG",
        ]
    }

    /// Whole nanoseconds, so that a difference in the third digit is visible.
    package static func duration(_ nanoseconds: UInt64) -> String {
        FigureFormat.count(Double(nanoseconds)) + " ns"
    }
}

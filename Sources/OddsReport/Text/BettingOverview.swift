import OddsResults

/// The medians of the valid runs that differ in their repetition alone, beside those of the
/// others.
enum BettingOverview {
    static let header = [
        "medians", "tickets/s", "placed/s", "syncs/s", "p50", "p99", "feed p99",
    ]

    /// Empty for a single run, which is its own median.
    static func rows(_ result: BettingResult) -> [[String]] {
        guard result.runs.count > 1 else { return [] }
        return result.groups.map { name, all in
            let runs = all.filter(\.isValid)
            guard !runs.isEmpty else {
                return [name, "INVALID"] + header.dropFirst(2).map { _ in FigureFormat.missing }
            }
            return [
                name, rate(runs.map(\.tickets.achievedRate)), rate(runs.map(\.tickets.placedRate)),
                syncs(runs),
                time(.tickets, "responseTime.p50", of: runs),
                time(.tickets, "responseTime.p99", of: runs),
                time(.feed, "responseTime.p99", of: runs),
            ]
        }
    }

    private static func rate(_ rates: [Double]) -> String {
        Spread(rates).map { FigureFormat.count($0.median) } ?? FigureFormat.missing
    }

    /// Commits per second that waited for the disk; older results do not have them.
    private static func syncs(_ runs: [BettingRun]) -> String {
        let rates = runs.compactMap { $0.commits?.syncedRate }
        return rates.count == runs.count ? rate(rates) : FigureFormat.missing
    }

    /// With the mark of a bound if it is one in any run.
    static func time(
        _ subject: BettingSubject, _ path: String, of runs: [BettingRun]
    ) -> String {
        let values = runs.compactMap { $0[subject, path] }
        guard values.count == runs.count, let spread = Spread(values) else {
            return FigureFormat.missing
        }
        let mark = runs.contains { $0.isLowerBound(subject, path) } ? "≥ " : ""
        return mark + FigureFormat.duration(nanoseconds: spread.median)
    }
}

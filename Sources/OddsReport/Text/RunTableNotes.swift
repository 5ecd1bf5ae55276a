import OddsMeasurement
import OddsResults

/// What the ratios and the intervals in a table of runs mean.
enum RunTableNotes {
    /// The number of runs for the head of a column of ratios, such as
    /// `, of 3 runs`; empty if there are enough for intervals. INVALID runs do not
    /// count.
    static func runCount(_ runs: [RunResult], _ base: [RunResult]) -> String {
        let counts = [runs, base].map { side in side.count { $0.status.isValid } }
        guard let fewest = counts.min(), fewest < FigureChange.runsMin else { return "" }
        return switch fewest {
        case 0: ", no valid run"
        case 1: ", of 1 run"
        default: ", of \(fewest) runs"
        }
    }

    /// - Parameter columns: The runs of each strategy.
    static func lines(_ columns: [[RunResult]]) -> [String] {
        ratios(columns) + saturated(columns) + intervals(columns)
    }

    private static func ratios(_ columns: [[RunResult]]) -> [String] {
        guard let base = columns.first, columns.count > 1 else { return [] }
        let isFew = columns.dropFirst().map { !runCount($0, base).isEmpty }
        var lines: [String] = []
        if isFew.contains(true) {
            lines.append(
                "Ratios of so few runs have no interval; it takes \(FigureChange.runsMin) of each"
                    + " strategy (--repeat \(FigureChange.runsMin)).")
        }
        if isFew.contains(false) {
            lines.append(
                "Ratios are those of geometric means, each with its 95% interval from the spread"
                    + " between runs.")
        }
        return lines
    }

    private static func saturated(_ columns: [[RunResult]]) -> [String] {
        guard columns.count > 1, columns.joined().contains(where: { $0.status == .saturated })
        else { return [] }
        return [
            "Response time and staleness of a SATURATED run grow for as long as its window is open,"
                + " and have no ratio."
        ]
    }

    private static func intervals(_ columns: [[RunResult]]) -> [String] {
        let single = columns.filter { $0.count == 1 }.joined()
        let shown = single.flatMap { run in
            [run.responseTime, run.serviceTime, run.staleness].compactMap(\.self)
        }.filter { $0.intervals?.method != nil }
        guard !shown.isEmpty else { return [] }
        let isAnyMissing = shown.contains { summary in
            Percentile.allCases.contains {
                summary[$0] != nil && summary.intervals?[$0] == nil
            }
        }
        return [
            "[low, high]: 95% within this run, of latencies that depend on each other; another run"
                + " may lie outside."
        ]
            + (isAnyMissing
                ? ["[\(FigureFormat.missing)]: too few of the run's latencies are independent."]
                : [])
    }
}

import OddsHarness
import OddsMeasurement

/// One figure of a result, as two results have it.
struct ComparedFigure {
    enum Unit: String, Codable {
        case nanoseconds, bytes, rate, count
    }

    /// What it is a figure of, such as a strategy.
    let subject: String
    /// Its path in the JSON.
    let metric: String
    let unit: Unit
    /// One a run.
    let values: [Double]
    /// Of the only value, where it has one.
    var interval: ClosedRange<Double>?

    var median: Double? { Spread(values)?.median }

    /// Rates are what one wants more of.
    var isBetterHigher: Bool { unit == .rate }

    /// All figures of a document, in order; empty if its kind has none to
    /// compare.
    static func all(of document: ResultDocument) throws -> [ComparedFigure] {
        switch document {
        case .run(let result):
            return try StrategyRuns(result.runs).strategies.flatMap { strategy in
                try figures(of: strategy.runs, subject: strategy.name)
            }
        case .soak(let result):
            return try figures(of: [result.run], subject: result.run.strategy)
        case .growth(let result):
            return try result.curves.flatMap { curve in
                try curve.points.flatMap { point in
                    try figures(
                        of: [point.run],
                        subject: "\(curve.strategy), \(point.size) \(result.scale)")
                }
            }
        case .saturation(let result):
            return result.curves.map { curve in
                ComparedFigure(
                    subject: curve.strategy, metric: "sustainedRate", unit: .rate,
                    values: curve.sustainedRate.map { [Double($0)] } ?? [])
            }
        case .memory(let result): return result.profiles.flatMap(figures)
        case .peers(let result):
            return result.tasks.map { cost in
                let ends = (cost.nanosecondsPerRecordMin, cost.nanosecondsPerRecordMax)
                return ComparedFigure(
                    subject: "\(cost.task), \(cost.workload), \(cost.implementation)",
                    metric: "nanosecondsPerRecord", unit: .nanoseconds,
                    values: [cost.nanosecondsPerRecord],
                    interval: ends.0 <= ends.1 ? ends.0...ends.1 : nil)
            }
        case .selfTest, .gate, .gateProof, .calibration: return []
        }
    }

    private static let metrics: [(path: String, unit: Unit)] =
        [("achievedRate", .rate)]
        + ["responseTime", "serviceTime", "staleness"].flatMap { time in
            (Percentile.allCases.map(\.key) + ["max"]).map { ("\(time).\($0)", .nanoseconds) }
        }
        + [("allocationsPerUpdate", .count)]
        + ["residentBytesPeak", "residentBytesAfter", "allocatedBytes"].map {
            ("memory.\($0)", .bytes)
        }
        + ["decode", "apply", "reconstruct", "deliver"].map {
            ("stages.\($0).meanNanoseconds", .nanoseconds)
        }

    private static func figures(
        of runs: [RunResult], subject: String
    ) throws -> [ComparedFigure] {
        let figures = try runs.map(Metrics.init)
        return metrics.map { path, unit in
            let values = figures.compactMap { $0[path] }
            return ComparedFigure(
                subject: subject, metric: path, unit: unit,
                // The median of the few that have the figure would not be
                // comparable.
                values: values.count == runs.count ? values : [],
                interval: runs.count == 1 ? interval(path, runs[0]) : nil)
        }
    }

    private static func interval(_ path: String, _ run: RunResult) -> ClosedRange<Double>? {
        let parts = path.split(separator: ".")
        let summary: LatencySummary? =
            switch parts[0] {
            case "responseTime": run.responseTime
            case "serviceTime": run.serviceTime
            case "staleness": run.staleness
            default: nil
            }
        guard let summary, let percentile = Percentile.allCases.first(where: { $0.key == parts[1] })
        else { return nil }
        return summary.intervals?[percentile].map { Double($0.lowerBound)...Double($0.upperBound) }
    }

    private static func figures(_ profile: MemoryProfile) -> [ComparedFigure] {
        profile.phases.flatMap { phase in
            let figures: [(String, Unit, Double?)] = [
                ("end.residentBytes", .bytes, phase.end.residentBytes.map { Double($0) }),
                (
                    "end.heap.allocatedBytes", .bytes,
                    phase.end.heap.map { Double($0.allocatedBytes) }
                ),
                ("allocationsPerUpdate", .count, phase.allocationsPerUpdate),
            ]
            return figures.map { metric, unit, value in
                ComparedFigure(
                    subject: "\(profile.strategy), \(profile.allocator), \(phase.phase.rawValue)",
                    metric: metric, unit: unit, values: value.map { [$0] } ?? [])
            }
        }
    }
}

import OddsResults

/// One figure of a result, to be compared with the same figure of another one.
struct ComparedFigure {
    /// What the figure describes, such as a strategy.
    let subject: String
    /// Its path in the JSON.
    let metric: String
    let unit: Metric.Unit
    /// Whether more of it is better.
    var isBetterHigher = false
    /// The values, one per run.
    let values: [Double]
    /// The confidence interval of a single value; `nil` if there is none.
    var interval: ClosedRange<Double>?

    var median: Double? { Spread(values)?.median }

    /// All figures of a document, in order; empty if its kind cannot be
    /// compared.
    static func all(of document: ResultDocument) -> [ComparedFigure] {
        switch document {
        case .run(let result):
            return StrategyRuns(result.runs).strategies.flatMap { strategy in
                figures(of: strategy.runs, subject: strategy.name)
            }
        case .baseline(let result):
            return StrategyRuns(result.runs).strategies.flatMap { strategy in
                figures(of: strategy.runs, subject: strategy.name)
            }
        case .soak(let result):
            return figures(of: [result.run], subject: result.run.strategy)
        case .growth(let result):
            return result.curves.flatMap { curve in
                curve.points.flatMap { point in
                    figures(
                        of: [point.run],
                        subject: "\(curve.strategy), \(point.size) \(result.scale)")
                }
            }
        case .saturation(let result):
            return result.curves.map { curve in
                ComparedFigure(
                    subject: curve.strategy, metric: "sustainedRate", unit: .rate,
                    isBetterHigher: true, values: curve.sustainedRate.map { [Double($0)] } ?? [])
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
        case .count(let result):
            return result.counts.map { count in
                ComparedFigure(
                    subject: count.strategy, metric: CountResult.metric, unit: .number,
                    values: count.perUpdate)
            }
        case .selfTest, .gate, .gateProof, .calibration: return []
        }
    }

    private static func figures(of runs: [RunResult], subject: String) -> [ComparedFigure] {
        MetricRegistry.all.filter(\.isCompared).map { metric in
            let values = runs.compactMap(metric.value)
            return ComparedFigure(
                subject: subject, metric: metric.path, unit: metric.unit,
                isBetterHigher: metric.isHigherBetter,
                // The median of a subset of the runs would not be comparable.
                values: values.count == runs.count ? values : [],
                interval: runs.count == 1 ? interval(metric, runs[0]) : nil)
        }
    }

    private static func interval(_ metric: Metric, _ run: RunResult) -> ClosedRange<Double>? {
        guard let percentile = metric.percentile,
            let interval = metric.distribution?(run)?.intervals?[percentile]
        else { return nil }
        return Double(interval.lowerBound)...Double(interval.upperBound)
    }

    private static func figures(_ profile: MemoryProfile) -> [ComparedFigure] {
        profile.phases.flatMap { phase in
            let figures: [(String, Metric.Unit, Double?)] = [
                ("end.residentBytes", .bytes, phase.end.residentBytes.map { Double($0) }),
                (
                    "end.heap.allocatedBytes", .bytes,
                    phase.end.heap.map { Double($0.allocatedBytes) }
                ),
                ("allocationsPerUpdate", .number, phase.allocationsPerUpdate),
            ]
            return figures.map { metric, unit, value in
                ComparedFigure(
                    subject: "\(profile.strategy), \(profile.allocator), \(phase.phase.rawValue)",
                    metric: metric, unit: unit, values: value.map { [$0] } ?? [])
            }
        }
    }
}

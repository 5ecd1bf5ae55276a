import OddsResults

/// One figure of a result, to be compared with the same figure of another one.
struct ComparedFigure {
    /// Its path in the JSON.
    let metric: String
    let unit: Metric.Unit
    /// Whether more of it is better.
    var isBetterHigher = false
    /// The values, one per valid run; empty if a run lacks it.
    let values: [Double]
    /// Whether the true value may be higher, as some frames were not served.
    var isLowerBound = false
    /// Whether it is left out, as the true value may be lower.
    var isUpperBound = false
    /// Whether a run is SATURATED, so that the value grows for as long as the
    /// window is open, and says how long that was.
    var measuresWindow = false

    var median: Double? { Spread(values)?.median }
}

extension ComparedFigure {
    /// A figure of all valid runs. The median of a subset of them would not be
    /// comparable, nor is an upper bound.
    init(_ metric: Metric, of runs: [RunResult]) {
        let valid = runs.filter { $0.status.isValid }
        let bound = RunBound.of(metric, valid)
        let isUpperBound = bound == .upper || bound == .unbounded
        let values = isUpperBound ? [] : valid.compactMap(metric.value)
        self.init(
            metric: metric.path, unit: metric.unit, isBetterHigher: metric.isHigherBetter,
            values: values.count == valid.count ? values : [],
            isLowerBound: bound == .lower, isUpperBound: isUpperBound,
            measuresWindow: metric.growsWithBacklog
                && valid.contains { $0.status == .saturated })
    }
}

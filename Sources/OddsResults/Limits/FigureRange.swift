/// Where a figure of an undisturbed, endless run lies: its one value, or all that a
/// bound leaves open.
package struct FigureRange: Equatable, Sendable {
    package let low: Double
    package let high: Double

    package init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }

    package init(_ value: Double) { self.init(low: value, high: value) }
}

extension FigureRange {
    /// The range of the median of some runs; `nil` if one of them lacks the figure.
    ///
    /// - Parameters:
    ///   - metric: The figure.
    ///   - runs: At least one.
    package init?(_ metric: Metric, of runs: [RunResult]) {
        let ranges = runs.compactMap { FigureRange(metric, of: $0) }
        // A median is between those of the lower and of the upper ends.
        guard ranges.count == runs.count, let low = Spread(ranges.map(\.low)),
            let high = Spread(ranges.map(\.high))
        else { return nil }
        self.init(low: low.median, high: high.median)
    }

    private init?(_ metric: Metric, of run: RunResult) {
        guard let value = metric.value(run) else { return nil }
        let ceiling = run.ceiling(of: metric) ?? .infinity
        switch RunBound.of(metric, [run]) {
        case .exact: self.init(value)
        case .lower: self.init(low: value, high: ceiling)
        case .upper: self.init(low: 0, high: value)
        case .unbounded: self.init(low: 0, high: ceiling)
        }
    }
}

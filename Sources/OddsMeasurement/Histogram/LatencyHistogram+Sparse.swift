/// What is wrong with the counts of a sparse histogram.
package enum SparseHistogramError: Error, Equatable, CustomStringConvertible {
    /// The value at a position is not above the one before.
    case order(position: Int)
    /// It is not the lowest of a step of three significant digits.
    case step(position: Int, value: UInt64)
    /// It is longer than a day.
    case range(position: Int)
    /// It has no count, or all counts together are too many.
    case count(position: Int)

    package var description: String {
        switch self {
        case .order(let position): "[\(position)]: its value is not above the one before"
        case .step(let position, let value):
            "[\(position)]: \(value) is not the lowest value of a step of three digits"
        case .range(let position): "[\(position)]: its value is longer than a day"
        case .count(let position): "[\(position)]: its count is 0, or all are too many"
        }
    }
}

extension LatencyHistogram {
    /// The histogram of whole microseconds, counted in steps like this one's: programs that
    /// have no clock of nanoseconds write such. Each value counts as the upper end of its step.
    ///
    /// - Parameter counts: The lowest value of each step that has any, ascending, and how many it
    ///   has.
    /// - Complexity: O(number of counts).
    package init(
        microseconds counts: [(value: UInt64, count: UInt64)]
    ) throws(SparseHistogramError) {
        self.init()
        var last: UInt64?
        for (position, (value, count)) in counts.enumerated() {
            guard last.map({ value > $0 }) ?? true else { throw .order(position: position) }
            guard value <= Self.nanosecondsMax / 1_000 else { throw .range(position: position) }
            guard count > 0, count <= Self.countMax - self.count else {
                throw .count(position: position)
            }
            let step = HistogramLayout.values(at: HistogramLayout.index(of: value))
            guard step.lowerBound == value else {
                throw .step(position: position, value: value)
            }
            record(min(step.upperBound * 1_000, Self.nanosecondsMax), count: count)
            last = value
        }
    }

    /// What was recorded after an earlier state of this histogram. Each value counts as the upper
    /// end of its step.
    ///
    /// - Complexity: O(size of the histogram).
    package func since(_ earlier: LatencyHistogram) -> LatencyHistogram {
        var difference = LatencyHistogram()
        forEachStep { step, count in
            let former = earlier.histogram.countForValue(step.lowerBound)
            difference.record(
                Swift.min(step.upperBound, Self.nanosecondsMax),
                count: count > former ? count - former : 0)
        }
        return difference
    }
}

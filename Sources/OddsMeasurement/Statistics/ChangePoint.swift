/// A place in a series from which on its values are different.
package struct ChangePoint: Equatable, Sendable {
    /// The position of the first value after the change.
    package var index: Int
    /// The mean from the change point before, or the start of the series.
    package var before: Double
    /// The mean up to the next change point, or the end of the series.
    package var after: Double
    /// The probability that equal sides differ as much, by Student's t.
    package var probability: Double

    package init(index: Int, before: Double, after: Double, probability: Double) {
        self.index = index
        self.before = before
        self.after = after
        self.probability = probability
    }

    /// The change as a share of the mean before; `nil` if that is 0.
    package var change: Double? { before == 0 ? nil : after / before - 1 }

    /// The larger of the changes from either side, without sign; a side that is 0 gives
    /// none.
    var magnitude: Double {
        max(abs(change ?? 0), after == 0 ? 0 : abs(before / after - 1))
    }

    /// Compares the two sides of a split.
    ///
    /// As Otava does: Student's t for equal variances, from standard deviations that
    /// divide by the count. Two sides without any spread that are equal differ with
    /// probability 1.
    ///
    /// - Complexity: O(size of both sides).
    init(at index: Int, _ left: ArraySlice<Double>, _ right: ArraySlice<Double>) {
        self.index = index
        before = Self.mean(left)
        after = Self.mean(right)
        let degrees = left.count + right.count - 2
        guard degrees > 0, before != after else {
            probability = 1
            return
        }
        let (leftCount, rightCount) = (Double(left.count), Double(right.count))
        let variance =
            ((leftCount - 1) * Self.variance(left, before)
                + (rightCount - 1) * Self.variance(right, after)) / Double(degrees)
        let t = (before - after) / (variance * (1 / leftCount + 1 / rightCount)).squareRoot()
        probability = StudentT.probability(beyond: t, degreesOfFreedom: degrees)
    }

    private static func mean(_ values: ArraySlice<Double>) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    private static func variance(_ values: ArraySlice<Double>, _ mean: Double) -> Double {
        values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    }
}

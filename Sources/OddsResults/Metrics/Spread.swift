/// The median of some runs' figures and how far apart they are.
package struct Spread: Equatable, Sendable {
    package let median: Double
    package let min: Double
    package let max: Double

    /// `nil` if there are no values. An even number of values has the mean of
    /// the two in the middle as its median.
    package init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        median =
            sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        min = sorted[0]
        max = sorted[sorted.count - 1]
    }

    /// Half of the distance from the smallest to the largest value, as a share
    /// of the median.
    package var halfRange: Double { median == 0 ? 0 : (max - min) / 2 / abs(median) }
}

/// The median and the range of a figure over several runs.
package struct Spread: Equatable, Sendable {
    package let median: Double
    package let min: Double
    package let max: Double

    /// `nil` if there are no values. The median of an even number of values is
    /// the mean of the two in the middle.
    package init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        median =
            sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        min = sorted[0]
        max = sorted[sorted.count - 1]
    }

    /// Half the range, as a share of the median.
    package var halfRange: Double { median == 0 ? 0 : (max - min) / 2 / abs(median) }
}

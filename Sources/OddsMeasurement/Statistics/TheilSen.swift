/// The trend of a series by Theil and Sen: the median of the slopes between
/// all pairs of points, which outliers, up to 29% of the points, do not move.
public enum TheilSen {
    /// The slope and its 95% interval after Sen (1968, JASA 63, section 5): by
    /// the ranks of the slopes that Kendall's statistic leaves open. `nil` for
    /// fewer than six points, or if all have the same x.
    ///
    /// Points are taken as independent, and the values as free of ties.
    ///
    /// - Complexity: O(n² log n), and as many numbers of memory as there are pairs:
    ///   for series of up to some thousand points.
    public static func slope(_ points: [(x: Double, y: Double)]) -> Estimate? {
        guard points.count >= 6 else { return nil }
        var slopes: [Double] = []
        slopes.reserveCapacity(points.count * (points.count - 1) / 2)
        for (index, first) in points.enumerated() {
            for second in points[(index + 1)...] where second.x != first.x {
                slopes.append((second.y - first.y) / (second.x - first.x))
            }
        }
        guard !slopes.isEmpty else { return nil }
        slopes.sort()
        let middle = slopes.count / 2
        let median =
            slopes.count % 2 == 1 ? slopes[middle] : (slopes[middle - 1] + slopes[middle]) / 2
        let count = Double(points.count)
        let sigma = (count * (count - 1) * (2 * count + 5) / 18).squareRoot()
        let margin = normal95 * sigma
        let pairs = Double(slopes.count)
        let low = Int(((pairs - margin) / 2).rounded()) - 1
        let high = Int(((pairs + margin) / 2).rounded())
        return Estimate(
            value: median, low: slopes[max(low, 0)], high: slopes[min(high, slopes.count - 1)])
    }

    /// What the standard normal distribution stays within with 95%
    /// probability.
    private static let normal95 = 1.959963984540054
}

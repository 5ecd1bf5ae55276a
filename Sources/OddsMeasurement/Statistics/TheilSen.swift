/// The trend of a series by Theil and Sen: the median of the slopes between
/// all pairs of points, which outliers, up to 29% of the points, do not move.
public enum TheilSen {
    /// The slope and its 95% interval after Sen (1968, JASA 63, section 5): by
    /// the ranks of the slopes that Kendall's statistic leaves open. `nil` for
    /// fewer than six points, or if all have the same x.
    ///
    /// Neighbours in a series are alike, so the statistic's variance is larger
    /// than that of independent points, as Hamed and Rao have it (1998, Journal
    /// of Hydrology 204), for residuals of which each remembers the one before.
    /// Points that depend on each other so much that no rank is left have an
    /// interval from the smallest slope to the largest. Values are taken as
    /// free of ties, and points as ordered and as far apart as each other.
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
        let factor = varianceFactor(points.map { $0.y - median * $0.x })
        let sigma = (count * (count - 1) * (2 * count + 5) / 18 * factor).squareRoot()
        // For as many independent points as these are worth.
        let degrees = max(Int(count / factor) - 2, 1)
        let margin = StudentT.twoSided95(degreesOfFreedom: degrees) * sigma
        let pairs = Double(slopes.count)
        let low = Int(((pairs - margin) / 2).rounded()) - 1
        let high = Int(((pairs + margin) / 2).rounded())
        return Estimate(
            value: median, low: slopes[max(low, 0)], high: slopes[min(high, slopes.count - 1)])
    }

    /// By how much dependence raises the variance: (1 + ρ)/(1 − ρ), from the
    /// correlation ρ of the residuals' ranks with those one step later. A line
    /// that was fitted takes some of it away, which is added (Kendall and Ord
    /// 1990, *Time Series*, section 6).
    private static func varianceFactor(_ residuals: [Double]) -> Double {
        let count = Double(residuals.count)
        let ranks = ranks(residuals)
        let squares = ranks.reduce(0) { $0 + $1 * $1 }
        // All residuals are equal: there is nothing to remember.
        guard squares > 0 else { return 1 }
        let products = zip(ranks, ranks.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
        let correlation = (count * products / squares + 2) / (count - 4)
        let bounded = min(max(correlation, 0), 0.99)
        return (1 + bounded) / (1 - bounded)
    }

    /// Ranks around a mean of 0; equal values have the mean of their ranks.
    private static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        let middle = Double(values.count - 1) / 2
        var ranks = [Double](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            for position in start..<end {
                ranks[order[position]] = Double(start + end - 1) / 2 - middle
            }
            start = end
        }
        return ranks
    }
}

/// Change points of a series by E-divisive (Matteson and James, 2014, JASA 109): the best
/// split by the energy statistic is tested, and if it holds, its sides are split in turn.
///
/// Like Hunter (Fleming et al., 2023, ICPE) and its successor Apache Otava: within windows
/// that overlap by half, so that a large change does not hide small ones far away; with
/// Student's t in place of a permutation test, first at a weaker significance; and with a
/// second pass that removes the weakest points until all that remain are significant and
/// large enough. These are the points that Otava 0.8.0 finds.
///
/// The t test is of the best of many splits, and of values that need not be normal, so it
/// finds changes in too many series that have none. The permutation test of Matteson and
/// James then has to confirm each point. As the windows cut the series anywhere, a point can
/// lie beside the best split of what is between its neighbours; it is moved there first.
package enum ChangePoints {
    /// How many values are looked at together, as in Otava.
    static let window = 50

    /// The share of shuffled series with as good a split that still confirms a point: all
    /// that is asked of this test is that a series without a change has none.
    static let shareMax = 0.02

    /// Finds the change points of a series, in order.
    ///
    /// - Parameters:
    ///   - values: The series, all finite.
    ///   - significance: The probability, of two equal sides, of a difference that counts.
    ///   - changeMin: The smallest change that counts, as a share of either mean; it must be
    ///     exceeded.
    ///   - permutationCount: How often the values around a point are shuffled to confirm it;
    ///     0 for the points that Otava finds.
    ///   - seed: Of the shuffles.
    /// - Complexity: O(n · window) without changes; for each point, O(window) more and
    ///   O(window² · permutations).
    package static func find(
        in values: [Double], significance: Double = 0.001, changeMin: Double = 0,
        permutationCount: Int = 199, seed: UInt64 = 1
    ) -> [ChangePoint] {
        let weak = candidates(in: values, significance: firstPass(significance))
        var points = measured(weak, in: values)
        while let position = weakest(points, significance: significance, changeMin: changeMin) {
            points.remove(at: position)
            // The one before the point keeps its old probability: so it is in Otava.
            measure([position, position + 1], of: &points, in: values)
        }
        guard permutationCount > 0 else { return points }
        while true {
            place(&points, in: values)
            measure(Array(points.indices), of: &points, in: values)
            let position = weakest(points, significance: significance, changeMin: changeMin)
                ?? unconfirmed(points, in: values, permutationCount, seed)
            guard let position else { return points }
            points.remove(at: position)
        }
    }

    /// Weaker than asked for, as a point can become significant when its neighbours go.
    private static func firstPass(_ significance: Double) -> Double {
        significance < 0.05 ? significance * 10 : significance < 0.5 ? significance * 2
            : significance
    }

    /// The points of all windows, in order.
    private static func candidates(in values: [Double], significance: Double) -> [Int] {
        var found: Set<Int> = []
        var start = 0
        while start < values.count {
            let shown = Array(values[start..<min(start + window, values.count)])
            let indices = divided(shown) { split, parts in
                guard let part = parts.first(where: { $0.contains(split.index) }) else {
                    return false
                }
                let point = ChangePoint(
                    at: split.index, shown[part.lowerBound..<split.index],
                    shown[split.index..<part.upperBound])
                return point.probability <= significance
            }
            found.formUnion(indices.map { $0 + start })
            start += max(indices.last ?? 0, window / 2)
        }
        return found.sorted()
    }

    /// Splits a series and its parts for as long as the best split of all is significant.
    private static func divided(
        _ values: [Double],
        isSignificant: (EnergyDistance.Split, _ parts: [Range<Int>]) -> Bool
    ) -> [Int] {
        let distance = EnergyDistance(values)
        var indices: [Int] = []
        while true {
            let parts = parts(of: values.count, at: indices)
            guard let split = bestSplit(distance, parts), isSignificant(split, parts) else {
                return indices
            }
            indices.append(split.index)
            indices.sort()
        }
    }

    /// The best split of any part, the first of equals.
    private static func bestSplit(
        _ distance: EnergyDistance, _ parts: [Range<Int>]
    ) -> EnergyDistance.Split? {
        parts.compactMap(distance.split).reduce(nil) { best, split in
            guard let best, best.statistic >= split.statistic else { return split }
            return best
        }
    }

    private static func parts(of count: Int, at indices: [Int]) -> [Range<Int>] {
        zip([0] + indices, indices + [count]).map { $0..<$1 }
    }

    /// The points with what lies between them and their neighbours.
    private static func measured(_ indices: [Int], in values: [Double]) -> [ChangePoint] {
        indices.indices.map { measured($0, of: indices, in: values) }
    }

    private static func measured(
        _ position: Int, of indices: [Int], in values: [Double]
    ) -> ChangePoint {
        let index = indices[position]
        let start = position == 0 ? 0 : indices[position - 1]
        let end = position + 1 == indices.count ? values.count : indices[position + 1]
        return ChangePoint(at: index, values[start..<index], values[index..<end])
    }

    private static func measure(
        _ positions: [Int], of points: inout [ChangePoint], in values: [Double]
    ) {
        let indices = points.map(\.index)
        for position in positions where points.indices.contains(position) {
            points[position] = measured(position, of: indices, in: values)
        }
    }

    /// The position of the point to be removed next; `nil` if all can stay.
    private static func weakest(
        _ points: [ChangePoint], significance: Double, changeMin: Double
    ) -> Int? {
        // The first of equals.
        func least(_ value: (ChangePoint) -> Double) -> Int? {
            points.indices.min { value(points[$0]) < value(points[$1]) }
        }
        guard let unlikely = least({ -$0.probability }) else { return nil }
        if points[unlikely].probability >= significance { return unlikely }
        guard let small = least(\.magnitude), points[small].magnitude <= changeMin else {
            return nil
        }
        return small
    }

    /// Moves each point to where the values between its neighbours differ most: the split
    /// that is confirmed is then the one that is told.
    private static func place(_ points: inout [ChangePoint], in values: [Double]) {
        for position in points.indices {
            let around = surroundings(of: position, points, in: values)
            guard let split = EnergyDistance(Array(values[around])).split(0..<around.count) else {
                continue
            }
            points[position].index = around.lowerBound + split.index
        }
    }

    /// The values between the neighbours of a point; more of a long history would only take
    /// more time.
    private static func surroundings(
        of position: Int, _ points: [ChangePoint], in values: [Double]
    ) -> Range<Int> {
        let index = points[position].index
        let start = position == 0 ? 0 : points[position - 1].index
        let end = position + 1 == points.count ? values.count : points[position + 1].index
        return max(start, index - window)..<min(end, index + window)
    }

    /// The position of the point that the most shuffled series would have, too; `nil` if
    /// all are confirmed.
    private static func unconfirmed(
        _ points: [ChangePoint], in values: [Double], _ permutationCount: Int, _ seed: UInt64
    ) -> Int? {
        let shares = points.indices.map { position in
            let around = surroundings(of: position, points, in: values)
            return share(of: Array(values[around]), permutationCount, seed)
        }
        guard let position = shares.indices.max(by: { shares[$0] < shares[$1] }),
            shares[position] > shareMax
        else { return nil }
        return position
    }

    /// The share of shuffled series, with the series itself as one of them, that have a
    /// split at least as good as the best of the series.
    static func share(of values: [Double], _ permutationCount: Int, _ seed: UInt64) -> Double {
        func best(_ values: [Double]) -> Double {
            EnergyDistance(values).split(values.indices)?.statistic ?? 0
        }
        let statistic = best(values)
        var generator = SplitMix64(seed: seed)
        var reachedCount = 1
        for _ in 0..<permutationCount {
            if best(values.shuffled(using: &generator)) >= statistic { reachedCount += 1 }
        }
        return Double(reachedCount) / Double(permutationCount + 1)
    }
}

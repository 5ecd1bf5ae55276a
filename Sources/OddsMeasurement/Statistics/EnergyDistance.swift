/// The distances between all pairs of values of a series, and the split of a part of it
/// whose sides differ most by the energy statistic of Matteson and James (2014, JASA 109,
/// section 3.1), with absolute differences.
struct EnergyDistance {
    /// A split before the value at `index`.
    struct Split {
        var index: Int
        /// How much the sides differ, on no scale that can be compared with that of
        /// another series.
        var statistic: Double
    }

    private let count: Int
    /// At `j * (count + 1) + i`: the sum of the distances of value `j` to the first `i`.
    private let sums: [Double]

    /// - Complexity: O(n²), and as many numbers of memory.
    init(_ values: [Double]) {
        count = values.count
        var sums: [Double] = []
        sums.reserveCapacity(count * (count + 1))
        for value in values {
            var sum = 0.0
            sums.append(sum)
            for other in values {
                sum += abs(other - value)
                sums.append(sum)
            }
        }
        self.sums = sums
    }

    /// The best split of a part of the series: of its values from the start to κ, for any
    /// κ up to its end. The first of equals; `nil` for fewer than two values.
    ///
    /// - Complexity: O(n²) for n values in the part.
    func split(_ part: Range<Int>) -> Split? {
        guard part.count > 1 else { return nil }
        let start = part.lowerBound
        var best = Split(index: start + 1, statistic: -.infinity)
        var withinLeft = 0.0
        for index in start + 1..<part.upperBound {
            withinLeft += sum(of: index - 1, to: start..<index - 1)
            let left = Double(index - start)
            var between = 0.0
            var withinRight = 0.0
            for last in index..<part.upperBound {
                between += sum(of: last, to: start..<index)
                withinRight += sum(of: last, to: index..<last)
                let right = Double(last + 1 - index)
                var statistic = between
                if left > 1 { statistic -= right * withinLeft / (left - 1) }
                if right > 1 { statistic -= left * withinRight / (right - 1) }
                statistic *= 2 / (left + right)
                if statistic > best.statistic {
                    best = Split(index: index, statistic: statistic)
                }
            }
        }
        return best
    }

    private func sum(of value: Int, to others: Range<Int>) -> Double {
        let row = value * (count + 1)
        return sums[row + others.upperBound] - sums[row + others.lowerBound]
    }
}

extension Estimate {
    /// The mean of repeated measurements, with its 95% interval by Student's t, which
    /// assumes that they are independent and about normal.
    ///
    /// `nil` for fewer than two values, or one that is not finite.
    ///
    /// - Complexity: O(values).
    package static func mean(of values: [Double]) -> Estimate? {
        guard values.count >= 2, values.allSatisfy(\.isFinite) else { return nil }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let margin =
            StudentT.twoSided95(degreesOfFreedom: values.count - 1)
            * (squares / (count - 1) / count).squareRoot()
        return Estimate(value: mean, low: mean - margin, high: mean + margin)
    }
}

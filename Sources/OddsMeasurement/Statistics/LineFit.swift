/// A number and the ends of its two-sided 95% confidence interval.
public struct Estimate: Codable, Equatable, Sendable {
    /// The point estimate.
    public var value: Double
    /// The lower end of its interval.
    public var low: Double
    /// The upper end of its interval.
    public var high: Double

    /// An estimate with its interval.
    public init(value: Double, low: Double, high: Double) {
        self.value = value
        self.low = low
        self.high = high
    }

    /// The estimate in other units.
    public func scaled(by factor: Double) -> Estimate {
        precondition(factor >= 0)
        return Estimate(value: value * factor, low: low * factor, high: high * factor)
    }
}

/// A straight line through points by least squares.
public struct LineFit: Equatable, Sendable {
    /// The height of the line at 0.
    public let intercept: Double
    /// The slope, with its 95% interval by Student's t, which assumes that
    /// residuals are independent and normal.
    public let slope: Estimate
    /// The share of the variance that the line explains, 0 to 1.
    public let determination: Double

    /// `nil` for fewer than three points, or if all have the same x.
    ///
    /// - Complexity: O(points).
    public init?(_ points: [(x: Double, y: Double)]) {
        guard points.count >= 3 else { return nil }
        let count = Double(points.count)
        let meanX = points.reduce(0) { $0 + $1.x } / count
        let meanY = points.reduce(0) { $0 + $1.y } / count
        var squaresX = 0.0
        var squaresY = 0.0
        var products = 0.0
        for point in points {
            squaresX += (point.x - meanX) * (point.x - meanX)
            squaresY += (point.y - meanY) * (point.y - meanY)
            products += (point.x - meanX) * (point.y - meanY)
        }
        guard squaresX > 0 else { return nil }
        let slope = products / squaresX
        let residualSquares = max(squaresY - slope * products, 0)
        let standardError = (residualSquares / (count - 2) / squaresX).squareRoot()
        let margin = StudentT.twoSided95(degreesOfFreedom: points.count - 2) * standardError
        self.slope = Estimate(value: slope, low: slope - margin, high: slope + margin)
        intercept = meanY - slope * meanX
        determination = squaresY == 0 ? 1 : 1 - residualSquares / squaresY
    }
}

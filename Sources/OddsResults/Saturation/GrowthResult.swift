import Foundation
import OddsMeasurement

/// A power law fitted to one figure: it grows as `factor · size^exponent`.
package struct GrowthFit: Codable, Equatable, Sendable {
    /// The path of a metric.
    package var metric: String
    /// The slope of the line through the logarithms, with its 95% confidence
    /// interval.
    package var exponent: Estimate
    /// The fitted figure at size 1.
    package var factor: Double
    /// The coefficient of determination (R²) of the line.
    package var determination: Double

    /// `nil` for fewer than three points with a size and a figure above 0.
    package init?(metric: String, points: [(size: Double, value: Double)]) {
        let logarithms = points.filter { $0.size > 0 && $0.value > 0 }
            .map { (x: log2($0.size), y: log2($0.value)) }
        guard let fit = LineFit(logarithms) else { return nil }
        self.metric = metric
        exponent = fit.slope
        factor = exp2(fit.intercept)
        determination = fit.determination
    }
}

/// One strategy at growing sizes.
package struct GrowthCurve: Codable, Equatable, Sendable {
    package struct Point: Codable, Equatable, Sendable {
        package var size: Int
        package var run: RunResult

        package init(size: Int, run: RunResult) {
            self.size = size
            self.run = run
        }
    }

    package var strategy: String
    package var points: [Point]
    package var fits: [GrowthFit]

    /// The fitted metrics: the cost of a frame and the size of the state.
    package static let metrics = ["serviceTime.p50", "serviceTime.p99", "memory.allocatedBytes"]

    /// Fits all metrics; the points can be in any order.
    package init(strategy: String, points: [Point]) {
        self.strategy = strategy
        self.points = points
        fits = Self.metrics.compactMap { name in
            GrowthFit(
                metric: name,
                points: points.compactMap { point in
                    point.run[name].map { (size: Double(point.size), value: $0) }
                })
        }
    }
}

/// The growth of strategies with one size.
package struct GrowthResult: ResultContent {
    package static var kind: String { "growth" }

    /// `events`, `markets` or `outcomes`.
    package var scale: String
    package var curves: [GrowthCurve]

    package init(scale: String, curves: [GrowthCurve]) {
        self.scale = scale
        self.curves = curves
    }
}

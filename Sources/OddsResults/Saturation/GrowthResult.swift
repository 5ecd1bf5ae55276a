import Foundation
import OddsMeasurement

/// How one figure grows with a size: as size to the power of `exponent`.
public struct GrowthFit: Codable, Equatable, Sendable {
    /// A path in the JSON of a run.
    public var metric: String
    /// The slope of the line through the logarithms, with its 95% interval.
    public var exponent: Estimate
    /// The figure at size 1, by the line.
    public var factor: Double
    /// The share of the variance of the logarithms that the line explains.
    public var determination: Double

    /// `nil` for fewer than three points with a figure above 0.
    public init?(metric: String, points: [(size: Double, value: Double)]) {
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
public struct GrowthCurve: Codable, Equatable, Sendable {
    public struct Point: Codable, Equatable, Sendable {
        public var size: Int
        public var run: RunResult

        public init(size: Int, run: RunResult) {
            self.size = size
            self.run = run
        }
    }

    public var strategy: String
    public var points: [Point]
    public var fits: [GrowthFit]

    /// What is fitted: what a frame costs, and what the state takes.
    public static let metrics = ["serviceTime.p50", "serviceTime.p99", "memory.allocatedBytes"]

    /// - Parameter points: In any order.
    public init(strategy: String, points: [Point]) throws {
        self.strategy = strategy
        self.points = points
        let metrics = try points.map { (size: Double($0.size), metrics: try Metrics($0.run)) }
        fits = Self.metrics.compactMap { name in
            GrowthFit(
                metric: name,
                points: metrics.compactMap { point in
                    point.metrics[name].map { (size: point.size, value: $0) }
                })
        }
    }
}

/// The document `oddsbench.growth/1`.
public struct GrowthResult: Codable, Equatable, Sendable {
    public var schema = "oddsbench.growth/1"
    public var command: [String]
    public var seed: UInt64
    /// `events`, `markets` or `outcomes`.
    public var scale: String
    public var environment: EnvironmentDescription
    public var curves: [GrowthCurve]

    public init(
        command: [String], seed: UInt64, scale: String, environment: EnvironmentDescription,
        curves: [GrowthCurve]
    ) {
        self.command = command
        self.seed = seed
        self.scale = scale
        self.environment = environment
        self.curves = curves
    }
}

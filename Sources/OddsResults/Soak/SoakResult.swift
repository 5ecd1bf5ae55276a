import Foundation

/// One soak: the document `oddsbench.soak/1`, with everything needed to repeat
/// it and the series that the trends come from.
public struct SoakResult: Codable, Equatable, Sendable {
    /// See `BenchmarkResult.schemaName`.
    public static let schemaName = "oddsbench.soak/1"

    public let schema: String
    public var command: [String]
    public var seed: UInt64
    public var trafficDigest: String
    public var environment: EnvironmentDescription
    /// With its `series`.
    public var run: RunResult
    public var soak: SoakTrends

    public init(
        command: [String], seed: UInt64, trafficDigest: String,
        environment: EnvironmentDescription, run: RunResult, bounds: SoakBounds
    ) {
        schema = Self.schemaName
        self.command = command
        self.seed = seed
        self.trafficDigest = trafficDigest
        self.environment = environment
        self.run = run
        soak = SoakTrends(run.series ?? [], bounds: bounds)
    }
}

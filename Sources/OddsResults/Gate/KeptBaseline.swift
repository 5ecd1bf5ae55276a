/// Runs that later ones are held against: the document `oddsbench.baseline/1`.
public struct KeptBaseline: Codable, Equatable, Sendable {
    /// See `BenchmarkResult.schemaName`.
    public static let schemaName = "oddsbench.baseline/1"

    public let schema: String
    public var name: String
    public var command: [String]
    public var seed: UInt64
    public var trafficDigest: String
    public var environment: EnvironmentDescription
    /// The arguments of `bench run` that each run had, but for the strategy.
    public var arguments: [String]
    /// In order of execution.
    public var runs: [RunResult]

    public init(
        name: String, command: [String], seed: UInt64, trafficDigest: String,
        environment: EnvironmentDescription, arguments: [String], runs: [RunResult]
    ) {
        schema = Self.schemaName
        self.name = name
        self.command = command
        self.seed = seed
        self.trafficDigest = trafficDigest
        self.environment = environment
        self.arguments = arguments
        self.runs = runs
    }
}

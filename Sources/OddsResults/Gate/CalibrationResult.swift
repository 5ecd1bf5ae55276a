/// What two runs of the same program differ by on this machine: the document
/// `oddsbench.calibration/1`.
public struct CalibrationResult: Codable, Equatable, Sendable {
    /// See `BenchmarkResult.schemaName`.
    public static let schemaName = "oddsbench.calibration/1"

    public let schema: String
    public var command: [String]
    public var seed: UInt64
    public var trafficDigest: String
    public var environment: EnvironmentDescription
    /// The arguments of `bench run` that each run had, but for the strategy.
    public var arguments: [String]
    /// How long a pair of runs took, for each strategy, with all that belongs
    /// to it.
    public var secondsPerPair: Double
    public var noise: [MetricNoise]
    /// In order of execution.
    public var runs: [GateRun]

    public init(
        command: [String], seed: UInt64, trafficDigest: String,
        environment: EnvironmentDescription, arguments: [String], secondsPerPair: Double,
        noise: [MetricNoise], runs: [GateRun]
    ) {
        schema = Self.schemaName
        self.command = command
        self.seed = seed
        self.trafficDigest = trafficDigest
        self.environment = environment
        self.arguments = arguments
        self.secondsPerPair = secondsPerPair
        self.noise = noise
        self.runs = runs
    }
}

/// The noise of one figure of one strategy.
public struct MetricNoise: Codable, Equatable, Sendable {
    public var strategy: String
    public var metric: String
    /// The standard deviation of the logarithm of the ratio between the two
    /// runs of a pair, estimated so that outliers do not move it.
    public var pairDeviation: Double
    /// The same of the ratio between any two of the runs, which the machine's
    /// moods between them add to.
    public var runDeviation: Double
    /// Whether all runs gave the same value.
    public var isExact: Bool
    public var pairCount: Int

    public init(
        strategy: String, metric: String, pairDeviation: Double, runDeviation: Double,
        isExact: Bool, pairCount: Int
    ) {
        self.strategy = strategy
        self.metric = metric
        self.pairDeviation = pairDeviation
        self.runDeviation = runDeviation
        self.isExact = isExact
        self.pairCount = pairCount
    }
}

/// The noise of a machine: the differences between two runs of one program. It
/// holds for the time at which it was measured, and only advises.
package struct CalibrationResult: ResultContent {
    package static var kind: String { "calibration" }

    /// The arguments of `bench run` in each run, without the strategy.
    package var arguments: [String]
    /// The wall time of a pair of runs of one strategy.
    package var secondsPerPair: Double
    package var noise: [MetricNoise]
    /// In order of execution.
    package var runs: [GateRun]

    package init(
        arguments: [String], secondsPerPair: Double, noise: [MetricNoise], runs: [GateRun]
    ) {
        self.arguments = arguments
        self.secondsPerPair = secondsPerPair
        self.noise = noise
        self.runs = runs
    }

    /// The strategies, in order of their first run.
    package var strategies: [String] { runs.map(\.run.strategy).uniqued() }
}

/// The noise of one figure of one strategy.
package struct MetricNoise: Codable, Equatable, Sendable {
    package var strategy: String
    package var metric: String
    /// The standard deviation of the logarithm of the ratio between the two
    /// runs of a pair, by an estimate that is robust against outliers.
    package var pairDeviation: Double
    /// The same for the ratio between any two runs, which includes the
    /// machine's drift.
    package var runDeviation: Double
    /// Whether all runs had the same value.
    package var isExact: Bool
    package var pairCount: Int

    package init(
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

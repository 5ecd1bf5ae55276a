/// What two runs of the same program differ by on this machine.
package struct CalibrationResult: ResultContent {
    package static var kind: String { "calibration" }

    /// The arguments of `bench run` that each run had, but for the strategy.
    package var arguments: [String]
    /// How long a pair of runs took, for each strategy, with all that belongs
    /// to it.
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

    /// In order of their first run.
    package var strategies: [String] {
        var names: [String] = []
        for run in runs where !names.contains(run.run.strategy) { names.append(run.run.strategy) }
        return names
    }
}

/// The noise of one figure of one strategy.
package struct MetricNoise: Codable, Equatable, Sendable {
    package var strategy: String
    package var metric: String
    /// The standard deviation of the logarithm of the ratio between the two
    /// runs of a pair, estimated so that outliers do not move it.
    package var pairDeviation: Double
    /// The same of the ratio between any two of the runs, which the machine's
    /// drift between them adds to.
    package var runDeviation: Double
    /// Whether all runs gave the same value.
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

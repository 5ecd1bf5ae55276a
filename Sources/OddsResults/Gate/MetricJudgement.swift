/// The change from the baseline to the candidate, with its confidence
/// interval.
///
/// All three are shares of the baseline's value, 0.05 for 5% more; for exact
/// counters, and where a value is 0, they are differences in the figure's unit.
package struct GateChange: Codable, Equatable, Sendable {
    package var value: Double
    package var low: Double
    package var high: Double

    package init(value: Double, low: Double, high: Double) {
        self.value = value
        self.low = low
        self.high = high
    }
}

/// One figure of one strategy, judged.
package struct MetricJudgement: Codable, Equatable, Sendable {
    package var strategy: String
    /// The path of a metric, such as `serviceTime.p50`.
    package var metric: String
    package var verdict: MetricVerdict
    /// True if `change` is a difference instead of a share: the figure is a counter
    /// with a threshold of 0, or a value of it is 0, of which nothing is a multiple.
    package var isExact: Bool
    /// The median over the baseline's runs; `nil` if a run lacks the figure.
    package var baseline: Double?
    /// The median over the candidate's runs; `nil` if a run lacks the figure.
    package var candidate: Double?
    /// `nil` if the figure cannot be judged, in which case `reason` says why.
    package var change: GateChange?
    /// The change beyond which the figure counts as worse, as a share.
    package var threshold: Double
    /// The number of pairs of runs that were compared.
    package var sampleCount: Int
    /// Why the verdict is inconclusive, or what limits the figures behind it.
    package var reason: String?

    package init(
        strategy: String, metric: String, verdict: MetricVerdict, isExact: Bool,
        baseline: Double?, candidate: Double?, change: GateChange?, threshold: Double,
        sampleCount: Int, reason: String?
    ) {
        self.strategy = strategy
        self.metric = metric
        self.verdict = verdict
        self.isExact = isExact
        self.baseline = baseline
        self.candidate = candidate
        self.change = change
        self.threshold = threshold
        self.sampleCount = sampleCount
        self.reason = reason
    }
}

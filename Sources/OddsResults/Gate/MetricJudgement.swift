/// How far the candidate is from the baseline, with the ends of a confidence
/// interval.
///
/// A share of the baseline's value, 0.05 for 5% more; of counters that repeat
/// exactly, the difference in their own unit.
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
    /// A path in the JSON of a run, such as `serviceTime.p50`.
    package var metric: String
    package var verdict: MetricVerdict
    /// Whether the figure is a counter with a threshold of 0, of which `change`
    /// is a difference and no share.
    package var isExact: Bool
    /// The median over the baseline's runs; `nil` if a run lacks the figure.
    package var baseline: Double?
    /// The median over the candidate's runs.
    package var candidate: Double?
    /// `nil` if there is nothing to judge by; `reason` says why.
    package var change: GateChange?
    /// The change from which the figure counts as worse, as a share.
    package var threshold: Double
    /// The smallest threshold that this machine's noise leaves, as a share.
    package var floor: Double
    /// How many pairs of runs, or runs of each side, were compared.
    package var sampleCount: Int
    /// Why there is no clear verdict.
    package var reason: String?

    package init(
        strategy: String, metric: String, verdict: MetricVerdict, isExact: Bool,
        baseline: Double?, candidate: Double?, change: GateChange?, threshold: Double,
        floor: Double, sampleCount: Int, reason: String?
    ) {
        self.strategy = strategy
        self.metric = metric
        self.verdict = verdict
        self.isExact = isExact
        self.baseline = baseline
        self.candidate = candidate
        self.change = change
        self.threshold = threshold
        self.floor = floor
        self.sampleCount = sampleCount
        self.reason = reason
    }
}

import OddsResults

/// What a gate could tell apart on the machine that was calibrated.
package struct CalibrationOutlook {
    /// One figure of one strategy.
    package struct Row: Sendable {
        package let strategy: String
        package let limit: RegressionLimit
        /// `nil` if the calibration has no such figure.
        package let noise: MetricNoise?
        /// The smallest threshold that the noise leaves, as a share.
        package let floor: Double
        /// What the figure is held to, as a share.
        package var held: Double { max(limit.share, floor) }
        /// The smallest change that is found with 95% probability, as a share.
        package let detectable: Double
    }

    package let rows: [Row]

    /// - Parameters:
    ///   - limits: What a gate would hold figures to.
    ///   - pairCount: Of the gate that is meant.
    ///   - judge: Of that gate.
    package init(
        _ result: CalibrationResult, limits: [RegressionLimit], pairCount: Int, judge: GateJudge
    ) {
        rows = result.strategies.flatMap { strategy in
            let pairs = GatePair.pairs(result.runs, strategy: strategy)
            return limits.map { limit in
                guard let floor = NoiseFloor(pairs, strategy: strategy, metric: limit.metric)
                else {
                    return Row(
                        strategy: strategy, limit: limit, noise: nil, floor: 0, detectable: 0)
                }
                let share = floor.share(pairCount: pairCount, judge: judge)
                return Row(
                    strategy: strategy, limit: limit, noise: floor.noise, floor: share,
                    detectable: floor.detectable(
                        threshold: max(limit.share, share), pairCount: pairCount, judge: judge))
            }
        }
    }
}

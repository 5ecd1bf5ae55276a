import OddsResults

/// The resolution of a gate on a calibrated machine.
package struct CalibrationOutlook {
    /// One figure of one strategy.
    package struct Row: Sendable {
        package let strategy: String
        package let limit: RegressionLimit
        /// `nil` if the calibration lacks the figure.
        package let noise: MetricNoise?
        /// The noise floor: the smallest possible threshold, as a share.
        package let floor: Double
        /// The threshold of the gate, as a share.
        package var held: Double { max(limit.share, floor) }
        /// The smallest change that is detected with 95% probability, as a
        /// share.
        package let detectable: Double
    }

    package let rows: [Row]

    /// - Parameters:
    ///   - result: The calibration.
    ///   - limits: The limits of the gate.
    ///   - pairCount: The number of pairs of the gate.
    ///   - judge: The judge of the gate.
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

import Foundation
import OddsMeasurement
import OddsResults

/// What is asked of one figure of one strategy.
package struct MetricTest: Equatable, Sendable {
    package let strategy: String
    package let metric: String
    /// The change from which the figure counts as worse, as a share; 0 for
    /// counters.
    package let threshold: Double
    /// The smallest threshold that this machine's noise leaves, as a share.
    package let floor: Double

    package init(strategy: String, metric: String, threshold: Double, floor: Double) {
        self.strategy = strategy
        self.metric = metric
        self.threshold = threshold
        self.floor = floor
    }
}

/// Judges the pairs of a gate: knows no processes and no clocks.
///
/// The change of each figure is the median of the ratios within pairs, that of
/// counters the median of the differences, with an interval by order
/// statistics: nothing is presumed of how figures are distributed, and a pair
/// that a change of the machine's speed tore apart counts as one, however far
/// apart. (Signed ranks give shorter intervals for quiet machines, and none
/// that decide where one pair in eight is torn, as on shared ones.) A figure is
/// worse if the whole interval is beyond the threshold, and not worse if the
/// whole interval is below it.
///
/// An alarm has to be nearly certain, a pass likely: the interval's lower end,
/// which raises alarms, leaves `alarmTail`, its upper end `passTail`. With
/// `alarmTail` all intervals of a gate together raise a false alarm with
/// probability `falseAlarmProbabilityMax` at most: it is divided by the number
/// of figures and by the number of times that the gate looks whether it can
/// stop (Bonferroni's inequality, which holds however they depend on each
/// other).
package struct GateJudge: Equatable, Sendable {
    package let falseAlarmProbabilityMax: Double
    package let alarmTail: Double
    package var passTail: Double { GateLimits.gatePassTail }

    /// - Parameters:
    ///   - testCount: Figures of all strategies together.
    ///   - lookCount: How often they are judged at most.
    package init(
        testCount: Int, lookCount: Int,
        falseAlarmProbabilityMax: Double = GateLimits.falseAlarmProbabilityMax
    ) {
        precondition(testCount > 0 && lookCount > 0)
        self.falseAlarmProbabilityMax = falseAlarmProbabilityMax
        alarmTail = falseAlarmProbabilityMax / Double(testCount * lookCount)
    }

    /// The fewest pairs that can be judged.
    package var pairCountMin: Int {
        // All differences have the same sign with probability 2⁻ⁿ each way.
        Int((-log2(alarmTail)).rounded(.up))
    }

    /// - Parameter pairs: Of the test's strategy.
    package func judge(_ test: MetricTest, _ pairs: [GatePair]) -> MetricJudgement {
        let isExact = test.threshold == 0
        let sample = PairedSample(pairs, metric: test.metric, isExact: isExact)
        var judgement = MetricJudgement(
            strategy: test.strategy, metric: test.metric, verdict: .inconclusive,
            isExact: isExact, baseline: sample.baselineMedian,
            candidate: sample.candidateMedian, change: nil, threshold: test.threshold,
            floor: test.floor, sampleCount: sample.values.count, reason: sample.reason)
        guard sample.reason == nil else { return judgement }
        guard let interval = interval(sample.values),
            let opposite = self.interval(sample.values.map { -$0 })
        else {
            judgement.reason =
                "\(sample.values.count) pairs are too few; it takes \(pairCountMin)"
            return judgement
        }
        let sign: Double = RegressionLimit.isHigherBetter(test.metric) ? -1 : 1
        judgement.change = Self.change(interval, isExact: isExact, sign: sign)
        let threshold = log1p(test.threshold)
        if interval.low > threshold {
            judgement.verdict = .regression
        } else if interval.high > threshold {
            judgement.reason =
                isExact
                ? "the counter does not repeat exactly; give it a threshold"
                : "the interval reaches from below the threshold to above it"
        } else {
            // Gains are as certain as alarms. Small ones are not named, as
            // noise has them, too.
            let isBetter = opposite.low > 0 && opposite.value > log1p(test.floor)
            judgement.verdict = isBetter ? .improvement : .pass
        }
        return judgement
    }

    /// The median with its interval; `nil` for fewer than `pairCountMin` values.
    ///
    /// - Parameter values: Positive ones are worse.
    func interval(_ values: [Double]) -> LocationInterval? {
        OrderStatistics.medianInterval(values, lowTail: alarmTail, highTail: passTail)
    }

    private static func change(
        _ interval: LocationInterval, isExact: Bool, sign: Double
    ) -> GateChange {
        let ends = [interval.low, interval.high].map { isExact ? sign * $0 : expm1(sign * $0) }
        return GateChange(
            value: isExact ? sign * interval.value : expm1(sign * interval.value),
            low: ends.min() ?? 0, high: ends.max() ?? 0)
    }

    /// The verdict of figures together: one that is worse decides.
    package static func verdict(_ judgements: [MetricJudgement]) -> GateVerdict {
        if judgements.contains(where: { $0.verdict == .regression }) { return .regression }
        return judgements.contains { $0.verdict == .inconclusive } ? .inconclusive : .pass
    }
}

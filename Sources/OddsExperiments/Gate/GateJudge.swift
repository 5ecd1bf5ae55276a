import Foundation
import OddsMeasurement
import OddsResults

/// The requirement on one figure of one strategy.
package struct MetricTest: Equatable, Sendable {
    package let strategy: String
    package let metric: String
    /// The change beyond which the figure counts as worse, as a share; 0 for
    /// exact counters.
    package let threshold: Double
    /// The noise floor: the smallest possible threshold, as a share.
    package let floor: Double

    package init(strategy: String, metric: String, threshold: Double, floor: Double) {
        self.strategy = strategy
        self.metric = metric
        self.threshold = threshold
        self.floor = floor
    }
}

/// Judges the pairs of a gate. It is pure computation, without processes or
/// clocks.
///
/// The change of a figure is the median of the ratios within pairs, or of the
/// differences for an exact counter, with a confidence interval by order
/// statistics. The interval assumes no distribution, and an outlier pair, whose
/// runs saw different machine speeds, counts once however large its ratio.
/// (Signed ranks give shorter intervals on quiet machines, but inconclusive
/// ones where one pair in eight is an outlier, as on shared machines.) A figure
/// is worse if the whole interval is beyond the threshold, and not worse if the
/// whole interval is below it.
///
/// An alarm has to be nearly certain, a pass only likely: the tail probability
/// of the interval's lower end, which raises alarms, is `alarmTail`, that of
/// its upper end `passTail`. `alarmTail` keeps the false-alarm rate of a whole
/// gate at or below `falseAlarmProbabilityMax`, which is divided by the number
/// of figures and by the number of looks. This is Bonferroni's inequality,
/// which holds whatever the dependence between them.
package struct GateJudge: Equatable, Sendable {
    package let falseAlarmProbabilityMax: Double
    package let alarmTail: Double
    package var passTail: Double { GateLimits.gatePassTail }

    /// - Parameters:
    ///   - testCount: The number of figures, over all strategies.
    ///   - lookCount: How often they are judged at most.
    ///   - falseAlarmProbabilityMax: The largest probability of a false alarm
    ///     in the whole gate.
    package init(
        testCount: Int, lookCount: Int,
        falseAlarmProbabilityMax: Double = GateLimits.falseAlarmProbabilityMax
    ) {
        precondition(testCount > 0 && lookCount > 0)
        self.falseAlarmProbabilityMax = falseAlarmProbabilityMax
        alarmTail = falseAlarmProbabilityMax / Double(testCount * lookCount)
    }

    /// The smallest number of pairs that can be judged.
    package var pairCountMin: Int {
        // All n differences have a given sign with probability 2⁻ⁿ.
        Int((-log2(alarmTail)).rounded(.up))
    }

    /// Judges one figure.
    ///
    /// - Parameters:
    ///   - test: The figure and its threshold.
    ///   - pairs: The pairs of its strategy.
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
                "\(sample.values.count) pairs are too few; \(pairCountMin) are needed"
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
                : "the interval contains the threshold"
        } else {
            // An improvement has to be as certain as an alarm, and beyond the
            // noise floor.
            let isBetter = opposite.low > 0 && opposite.value > log1p(test.floor)
            judgement.verdict = isBetter ? .improvement : .pass
        }
        return judgement
    }

    /// The median with its interval; `nil` for fewer than `pairCountMin`
    /// values.
    ///
    /// - Parameter values: The changes of all pairs; positive is worse.
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

    /// The verdict on all figures together: one regression decides.
    package static func verdict(_ judgements: [MetricJudgement]) -> GateVerdict {
        if judgements.contains(where: { $0.verdict == .regression }) { return .regression }
        return judgements.contains { $0.verdict == .inconclusive } ? .inconclusive : .pass
    }
}

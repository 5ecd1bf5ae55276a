import Foundation
import OddsMeasurement

/// What is asked of one figure of one strategy.
public struct MetricTest: Equatable, Sendable {
    public let strategy: String
    public let metric: String
    /// The change from which the figure counts as worse, as a share; 0 for
    /// counters.
    public let threshold: Double
    /// The smallest threshold that this machine's noise leaves, as a share.
    public let floor: Double

    public init(strategy: String, metric: String, threshold: Double, floor: Double) {
        self.strategy = strategy
        self.metric = metric
        self.threshold = threshold
        self.floor = floor
    }
}

/// Judges the pairs of a gate: knows no processes and no clocks.
///
/// The change of each figure is the centre of the logarithms of the ratios
/// within pairs, with an interval by signed ranks; that of counters the median
/// of the differences, with one by order statistics. A figure is worse if the
/// whole interval is beyond the threshold, and not worse if the whole interval
/// is below it.
///
/// All intervals of a gate together miss a true value with probability
/// `falseAlarmProbabilityMax` at most on the side that raises an alarm: it is
/// divided by the number of figures and by the number of times that the gate
/// looks whether it can stop (Bonferroni's inequality, which holds however the
/// figures depend on each other).
public struct GateJudge: Equatable, Sendable {
    public let falseAlarmProbabilityMax: Double
    /// The probability that each end of each interval leaves.
    public let tail: Double

    /// - Parameters:
    ///   - testCount: Figures of all strategies together.
    ///   - lookCount: How often they are judged at most.
    public init(
        testCount: Int, lookCount: Int,
        falseAlarmProbabilityMax: Double = HarnessLimits.falseAlarmProbabilityMax
    ) {
        precondition(testCount > 0 && lookCount > 0)
        self.falseAlarmProbabilityMax = falseAlarmProbabilityMax
        tail = falseAlarmProbabilityMax / Double(testCount * lookCount)
    }

    /// The fewest pairs that can be judged.
    public var pairCountMin: Int { SignedRank.sampleCountMin(tail: tail) }

    /// - Parameter pairs: Of the test's strategy.
    public func judge(_ test: MetricTest, _ pairs: [GatePair]) -> MetricJudgement {
        let isExact = test.threshold == 0
        let sample = PairedSample(pairs, metric: test.metric, isExact: isExact)
        var judgement = MetricJudgement(
            strategy: test.strategy, metric: test.metric, verdict: .inconclusive,
            isExact: isExact, baseline: sample.baselineMedian,
            candidate: sample.candidateMedian, change: nil, threshold: test.threshold,
            floor: test.floor, sampleCount: sample.values.count, reason: sample.reason)
        guard sample.reason == nil else { return judgement }
        let interval =
            isExact
            ? OrderStatistics.medianInterval(sample.values, tail: tail)
            : SignedRank(sampleCount: sample.values.count, tail: tail)?.interval(sample.values)
        guard let interval else {
            judgement.reason =
                "\(sample.values.count) pairs are too few; it takes \(pairCountMin)"
            return judgement
        }
        let sign: Double = RegressionLimit.isHigherBetter(test.metric) ? -1 : 1
        judgement.change = Self.change(interval, isExact: isExact, sign: sign)
        judgement.verdict = Self.verdict(interval, test)
        if judgement.verdict == .inconclusive {
            judgement.reason =
                isExact
                ? "the counter does not repeat exactly; give it a threshold"
                : "the interval reaches from below the threshold to above it"
        }
        return judgement
    }

    private static func verdict(_ interval: LocationInterval, _ test: MetricTest) -> MetricVerdict {
        let threshold = log1p(test.threshold)
        if interval.low > threshold { return .regression }
        if interval.high > threshold { return .inconclusive }
        // Small gains are not named: noise has them, too.
        return interval.high < 0 && -interval.value > log1p(test.floor) ? .improvement : .pass
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
    public static func verdict(_ judgements: [MetricJudgement]) -> GateVerdict {
        if judgements.contains(where: { $0.verdict == .regression }) { return .regression }
        return judgements.contains { $0.verdict == .inconclusive } ? .inconclusive : .pass
    }
}

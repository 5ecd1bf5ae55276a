import Foundation
import OddsMeasurement
import OddsResults

/// The requirement on one figure of one strategy.
package struct MetricTest: Equatable, Sendable {
    package let strategy: String
    package let metric: String
    /// The change beyond which the figure counts as worse, as a share, as it was
    /// asked for; 0 for exact counters.
    package let threshold: Double

    package init(strategy: String, metric: String, threshold: Double) {
        self.strategy = strategy
        self.metric = metric
        self.threshold = threshold
    }
}

/// Judges the pairs of a gate. It is pure computation, without processes or
/// clocks.
///
/// The change of a figure is the median of the ratios within pairs, or of the
/// differences for an exact counter and where a value is 0, with a confidence
/// interval by order statistics. The interval assumes no distribution, and an
/// outlier pair, whose runs saw different machine speeds, counts once however
/// large its ratio.
/// (Signed ranks give shorter intervals on quiet machines, but inconclusive
/// ones where one pair in eight is an outlier, as on shared machines.) A figure
/// is worse if the whole interval is beyond the threshold. It passes if the
/// whole interval is below it, which is a test of equivalence: noise widens the
/// interval and makes the figure inconclusive, never a pass.
///
/// An alarm has to be nearly certain, a pass only likely. The false-alarm rate
/// of a whole gate stays at or below `falseAlarmProbabilityMax`, and the rate of
/// passes at the threshold itself at or below `GateLimits.passProbabilityMax`,
/// however many looks there are: look `k` spends 1/(k(k+1)) of each, which adds
/// up to 1. Alarms are also divided by the number of figures. This is
/// Bonferroni's inequality, which holds whatever the dependence between them.
package struct GateJudge: Equatable, Sendable {
    package let falseAlarmProbabilityMax: Double
    private let testCount: Int

    /// - Parameters:
    ///   - testCount: The number of figures, over all strategies.
    ///   - falseAlarmProbabilityMax: The largest probability of a false alarm
    ///     in the whole gate.
    package init(
        testCount: Int,
        falseAlarmProbabilityMax: Double = GateLimits.falseAlarmProbabilityMax
    ) {
        precondition(testCount > 0)
        self.falseAlarmProbabilityMax = falseAlarmProbabilityMax
        self.testCount = testCount
    }

    /// The tail probability of an interval's end that raises alarms.
    ///
    /// - Parameter look: The number of the look, from 1.
    package func alarmTail(look: Int) -> Double {
        falseAlarmProbabilityMax / Double(testCount) * Self.share(look)
    }

    /// The tail probability of the other end.
    package func passTail(look: Int) -> Double {
        GateLimits.passProbabilityMax * Self.share(look)
    }

    private static func share(_ look: Int) -> Double {
        precondition(look > 0)
        return 1 / Double(look * (look + 1))
    }

    /// The smallest number of pairs that can be judged at the first look.
    package var pairCountMin: Int { pairCountMin(look: 1) }

    private func pairCountMin(look: Int) -> Int {
        // All n differences have a given sign with probability 2⁻ⁿ.
        Int((-log2(alarmTail(look: look))).rounded(.up))
    }

    /// Judges one figure.
    ///
    /// - Parameters:
    ///   - test: The figure and its threshold.
    ///   - pairs: The pairs of its strategy.
    ///   - look: The number of the look, from 1.
    package func judge(_ test: MetricTest, _ pairs: [GatePair], look: Int) -> MetricJudgement {
        let isExact = test.threshold == 0
        let sample = PairedSample(pairs, metric: test.metric, isExact: isExact)
        var judgement = MetricJudgement(
            strategy: test.strategy, metric: test.metric, verdict: .inconclusive,
            isExact: sample.isDifference, baseline: sample.baselineMedian,
            candidate: sample.candidateMedian, change: nil, threshold: test.threshold,
            sampleCount: sample.values.count, reason: sample.reason)
        guard sample.reason == nil else { return judgement }
        guard let ranks = ranks(sampleCount: sample.values.count, look: look) else {
            judgement.reason = """
                \(sample.values.count) \(sample.pooledPairCount > 1
                    ? "groups of \(sample.pooledPairCount) pairs" : "pairs") are too few; \
                \(pairCountMin(look: look)) are needed
                """
            return judgement
        }
        let interval = sample.interval(ranks)
        let threshold = sample.isDifference
            ? test.threshold * (sample.baselineMedian ?? 0) : log1p(test.threshold)
        if interval.low > threshold {
            judgement.verdict = .regression
        } else if interval.high <= threshold {
            // An improvement has to be as certain as an alarm.
            judgement.verdict = sample.highest(ranks) < 0 ? .improvement : .pass
        }
        let isBounded = interval.low.isFinite && interval.high.isFinite
        // Of a verdict the other end, which is not known, is that of the bounds.
        if isBounded || judgement.verdict != .inconclusive {
            let shown = isBounded ? interval : ranks.interval(sample.values)
            let sign: Double = RegressionLimit.isHigherBetter(test.metric) ? -1 : 1
            judgement.change = Self.change(
                shown, isDifference: sample.isDifference, sign: sign)
        }
        if sample.boundCount > 0 {
            judgement.reason = """
                in \(sample.boundCount) of \(sample.values.count) pairs a side did not sustain \
                the rate, and its figure is a lower bound; lower --rate
                """
        } else if judgement.verdict == .inconclusive {
            judgement.reason =
                isExact
                ? "the counter does not repeat exactly; give it a threshold"
                : Self.outlook(interval, threshold: threshold, pairCount: pairs.count)
        }
        return judgement
    }

    /// Why an interval decides nothing, and about how many pairs would: it
    /// shrinks with the square root of their number.
    private static func outlook(
        _ interval: LocationInterval, threshold: Double, pairCount: Int
    ) -> String {
        let value = interval.value
        let reach = value > threshold ? value - interval.low : interval.high - value
        let distance = abs(value - threshold)
        let text = "the interval contains the threshold"
        guard distance > 0, reach > distance else { return text }
        let factor = reach / distance * (reach / distance)
        guard factor < outlookFactorMax else {
            return text + ", which is as good as the change itself"
        }
        let count = Int((Double(pairCount) * factor).rounded(.up))
        return text + "; about \(count) pairs would decide, if the noise stays as it is"
    }

    /// Beyond this the estimate says nothing.
    private static let outlookFactorMax = 100.0

    /// The ranks of the interval's ends; `nil` for too few values.
    func ranks(sampleCount: Int, look: Int) -> OrderStatistics.MedianRanks? {
        OrderStatistics.MedianRanks(
            sampleCount: sampleCount, lowTail: alarmTail(look: look),
            highTail: passTail(look: look))
    }

    static func change(
        _ interval: LocationInterval, isDifference: Bool, sign: Double
    ) -> GateChange {
        func change(_ value: Double) -> Double {
            isDifference ? sign * value : expm1(sign * value)
        }
        let ends = [interval.low, interval.high].map(change)
        return GateChange(
            value: change(interval.value), low: ends.min() ?? 0, high: ends.max() ?? 0)
    }

    /// The verdict on all figures together: one regression decides.
    package static func verdict(_ judgements: [MetricJudgement]) -> GateVerdict {
        if judgements.contains(where: { $0.verdict == .regression }) { return .regression }
        return judgements.contains { $0.verdict == .inconclusive } ? .inconclusive : .pass
    }
}

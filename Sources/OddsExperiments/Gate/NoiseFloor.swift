import Foundation
import OddsMeasurement
import OddsResults

/// The resolution of gates on a machine, estimated from pairs of runs of one
/// program.
///
/// Gates of equal sides are drawn from these pairs, each with a random sign, as
/// either run of a pair could be the candidate. The floor is the smallest
/// threshold at which 95% of such gates pass, that is, the upper end of the
/// interval stays below it. A change is detected if the lower end is beyond the
/// threshold. An interval shifts with the true change, so the distance from
/// the truth to its lower end follows from the same draws.
package struct NoiseFloor: Sendable {
    /// The logarithms of the ratios within pairs.
    private let logRatios: [Double]
    /// The absolute logarithms of the ratios between any two runs, sorted.
    private let runLogRatios: [Double]
    package let noise: MetricNoise

    /// The probability that a gate of equal sides passes at the floor.
    package static let passProbability = 0.95
    private static let drawCount = 1_000

    /// `nil` for fewer than two pairs, or if a run lacks the figure.
    ///
    /// - Parameters:
    ///   - pairs: Pairs of runs of one program.
    ///   - strategy: The name of their strategy.
    ///   - metric: The path of the figure's metric.
    package init?(_ pairs: [GatePair], strategy: String, metric: String) {
        let isCounter = metric == RegressionLimit.countedMetric
        let sample = PairedSample(
            isCounter ? pairs.filter(\.servedTheSame) : pairs, metric: metric, isExact: false)
        guard sample.reason == nil, sample.values.count > 1 else { return nil }
        logRatios = sample.values
        let logs = pairs.compactMap { $0.values(metric) }.flatMap { [$0.baseline, $0.candidate] }
            .filter { $0 > 0 }.map { log($0) }
        var distances: [Double] = []
        for (index, first) in logs.enumerated() {
            for second in logs[(index + 1)...] { distances.append(abs(first - second)) }
        }
        runLogRatios = distances.sorted()
        noise = MetricNoise(
            strategy: strategy, metric: metric,
            pairDeviation: Self.deviation(logRatios.map { abs($0) }),
            runDeviation: Self.deviation(runLogRatios),
            isExact: logRatios.allSatisfy { $0 == 0 }, pairCount: logRatios.count)
    }

    /// The floor of gates with `pairCount` pairs, as a share.
    ///
    /// - Parameters:
    ///   - pairCount: At least `judge.pairCountMin`.
    ///   - judge: The judge of these gates.
    package func share(pairCount: Int, judge: GateJudge) -> Double {
        expm1(quantiles(pairCount: pairCount, judge: judge).pass)
    }

    /// The smallest true change that gates with `pairCount` pairs and this
    /// threshold detect with 95% probability, as a share.
    package func detectable(threshold: Double, pairCount: Int, judge: GateJudge) -> Double {
        expm1(log1p(threshold) + quantiles(pairCount: pairCount, judge: judge).alarm)
    }

    /// The floor against runs of another time: 95% of all pairs of runs differ
    /// by less. More runs do not lower it, because the machine's speed drifts
    /// between two times and is the same for all runs of one time.
    package var shareAcrossTime: Double {
        guard !runLogRatios.isEmpty else { return 0 }
        return expm1(Self.quantile(runLogRatios, Self.passProbability))
    }

    /// The approximate number of pairs at which the floor falls to `share`;
    /// `nil` if no number suffices. The floor falls with the square root of the
    /// number.
    package func pairCount(forFloor share: Double, judge: GateJudge) -> Int? {
        guard share > 0 else { return nil }
        var count = max(judge.pairCountMin, 16)
        // With few pairs the interval is wider than the square root predicts.
        for _ in 0..<Self.searchCount {
            let ratio = quantiles(pairCount: count, judge: judge).pass / log1p(share)
            if ratio <= 1 { return count }
            count = Int((Double(count) * ratio * ratio).rounded(.up))
            if count > Self.searchedPairCountMax { return count }
        }
        return count
    }

    private static let searchCount = 4
    /// Beyond this number the square root is accurate enough.
    private static let searchedPairCountMax = 1_000

    /// Over gates of equal sides, the 95% quantiles of the interval's upper end
    /// and of the distance from the truth down to its lower end.
    private func quantiles(pairCount: Int, judge: GateJudge) -> (pass: Double, alarm: Double) {
        guard !noise.isExact else { return (0, 0) }
        var random = SplitMix64(seed: 1)
        var highs: [Double] = []
        var lows: [Double] = []
        for _ in 0..<Self.drawCount {
            let drawn = (0..<pairCount).map { _ in
                let value = logRatios[Int(random.next() % UInt64(logRatios.count))]
                return random.next() & 1 == 0 ? value : -value
            }
            guard let interval = judge.interval(drawn) else {
                preconditionFailure("\(pairCount) pairs have no interval")
            }
            highs.append(interval.high)
            lows.append(-interval.low)
        }
        return (
            max(Self.quantile(highs.sorted(), Self.passProbability), 0),
            max(Self.quantile(lows.sorted(), Self.passProbability), 0)
        )
    }

    private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
        sorted[min(Int((share * Double(sorted.count)).rounded(.up)), sorted.count) - 1]
    }

    /// The standard deviation of the normal distribution whose absolute values
    /// have the same median, which is 0.6745 standard deviations.
    private static func deviation(_ absolute: [Double]) -> Double {
        (Spread(absolute)?.median ?? 0) / 0.6744897501960817
    }
}

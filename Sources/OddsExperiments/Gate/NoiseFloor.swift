import Foundation
import OddsMeasurement
import OddsResults

/// What a gate can tell apart on a machine, from pairs of runs of the same
/// program there.
///
/// Gates of equal sides are drawn from these pairs, each with either sign, as
/// it does not matter which run of a pair is called the candidate. The floor is
/// the smallest threshold below which the upper end of the interval stays in
/// 95% of such gates, so that they pass. A change is found if even the lower
/// end is beyond the threshold; as intervals move with what they measure, how
/// far below the truth that end is follows from the same draws.
package struct NoiseFloor: Sendable {
    /// Logarithms of the ratios within pairs.
    private let logRatios: [Double]
    /// Those between any two runs, without a sign, sorted.
    private let runLogRatios: [Double]
    package let noise: MetricNoise

    /// How often a gate of equal sides passes at the floor.
    package static let passProbability = 0.95
    private static let drawCount = 1_000

    /// `nil` if there are fewer than two pairs, or if a run lacks the figure.
    ///
    /// - Parameter pairs: Two runs of the same program each.
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
    ///   - pairCount: At least as many as an interval takes.
    ///   - judge: Of these gates.
    package func share(pairCount: Int, judge: GateJudge) -> Double {
        expm1(quantiles(pairCount: pairCount, judge: judge).pass)
    }

    /// The smallest true change that gates with `pairCount` pairs find with 95%
    /// probability, as a share, if the figure is held to `threshold`.
    package func detectable(threshold: Double, pairCount: Int, judge: GateJudge) -> Double {
        expm1(log1p(threshold) + quantiles(pairCount: pairCount, judge: judge).alarm)
    }

    /// The floor against runs of another time: 95% of any two runs here differ
    /// by less. It does not shrink with the number of runs, as a machine's mood
    /// is the same for all runs of a time.
    package var shareAcrossTime: Double {
        guard !runLogRatios.isEmpty else { return 0 }
        return expm1(Self.quantile(runLogRatios, Self.passProbability))
    }

    /// About how many pairs it takes for the floor to come down to `share`, as
    /// it falls with the root of the number; `nil` if no number is enough.
    package func pairCount(forFloor share: Double, judge: GateJudge) -> Int? {
        guard share > 0 else { return nil }
        var count = max(judge.pairCountMin, 16)
        // The interval of few pairs is wider than the root has it.
        for _ in 0..<Self.searchCount {
            let ratio = quantiles(pairCount: count, judge: judge).pass / log1p(share)
            if ratio <= 1 { return count }
            count = Int((Double(count) * ratio * ratio).rounded(.up))
            if count > Self.searchedPairCountMax { return count }
        }
        return count
    }

    private static let searchCount = 4
    /// Beyond this the root is relied upon.
    private static let searchedPairCountMax = 1_000

    /// In 95% of gates of equal sides: what the interval's upper end stays
    /// below, and how far below the truth its lower end is at most.
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

    /// The deviation of a normal distribution whose absolute values have this
    /// median.
    private static func deviation(_ absolute: [Double]) -> Double {
        (Spread(absolute)?.median ?? 0) / 0.6744897501960817
    }
}

import Foundation
import OddsResults

/// The noise of one figure, from pairs of runs of one program.
package struct PairNoise: Sendable {
    /// The logarithms of the ratios within pairs, or within groups of pairs.
    let logRatios: [Double]
    /// How many pairs one ratio is made of.
    let pooledPairCount: Int
    package let noise: MetricNoise

    /// `nil` for fewer than two ratios, or if a run lacks the figure.
    ///
    /// - Parameters:
    ///   - pairs: Pairs of runs of one program.
    ///   - strategy: The name of their strategy.
    ///   - metric: The path of the figure's metric.
    package init?(_ pairs: [GatePair], strategy: String, metric: String) {
        let isCounter = metric == RegressionLimit.countedMetric
        let sample = PairedSample(
            isCounter ? pairs.filter(\.servedTheSame) : pairs, metric: metric, isExact: false)
        // Differences have no ratio, but those of a figure that stays 0 are exact.
        guard sample.reason == nil, sample.values.count > 1,
            !sample.isDifference || sample.values.allSatisfy({ $0 == 0 })
        else { return nil }
        logRatios = sample.values
        pooledPairCount = sample.pooledPairCount
        let source = GatePair.source(of: metric, in: pairs)
        let logs = pairs.compactMap { $0.values(source) }.flatMap { [$0.baseline, $0.candidate] }
            .filter { $0 > 0 }.map { log($0) }
        var distances: [Double] = []
        for (index, first) in logs.enumerated() {
            for second in logs[(index + 1)...] { distances.append(abs(first - second)) }
        }
        noise = MetricNoise(
            strategy: strategy, metric: metric,
            pairDeviation: Self.deviation(logRatios.map { abs($0) }),
            runDeviation: Self.deviation(distances),
            isExact: logRatios.allSatisfy { $0 == 0 }, pairCount: logRatios.count)
    }

    /// The standard deviation of the normal distribution whose absolute values
    /// have the same median, which is 0.6745 standard deviations.
    private static func deviation(_ absolute: [Double]) -> Double {
        (Spread(absolute)?.median ?? 0) / 0.6744897501960817
    }
}

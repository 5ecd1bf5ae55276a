import Foundation
import OddsMeasurement
import OddsResults

/// What gates on a machine can tell in a given time, foreseen from pairs of runs
/// of one program.
///
/// Gates are drawn from these pairs, each with a random sign, as either run of a
/// pair could be the candidate. The pairs themselves are a sample: their ratios
/// are stretched by a factor that covers what so few of them do not show of the
/// machine's noise, or else what is promised with 95% would come true less
/// often. A machine that gets noisier after its calibration breaks the promise
/// all the same.
package struct GateOutlook: Sendable {
    private let noise: PairNoise
    private let judge: GateJudge
    /// The numbers of pairs at the first look and at the last.
    private let pairCounts: (first: Int, last: Int)
    private let drawCount: Int

    /// The probability of what is foreseen.
    package static let probability = 0.95

    /// - Parameters:
    ///   - noise: The noise of the figure.
    ///   - judge: The judge of the gates.
    ///   - firstPairCount: The number of pairs at the first look.
    ///   - lastPairCount: How many pairs there is time for.
    ///   - drawCount: How many gates are drawn.
    package init(
        _ noise: PairNoise, judge: GateJudge, firstPairCount: Int, lastPairCount: Int,
        drawCount: Int = 2_000
    ) {
        precondition(firstPairCount > 0)
        self.noise = noise
        self.judge = judge
        self.drawCount = drawCount
        pairCounts = (firstPairCount, max(firstPairCount, lastPairCount))
    }

    /// What one figure's gates can tell, as shares; infinite where the time is
    /// too short for any judgement.
    package struct Resolution: Equatable, Sendable {
        /// The smallest limit at which equal sides pass.
        package let passes: Double
        /// By how much more than the limit the figure has to be worse to be found.
        private let beyond: Double

        init(passes: Double, beyond: Double) {
            self.passes = passes
            self.beyond = beyond
        }

        /// The smallest change that is found.
        package func found(limit: Double) -> Double { expm1(log1p(limit) + beyond) }
    }

    /// The resolution with 95% probability.
    ///
    /// - Complexity: O(draws · pairs · log pairs), some milliseconds.
    package func resolution() -> Resolution {
        guard !noise.noise.isExact else { return Resolution(passes: 0, beyond: 0) }
        let looks = self.looks
        let ranks = looks.enumerated().map { number, count in
            judge.ranks(sampleCount: count, look: number + 1)
        }
        var random = SplitMix64(seed: 1)
        var highs: [Double] = []
        var depths: [Double] = []
        for _ in 0..<drawCount {
            let drawn = (0..<(looks.last ?? 0)).map { _ in draw(&random) }
            let intervals = zip(looks, ranks).compactMap { count, ranks in
                ranks?.interval(Array(drawn.prefix(count)))
            }
            // The gate ends at the first look that decides.
            highs.append(intervals.map(\.high).min() ?? .infinity)
            depths.append(intervals.map { -$0.low }.min() ?? .infinity)
        }
        return Resolution(
            passes: expm1(max(Self.quantile(highs), 0)),
            beyond: max(Self.quantile(depths), 0))
    }

    /// The numbers of ratios at each look.
    private var looks: [Int] {
        var counts: [Int] = []
        var next = pairCounts.first
        while next < pairCounts.last {
            counts.append(next)
            next *= 2
        }
        counts.append(pairCounts.last)
        return counts.map { $0 / noise.pooledPairCount }
    }

    private func draw(_ random: inout SplitMix64) -> Double {
        let ratios = noise.logRatios
        let value = ratios[Int(random.next() % UInt64(ratios.count))] * stretch
        return random.next() & 1 == 0 ? value : -value
    }

    /// The deviation of a robust scale estimated from `n` values is about 1.2/√n
    /// of it; twice that covers 19 of 20 calibrations.
    private var stretch: Double {
        1 + 2 * 1.2 / Double(noise.logRatios.count).squareRoot()
    }

    private static func quantile(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted[Int((probability * Double(sorted.count)).rounded(.up)) - 1]
    }
}

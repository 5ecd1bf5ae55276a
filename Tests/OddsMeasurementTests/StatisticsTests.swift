import Foundation
import Testing

@testable import OddsMeasurement

/// Known values are those of scipy 1.17.
@Suite struct StatisticsTests {
    @Test(arguments: [
        (0.4, 2.0, 3.0, 0.5248), (0.5, 50, 50, 0.5), (0.99999, 1e6, 10, 0.4579178290206094),
        (0, 2, 3, 0), (1, 2, 3, 1),
    ])
    func incompleteBeta(x: Double, a: Double, b: Double, expected: Double) {
        #expect(abs(IncompleteBeta.value(x, a: a, b: b) - expected) < 1e-7)
    }

    @Test(arguments: [
        (1, 12.706204736174694), (2, 4.302652729749462), (5, 2.5705818356363146),
        (10, 2.228138851986274), (30, 2.0422724563012378), (1000, 1.9623390808264083),
    ])
    func studentT(degrees: Int, expected: Double) {
        #expect(abs(StudentT.twoSided95(degreesOfFreedom: degrees) - expected) < 1e-8)
    }

    @Test(arguments: [
        (1, 0.999, 636.6192487687897), (5, 0.9987179487179487, 6.50512600797762),
        (10, 0.5, 0.6998120613124317),
    ])
    func studentTOfOtherConfidences(degrees: Int, confidence: Double, expected: Double) {
        let t = StudentT.twoSided(confidence: confidence, degreesOfFreedom: degrees)
        #expect(abs(t / expected - 1) < 1e-6)
    }

    @Test(arguments: [
        (0.5, 6, 1, 6), (0.5, 10, 2, 9), (0.5, 100, 40, 61), (0.9, 36, 29, 36),
        (0.9, 1_000, 881, 919), (0.99, 368, 360, 368), (0.99, 10_000, 9_880, 9_920),
        (0.999, 3_688, 3_680, 3_688), (0.999, 1_000_000, 998_938, 999_062),
        (0.9999, 36_887, 36_879, 36_887), (0.99, 100_000_000, 98_998_049, 99_001_951),
    ] as [(Double, UInt64, UInt64, UInt64)])
    func ranksOfPercentileIntervals(
        fraction: Double, count: UInt64, lower: UInt64, upper: UInt64
    ) {
        let ranks = OrderStatistics.intervalRanks(fraction: fraction, sampleCount: count)
        #expect(ranks == lower...upper)
    }

    @Test(arguments: [(0.5, 5), (0.9, 35), (0.99, 367), (0.999, 3_687), (0.5, 0), (0.1, 35)])
    func smallSamplesHaveNoInterval(fraction: Double, count: UInt64) {
        #expect(OrderStatistics.intervalRanks(fraction: fraction, sampleCount: count) == nil)
    }

    @Test func leastSquares() throws {
        let values = [2.1, 3.9, 6.2, 7.8, 10.1, 12.2, 13.8, 16.1]
        let fit = try #require(
            LineFit(values.enumerated().map { (Double($0.offset + 1), $0.element) }))
        #expect(abs(fit.slope.value - 1.9976190476190478) < 1e-12)
        #expect(abs(fit.intercept - 0.0357142857142847) < 1e-12)
        #expect(abs(fit.slope.high - fit.slope.value - 0.06802523654372794) < 1e-9)
        #expect(abs(fit.slope.value - fit.slope.low - 0.06802523654372794) < 1e-9)
        #expect(abs(fit.determination - 0.9994194747958132 * 0.9994194747958132) < 1e-12)
    }

    @Test func exactLineHasNoMargin() throws {
        let fit = try #require(LineFit([(0, 1), (1, 3), (2, 5), (3, 7)]))
        #expect(fit.slope == Estimate(value: 2, low: 2, high: 2))
        #expect(fit.determination == 1)
    }

    @Test func noLineWithoutPoints() {
        #expect(LineFit([(0, 1), (1, 2)]) == nil)
        #expect(LineFit([(1, 1), (1, 2), (1, 3)]) == nil)
    }

    @Test("Neighbours that differ leave the ranks of independent points, with Student's margin")
    func medianOfSlopes() throws {
        let values = [5.0, 3, 9, 8, 12, 11, 15, 13, 18, 30]
        let slope = try #require(
            TheilSen.slope(values.enumerated().map { (Double($0.offset), $0.element) }))
        #expect(slope == Estimate(value: 1.75, low: 8 / 7, high: 3.6))
    }

    @Test func outliersDoNotMoveTheTrend() throws {
        var points = (0..<50).map { (x: Double($0), y: 3 * Double($0)) }
        for position in stride(from: 0, to: 50, by: 5) { points[position].y = 1e9 }
        let slope = try #require(TheilSen.slope(points))
        #expect(abs(slope.value - 3) < 1e-9)
        #expect(slope.low <= 3 && slope.high >= 3)
    }

    @Test(
        "At least 90 of 100 intervals of a trend hold, however long its noise remembers",
        arguments: [(0, 120), (0.5, 120), (0.9, 120), (0.99, 120), (0.5, 30), (0.9, 30)])
    func trendsHoldUnderDependence(memory: Double, count: Int) throws {
        var random = SplitMix64(seed: 41)
        var held = 0
        for _ in 0..<100 {
            var noise = DependentSeries.normal(&random)
            let points = (0..<count).map { index in
                defer {
                    noise = memory * noise
                        + (1 - memory * memory).squareRoot() * DependentSeries.normal(&random)
                }
                return (x: Double(index), y: 0.01 * Double(index) + noise)
            }
            let slope = try #require(TheilSen.slope(points))
            if slope.low <= 0.01, slope.high >= 0.01 { held += 1 }
        }
        #expect(held >= 90, "\(held) of 100")
    }

    @Test("A trend that bends is still found to rise")
    func bentTrendsRise() throws {
        let points = (0..<60).map { (x: Double($0), y: (Double($0) + 1).squareRoot()) }
        #expect(try #require(TheilSen.slope(points)).low > 0)
    }

    @Test func noTrendWithoutPoints() {
        #expect(TheilSen.slope([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]) == nil)
        #expect(TheilSen.slope(Array(repeating: (1, 2), count: 10)) == nil)
    }

    /// How often intervals miss, of values that are far from normal and not
    /// symmetric: never more than they may.
    @Test func intervalsOfMediansKeepTheirPromise() throws {
        print("seed 11")
        var random = SplitMix64(seed: 11)
        var missed = (low: 0, high: 0)
        for _ in 0..<4_000 {
            // Pareto's distribution with neither mean nor variance; median 4.
            let values = (0..<24).map { _ in
                let share = 1 - Double.random(in: 0..<1, using: &random)
                return 1 / (share * share)
            }
            let interval = try #require(
                OrderStatistics.medianInterval(values, lowTail: 0.01, highTail: 0.05))
            if interval.low > 4 { missed.low += 1 }
            if interval.high < 4 { missed.high += 1 }
        }
        // Binomial: 0.33% and 3.2% are expected.
        #expect(missed.low < 40, "\(missed)")
        #expect(missed.high < 200 && missed.high > 60, "\(missed)")
    }

    @Test(arguments: [
        (11, 0.000625, 1), (16, 0.000625, 2), (20, 0.000625, 3), (24, 0.000625, 4), (24, 0.05, 8),
    ])
    func medianByOrderStatistics(count: Int, tail: Double, rank: Int) throws {
        let values = (1...count).map(Double.init).shuffled()
        let interval = try #require(
            OrderStatistics.medianInterval(values, lowTail: tail, highTail: 0.05))
        #expect(interval.value == Double(count + 1) / 2)
        #expect(interval.low == Double(rank))
        #expect(OrderStatistics.medianInterval([1, 2, 3], lowTail: tail, highTail: tail) == nil)
    }

    @Test(arguments: [
        (0, 100, 0, 0.03621669264517641), (1, 100, 0.00025314603297742064, 0.054459385392080645),
        (5, 100, 0.016431879182052155, 0.11283491110546275),
        (99, 100, 0.9455406146079194, 0.9997468539670226), (100, 100, 0.9637833073548235, 1),
        (3, 7, 0.09898827844250786, 0.8159484323599169),
    ] as [(Int, Int, Double, Double)])
    func intervalOfAProbability(successes: Int, trials: Int, low: Double, high: Double) {
        let interval = ClopperPearson.interval95(successes: successes, trials: trials)
        #expect(abs(interval.lowerBound - low) < 1e-7)
        #expect(abs(interval.upperBound - high) < 1e-7)
    }

    /// The probabilities p at which the share is 1.96 of p's own deviations away, found as the
    /// roots of that quadratic.
    @Test(arguments: [
        (0, 100, 0, 0.03699349820698568), (1, 100, 0.001767432064140646, 0.05448619617870532),
        (5, 100, 0.021543679154367976, 0.11175046923191911),
        (3, 7, 0.1582198552514697, 0.7495416354723429), (100, 100, 0.9630065017930162, 1),
    ] as [(Int, Int, Double, Double)])
    func intervalOfAShare(successes: Int, trials: Int, low: Double, high: Double) {
        let interval = WilsonInterval.interval95(successes: successes, trials: trials)
        #expect(abs(interval.lowerBound - low) < 1e-7, "\(interval)")
        #expect(abs(interval.upperBound - high) < 1e-7, "\(interval)")
    }

    /// The first numbers of the reference implementation.
    @Test func numbersOfSplitMix() {
        var random = SplitMix64(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
    }

    @Test func estimatesInOtherUnits() {
        let estimate = Estimate(value: 2, low: 1, high: 4).scaled(by: 60)
        #expect(estimate == Estimate(value: 120, low: 60, high: 240))
    }

    /// scipy's `ttest_ind` of the logarithms with `equal_var=False`, but with
    /// whole degrees of freedom: 5 of 5.12 here.
    @Test func ratioOfMeans() throws {
        let ratio = try #require(
            Estimate.ratio(of: [110, 120, 115, 130], to: [100, 90, 95, 102, 97]))
        #expect(abs(ratio.value - 1.2255645119211018) < 1e-9)
        #expect(abs(ratio.low - 1.1010418118445657) < 1e-9)
        #expect(abs(ratio.high - 1.3641701493280323) < 1e-9)
        #expect(Estimate.ratio(of: [1], to: [1, 2]) == nil)
        #expect(Estimate.ratio(of: [1, 0], to: [1, 2]) == nil)
        #expect(Estimate.ratio(of: [2, 2], to: [1, 1]) == Estimate(value: 2, low: 2, high: 2))
    }

    /// The margin is t(0.975, 3) = 3.182446 standard errors of the logarithms.
    @Test("The geometric mean of ratios has the t interval of their logarithms")
    func geometricMean() throws {
        let mean = try #require(Estimate.geometricMean(of: [1.1, 1.3, 1.2, 1.5]))
        #expect(abs(mean.value - 1.2666369) < 1e-6)
        #expect(abs(log(mean.high / mean.value) - 0.2096714) < 1e-6)
        #expect(abs(log(mean.value / mean.low) - 0.2096714) < 1e-6)
        #expect(Estimate.geometricMean(of: [1.1]) == nil)
        #expect(Estimate.geometricMean(of: [1.1, 0]) == nil)
    }
}

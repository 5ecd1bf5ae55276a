import Testing

@testable import OddsMeasurement

@Suite struct LatencyBlocksTests {
    @Test("Steps rise by one, without gaps")
    func stepsFollowEachOther() {
        for value in UInt64(1)...5_000 {
            let rise = LatencyBlocks.step(of: value) - LatencyBlocks.step(of: value - 1)
            #expect(rise == 0 || rise == 1)
        }
        for exponent in 6..<37 {
            let value = UInt64(1) << UInt64(exponent)
            #expect(LatencyBlocks.step(of: value) == LatencyBlocks.step(of: value - 1) + 1)
        }
    }

    @Test("Latencies before, within, at the end of and after the window are counted")
    func timesBelongToBlocks() throws {
        var blocks = LatencyBlocks(windowNanoseconds: 6_400)
        for time in [-5, 0, 99, 100, 3_000, 6_399, 6_400, 1_000_000] as [Int64] {
            for value in [10, 20] as [UInt64] { blocks.record(value, at: time) }
        }
        // Only five of 64 blocks have values.
        #expect(blocks.effectiveCount(at: 10) == nil)
        for block in 64..<128 { blocks.record(UInt64(block % 2) * 10, at: .max - 1) }
        #expect(blocks.effectiveCount(at: 10) == nil)
    }

    @Test("Values that are alike within blocks count once per block")
    func equalValuesOfABlockCountOnce() throws {
        var random = SplitMix64(seed: 5)
        var blocks = LatencyBlocks(windowNanoseconds: 6_400)
        for block in 0..<64 {
            let value: UInt64 = Bool.random(using: &random) ? 1_000 : 2_000
            for _ in 0..<50 { blocks.record(value, at: Int64(block) * 100) }
        }
        let count = try #require(blocks.effectiveCount(at: 1_000))
        #expect(count > 20 && count <= 64, "\(count)")
    }

    @Test("Where all values are alike, nothing is said about their dependence")
    func constantsHaveNoInterval() {
        var blocks = LatencyBlocks(windowNanoseconds: 6_400)
        for time in 0..<6_400 { blocks.record(1_000, at: Int64(time)) }
        #expect(blocks.effectiveCount(at: 1_000) == nil)
    }

    @Test("The longest latencies have a step of their own")
    func longLatenciesAreClamped() {
        var blocks = LatencyBlocks(windowNanoseconds: 6_400)
        for time in 0..<6_400 { blocks.record(time % 2 == 0 ? .max : 5, at: Int64(time)) }
        #expect(blocks.effectiveCount(at: 5) != nil)
        #expect(blocks.effectiveCount(at: .max) != nil)
    }
}

/// How often the interval within a run holds the percentile of the process that
/// the run is a part of.
@Suite struct CoverageTests {
    struct Coverage {
        var given = 0
        var held = 0
    }

    /// Of a hundred runs, those that have an interval and those whose interval
    /// holds the percentile of all runs together.
    static func coverage(
        of series: DependentSeries, count: Int, at percentiles: [Percentile], seed: UInt64
    ) -> [Percentile: Coverage] {
        var random = SplitMix64(seed: seed)
        var all = LatencyHistogram()
        let intervals = (0..<100).map { _ in
            var histogram = LatencyHistogram()
            var blocks = LatencyBlocks(windowNanoseconds: UInt64(count))
            for (time, value) in series.values(count, &random).enumerated() {
                histogram.record(value)
                blocks.record(value, at: Int64(time))
            }
            all.merge(histogram)
            return percentiles.map { histogram.interval(at: $0, within: blocks) }
        }
        var result: [Percentile: Coverage] = [:]
        for (position, percentile) in percentiles.enumerated() {
            let truth = all.value(at: percentile)!
            let own = intervals.compactMap { $0[position] }
            result[percentile] = Coverage(
                given: own.count, held: own.count { $0.contains(truth) })
        }
        return result
    }

    /// The frames of ten seconds at the default rate, or so many that the tail of
    /// a queue has an interval.
    private static func count(_ series: DependentSeries) -> Int {
        series == .bursts ? 40_000 : 12_000
    }

    @Test(
        "At least 90 of 100 intervals hold the percentile of dependent latencies",
        arguments: [
            DependentSeries.independent, .autoregressive90, .autoregressive99, .bursts, .modes20,
        ])
    func intervalsHoldUnderDependence(series: DependentSeries) throws {
        for (percentile, found) in Self.coverage(
            of: series, count: Self.count(series), at: [.p50, .p99], seed: 21)
        {
            print("\(series) \(percentile.label): \(found)")
            // So dependent a tail has too few independent values.
            let isGiven = percentile == .p50 || series != .autoregressive99
            #expect(found.given >= (isGiven ? 70 : 0), "\(percentile.label): \(found)")
            #expect(found.given <= (isGiven ? 100 : 10), "\(percentile.label): \(found)")
            if isGiven {
                #expect(found.held * 100 >= found.given * 90, "\(percentile.label): \(found)")
            }
        }
    }

    @Test("Ranks that presume independence miss the median of dependent latencies")
    func independenceWouldBeWrong() {
        var random = SplitMix64(seed: 22)
        var held = 0
        for _ in 0..<50 {
            var histogram = LatencyHistogram()
            for value in DependentSeries.autoregressive99.values(5_000, &random) {
                histogram.record(value)
            }
            let interval = histogram.interval(at: .p50, effectiveCount: histogram.count)
            if interval?.contains(50_000) ?? false { held += 1 }
        }
        #expect(held < 20, "\(held) of 50")
    }
}

import OddsMeasurement
import Testing

@Suite struct LatencyHistogramTests {
    @Test func percentilesOfKnownValues() {
        var histogram = LatencyHistogram()
        for value in 1...1000 { histogram.record(UInt64(value)) }
        #expect(histogram.value(at: .p50) == 500)
        #expect(histogram.value(at: .p90) == 900)
        #expect(histogram.value(at: .p95) == 950)
        #expect(histogram.value(at: .p99) == 990)
        #expect(histogram.value(at: .p999) == nil, "1,000 values are too few")
        #expect(histogram.max == 1000)
        #expect(histogram.count == 1000)
    }

    @Test(
        arguments: zip(
            Percentile.allCases, [6, 36, 72, 368, 3_688, 36_887] as [UInt64]))
    func percentileNeedsItsSample(percentile: Percentile, count: UInt64) {
        #expect(percentile.sampleCountMin == count)
        var histogram = LatencyHistogram()
        for _ in 1..<count { histogram.record(7) }
        #expect(histogram.value(at: percentile) == nil)
        histogram.record(7)
        #expect(histogram.value(at: percentile) == 7)
    }

    /// The values are their own ranks. Raising some of them cannot lift a percentile
    /// by more ranks.
    @Test func ceilingAllowsForUnknownValues() {
        var histogram = LatencyHistogram()
        for value in 1...1000 { histogram.record(UInt64(value)) }
        #expect(histogram.ceiling(at: .p99, unknownCount: 0) == 990)
        #expect(histogram.ceiling(at: .p99, unknownCount: 7) == 997)
        #expect(histogram.ceiling(at: .p99, unknownCount: 10) == 1000)
        #expect(histogram.ceiling(at: .p99, unknownCount: 11) == nil, "a p99 may be any of them")
        #expect(histogram.ceiling(at: .p999, unknownCount: 0) == nil, "1,000 values are too few")
    }

    /// The values are their own ranks: 881 and 919 are those of scipy's
    /// `binom` for 1,000 values.
    @Test func intervalHasTheValuesAtItsRanks() {
        var histogram = LatencyHistogram()
        for value in 1...1000 { histogram.record(UInt64(value)) }
        #expect(histogram.interval(at: .p90, effectiveCount: histogram.count) == 881...919)
        #expect(histogram.interval(at: .p999, effectiveCount: histogram.count) == nil)
    }

    @Test(arguments: Percentile.allCases)
    func intervalExistsWhereThePercentileDoes(percentile: Percentile) throws {
        var histogram = LatencyHistogram()
        for number in 1..<percentile.sampleCountMin { histogram.record(number * 1_000) }
        #expect(histogram.interval(at: percentile, effectiveCount: histogram.count) == nil)
        histogram.record(1)
        let value = try #require(histogram.value(at: percentile))
        let interval = histogram.interval(at: percentile, effectiveCount: histogram.count)
        #expect(try #require(interval).contains(value))
    }

    @Test func intervalIsWidenedToTheStepsOfTheHistogram() throws {
        var histogram = LatencyHistogram()
        for _ in 0..<100 { histogram.record(123_456_789) }
        let interval = try #require(histogram.interval(at: .p50, effectiveCount: histogram.count))
        #expect(interval.lowerBound <= 123_456_789)
        #expect(interval.upperBound == 123_456_789, "the maximum is exact")
        #expect(Double(interval.lowerBound) > 123_456_789 * 0.999)
    }

    @Test("Ranks of an effective sample are those of as large a share of all")
    func effectiveSampleWidensTheInterval() {
        var histogram = LatencyHistogram()
        for value in 1...1000 { histogram.record(UInt64(value)) }
        // The ranks of 40 and 61 in 100, rounded outwards.
        #expect(histogram.interval(at: .p50, effectiveCount: 100) == 391...610)
        #expect(histogram.interval(at: .p50, effectiveCount: 5) == nil)
        #expect(histogram.interval(at: .p90, effectiveCount: 9_999) == 881...919)
    }

    /// A stall of five intervals is five late wake-ups, not one.
    @Test func missedSamplesAreMadeUpFor() {
        var histogram = LatencyHistogram()
        histogram.record(4_500, missedEvery: 1_000)
        histogram.record(1_000, missedEvery: 1_000)
        #expect(histogram.count == 6)
        #expect(histogram.max == 4_500)
        #expect(histogram.value(at: .p50) == 1_500)
    }

    @Test func resetForgets() {
        var histogram = LatencyHistogram()
        histogram.record(.max)
        histogram.reset()
        #expect(histogram.count == 0)
        #expect(histogram.clampedCount == 0)
        #expect(histogram.mean == nil)
    }

    @Test func threeSignificantDigits() throws {
        var histogram = LatencyHistogram()
        for _ in 0..<10 { histogram.record(123_456_789) }
        histogram.record(987_654_321)
        let median = try #require(histogram.value(at: .p50))
        #expect(abs(Double(median) / 123_456_789 - 1) < 0.001)
        #expect(histogram.max == 987_654_321)
    }

    @Test func mergingIsRecordingAll() {
        var left = LatencyHistogram()
        var right = LatencyHistogram()
        var all = LatencyHistogram()
        for value in stride(from: UInt64(1), to: 2_000, by: 1) {
            if value % 3 == 0 { left.record(value * value) } else { right.record(value * value) }
            all.record(value * value)
        }
        left.merge(right)
        #expect(left.count == all.count)
        #expect(left.max == all.max)
        for percentile in Percentile.allCases {
            #expect(left.value(at: percentile) == all.value(at: percentile))
        }
    }

    @Test func whatIsTooLongIsClampedAndCounted() {
        var histogram = LatencyHistogram()
        histogram.record(.max)
        histogram.record(LatencyHistogram.nanosecondsMax)
        #expect(histogram.count == 2)
        #expect(histogram.clampedCount == 1)
        #expect(histogram.max == LatencyHistogram.nanosecondsMax)
    }

    @Test func emptyHasNoFigures() {
        let histogram = LatencyHistogram()
        #expect(histogram.max == nil)
        #expect(histogram.value(at: .p50) == nil)
    }
}

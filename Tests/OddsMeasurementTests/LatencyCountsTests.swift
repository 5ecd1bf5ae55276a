import SeededRandom
import Testing

@testable import OddsMeasurement

@Suite struct LatencyCountsTests {
    /// Whatever is counted, in any order, the histogram is the one that recorded it.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func countsAreThoseOfAHistogram(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var counts = LatencyCounts()
        var histogram = LatencyHistogram()
        for _ in 0..<10_000 {
            let nanoseconds = random.next() >> UInt64.random(in: 17..<64, using: &random)
            counts.record(nanoseconds)
            histogram.record(nanoseconds)
        }
        #expect(counts.histogram.encoded() == histogram.encoded())
        #expect(counts.histogram.max == histogram.max)
        for percentile in Percentile.allCases {
            #expect(counts.histogram.value(at: percentile) == histogram.value(at: percentile))
        }
    }

    @Test func nothingIsCountedAtFirst() {
        #expect(LatencyCounts().histogram.count == 0)
        #expect(LatencyCounts().histogram.max == nil)
    }

    @Test func zeroIsALatency() {
        var counts = LatencyCounts()
        counts.record(0)
        #expect(counts.histogram.count == 1)
        #expect(counts.histogram.max == 0)
    }

    @Test func latenciesBeyondADayAreClamped() {
        var counts = LatencyCounts()
        counts.record(.max)
        counts.record(LatencyHistogram.nanosecondsMax)
        #expect(counts.histogram.count == 2)
        #expect(counts.histogram.max == LatencyHistogram.nanosecondsMax)
        #expect(counts.histogram.clampedCount == 1)
    }
}

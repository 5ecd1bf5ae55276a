import Testing

@testable import OddsMeasurement

/// Counts of whole microseconds, as a page has them.
@Suite struct SparseHistogramTests {
    private static func read(
        _ counts: [(UInt64, UInt64)]
    ) throws(SparseHistogramError) -> LatencyHistogram {
        try LatencyHistogram(microseconds: counts.map { (value: $0.0, count: $0.1) })
    }

    /// Up to 2,047 each value has a step of its own; then they become wider.
    @Test func valuesCountAsTheUpperEndsOfTheirSteps() throws {
        let histogram = try Self.read([(0, 1), (17, 5), (2_047, 1), (2_048, 3), (20_000, 1)])
        #expect(histogram.count == 11)
        #expect(histogram.max == 20_015_000)
        #expect(histogram.value(at: .p50) == 17_007)
    }

    @Test func nothingIsAnEmptyHistogram() throws {
        #expect(try Self.read([]).max == nil)
    }

    /// What was counted in nanoseconds, in whole microseconds and read back differs by less than
    /// the width of a step.
    @Test func percentilesAreThoseOfTheValues() throws {
        var exact = LatencyHistogram()
        var counts: [UInt64: UInt64] = [:]
        for number in 1...5_000 as ClosedRange<UInt64> {
            let microseconds = number * number % 60_000
            exact.record(microseconds * 1_000)
            let step = HistogramLayout.values(at: HistogramLayout.index(of: microseconds))
            counts[step.lowerBound, default: 0] += 1
        }
        let read = try Self.read(counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        for percentile in [Percentile.p50, .p90, .p99, .p999] {
            let one = try #require(exact.value(at: percentile))
            let other = try #require(read.value(at: percentile))
            #expect(other >= one && Double(other) < Double(one) * 1.002)
        }
    }

    @Test func whatWasRecordedSinceIsTheDifference() throws {
        let earlier = try Self.read([(10, 5), (3_000, 2)])
        let later = try Self.read([(10, 5), (20, 4), (3_000, 3)])
        let since = later.since(earlier)
        #expect(since.count == 5)
        #expect(since.max.map { (3_000_000...3_004_000).contains($0) } == true)
        #expect(later.since(later).max == nil)
        // What is not later has nothing that the earlier one lacks.
        #expect(earlier.since(later).count == 0)
    }

    @Test func wrongCountsAreRefused() {
        #expect(throws: SparseHistogramError.order(position: 1)) { try Self.read([(5, 1), (5, 1)]) }
        #expect(throws: SparseHistogramError.order(position: 2)) {
            try Self.read([(5, 1), (9, 1), (8, 1)])
        }
        #expect(throws: SparseHistogramError.count(position: 0)) { try Self.read([(5, 0)]) }
        #expect(throws: SparseHistogramError.count(position: 1)) {
            try Self.read([(5, 1 << 53), (6, 1)])
        }
        #expect(throws: SparseHistogramError.step(position: 0, value: 2_049)) {
            try Self.read([(2_049, 1)])
        }
        #expect(throws: SparseHistogramError.range(position: 0)) { try Self.read([(.max, 1)]) }
    }
}

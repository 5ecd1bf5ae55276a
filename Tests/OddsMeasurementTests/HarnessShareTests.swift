import OddsMeasurement
import Testing

@Suite struct HarnessShareTests {
    private func histogram(_ values: [(UInt64, Int)]) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for (value, count) in values { for _ in 0..<count { histogram.record(value) } }
        return histogram
    }

    @Test("The share is relative to the figure, percentile by percentile")
    func shareIsRelative() throws {
        let undelayed = histogram([(100_000, 1_000)])
        let reported = histogram([(100_000, 980), (571_000, 20)])
        let share = HarnessShare(reported, undelayed: undelayed)
        #expect(share.parts.map(\.percentile) == [.p50, .p90, .p99])
        let worst = try #require(share.worst)
        #expect(worst.percentile == .p99)
        #expect(abs(worst.share - 0.825) < 0.001)
        // The same delay is nothing beside 100 ms.
        #expect(
            HarnessShare(
                histogram([(100_471_000, 1_000)]), undelayed: histogram([(100_000_000, 1_000)])
            ).worst == nil)
    }

    @Test("A tenth is the bound, and a microsecond the floor")
    func boundAndFloor() {
        #expect(!HarnessShare.isTooMuch(in: 100_000, undelayed: 90_000))
        #expect(HarnessShare.isTooMuch(in: 100_000, undelayed: 89_999))
        #expect(!HarnessShare.isTooMuch(in: 1_500, undelayed: 500))
        #expect(HarnessShare.isTooMuch(in: 1_501, undelayed: 500))
        #expect(!HarnessShare.isTooMuch(in: 90_000, undelayed: 100_000))
    }

    @Test("A sample without percentiles is judged by its maximum")
    func smallSample() {
        let share = HarnessShare(
            histogram([(5_000_000, 5)]), undelayed: histogram([(100_000, 5)]))
        #expect(share.parts.map(\.percentile) == [nil])
        #expect(share.worst != nil)
        #expect(HarnessShare(LatencyHistogram(), undelayed: LatencyHistogram()).parts.isEmpty)
    }
}

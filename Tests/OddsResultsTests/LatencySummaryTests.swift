import Foundation
import OddsMeasurement
import OddsResults
import Testing

@Suite struct LatencySummaryTests {
    @Test("A summary has each percentile of its histogram, also after JSON")
    func percentiles() throws {
        var histogram = LatencyHistogram()
        for value in 1...100_000 { histogram.record(UInt64(value)) }
        let json = try ResultCoding.encode(LatencySummary(histogram))
        let summary = try JSONDecoder().decode(LatencySummary.self, from: json)
        for percentile in Percentile.allCases {
            #expect(summary[percentile] == histogram.value(at: percentile))
        }
        let values = try #require(
            JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(values["p95"] as? UInt64 == histogram.value(at: .p95))
        #expect(Set(Percentile.allCases.compactMap { summary[$0] }).count == 6)
    }

    @Test("An older summary without p95 is read")
    func olderSummary() throws {
        let json = Data(#"{"unit":"ns","p50":1,"p90":2,"p99":3,"max":4,"count":1000}"#.utf8)
        let summary = try JSONDecoder().decode(LatencySummary.self, from: json)
        #expect(summary[.p95] == nil)
        #expect(summary[.p99] == 3)
    }
}

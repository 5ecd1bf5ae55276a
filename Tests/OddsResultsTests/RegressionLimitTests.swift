import OddsResults
import Testing

@Suite struct RegressionLimitTests {
    @Test func limitsAreRead() throws {
        let limits = try RegressionLimit.list(
            "responseTime.p99=10%, serviceTime.p50=2.5%,allocationsPerUpdate=0")
        #expect(limits.map(\.share) == [0.1, 0.025, 0])
        #expect(limits.map(\.text).joined(separator: ",")
            == "responseTime.p99=10%,serviceTime.p50=2.5%,allocationsPerUpdate=0")
        #expect(limits[2].isExact)
    }

    @Test(arguments: [
        "", "p50=5%", "serviceTime.p50", "serviceTime.p50=-5%",
        "serviceTime.p50=5%,", "serviceTime.p50=5%,serviceTime.p50=6%", "serviceTime.p50=x%",
        "serviceTime.p50=1e3%", "serviceTime.p50=%", "a=b=c",
    ])
    func otherTextIsRefused(text: String) {
        #expect(throws: RegressionLimit.ParsingError.self) { try RegressionLimit.list(text) }
    }

    @Test(arguments: [(0.05, "5%"), (0.025, "2.5%"), (0.15, "15%"), (0.07, "7%"), (0.0, "0%")])
    func percentages(share: Double, text: String) {
        #expect(PercentText.text(share: share) == text)
        #expect(PercentText.share(text) == share)
    }
}

import OddsResults
import Testing

@Suite struct QuantityTests {
    @Test(arguments: [
        ("0", 0), ("10000", 10_000), ("10k", 10_000), ("1.5M", 1_500_000), ("1e6", 1_000_000),
        ("10_000", 10_000), ("10,000", 10_000), ("2G", 2_000_000_000), ("1,234_567", 1_234_567),
        ("1_500.0k", 1_500_000),
    ])
    func counts(text: String, number: Int) {
        #expect(CountText.number(text) == number)
    }

    @Test(arguments: [
        "", "-5", "+5", "k", "10kk", "1.5", "1e-3", "e6", "nan", "inf", "0x10", "1e30", "5%",
        "10 k", "１", "_5", "1,5", "1_0", "1000,000", "10,00", "1,000_", "10k,000", "1e5,000",
    ])
    func otherCountsAreRefused(text: String) {
        #expect(CountText.number(text) == nil)
    }

    @Test(arguments: [("5%", 0.05), ("5", 0.05), ("0", 0), ("2.5", 0.025), ("0.5%", 0.005)])
    func percentages(text: String, share: Double) {
        #expect(PercentText.share(text) == share)
    }

    @Test(arguments: ["", "%", "-5%", "5%%", "1e3%", "nan", "1e9%", "10000001"])
    func otherPercentagesAreRefused(text: String) {
        #expect(PercentText.share(text) == nil)
    }

    @Test(arguments: [
        ("64MiB", 67_108_864.0), ("512kB", 512_000), ("1.5GB", 1.5e9), ("100B", 100),
        ("1KiB", 1024),
    ])
    func sizes(text: String, bytes: Double) {
        #expect(SizeText.bytes(text) == bytes)
    }

    @Test(arguments: ["", "64", "B", "MiB", "-1B", "64 MiB", "64mib", "1TB2"])
    func otherSizesAreRefused(text: String) {
        #expect(SizeText.bytes(text) == nil)
    }
}

@Suite struct NearestNameTests {
    /// Damerau's four slips cost one each.
    @Test(arguments: [
        ("graph", "graph", 0), ("grpah", "graph", 1), ("grph", "graph", 1),
        ("graaph", "graph", 1), ("grabh", "graph", 1), ("", "abc", 3), ("kitten", "sitting", 3),
    ])
    func distances(a: String, b: String, distance: Int) {
        #expect(NearestName.distance(a, b) == distance)
        #expect(NearestName.distance(b, a) == distance)
    }

    @Test func onlyNearNamesAreOffered() {
        let names = ["full", "delta", "graph"]
        #expect(NearestName.question("grpah", among: names) == "; did you mean 'graph'?")
        #expect(NearestName.question("DELTA", among: names) == "; did you mean 'delta'?")
        #expect(NearestName.question("nonsense", among: names) == "")
    }
}

@Suite struct UncertaintyTextTests {
    @Test(
        "A duration says how far it may be off in its own unit and with as many decimals",
        arguments: [
            (1_840_000.0, 60_000 as UInt64, "1.84 ms ± 0.06"), (1_840_000, 0, "1.84 ms"),
            (1_840_000, 1_000, "1.84 ms ± 0.01"), (18_400_000, 60_000, "18.4 ms ± 0.1"),
            (184_000_000, 60_000, "184 ms ± 1"), (850, 60_000, "850 ns ± 60000"),
            (12_300, 60_000, "12.3 µs ± 60.0"),
        ])
    func uncertainty(nanoseconds: Double, uncertainty: UInt64, text: String) {
        #expect(
            FigureFormat.duration(nanoseconds: nanoseconds, uncertainty: uncertainty) == text)
    }
}

import OddsBetting
import SeededRandom
import Testing

@Suite struct OddsTests {
    @Test("Odds count by their exact value, in whatever form JSON allows", arguments: [
        ("1.85", 185_000_000), ("185e-2", 185_000_000), ("0.185E+1", 185_000_000),
        ("1.850000000", 185_000_000), ("1.9090909", 190_909_090), ("2", 200_000_000),
        ("1.00000001", 100_000_001), ("100000001e-8", 100_000_001),
        ("1e9", 100_000_000_000_000_000), ("0", 0), ("-0", 0), ("0.0e99", 0),
        ("9999999999.99999999", 999_999_999_999_999_999),
    ]) func textIsReadExactly(_ text: String, _ units: Int64) {
        #expect(Odds(text)?.units == units)
    }

    @Test("Odds have ten digits before the point and eight after it, and are JSON numbers",
        arguments: [
            "", "-", "-1.5", "1.000000001", "1e-9", "10000000000", "1e10", "1e99999999999999999999",
            "01.5", "00", "1.", ".5", "1.e5", "+1.5", "1,5", " 1.5", "1.5 ", "1.5\n", "1.2.3", "1e",
            "e1", "1e+", "1e1.5", "0x1", "NaN", "inf", "١.٥", "1_5",
        ]) func otherTextIsNone(_ text: String) {
            #expect(Odds(text) == nil)
        }

    @Test("The text of odds has no places that are not needed, and is read again")
    func text() {
        #expect(Odds(units: 190_000_000).text == "1.9")
        #expect(Odds(units: 200_000_000).text == "2")
        #expect(Odds(units: 100_000_001).text == "1.00000001")
        #expect(Odds(units: 1_000_000).text == "0.01")
        #expect(Odds(units: 0).text == "0")
        #expect(Odds.max.text == "9999999999.99999999")
        var random = SplitMix64(seed: 91)
        for _ in 0..<10_000 {
            let odds = Odds(units: Int64.random(in: 0...Odds.max.units, using: &random))
            #expect(Odds(odds.text) == odds)
        }
    }

    @Test("Equality and order are those of exact decimals: 1.90 is 1.9")
    func comparison() throws {
        #expect(Odds("1.90") == Odds("1.9"))
        #expect(try #require(Odds("1.89999999")) < #require(Odds("1.9")))
        #expect(try #require(Odds("10")) > #require(Odds("9.99999999")))
    }

    @Test("A double counts by its shortest decimal", arguments: [
        (1.85, "1.85"), (1.1, "1.1"), (0.1 + 0.2, nil), (1.9090909, "1.9090909"), (2, "2"),
        (1e9, "1000000000"), (1e10, nil), (1e-8, "0.00000001"), (1e-9, nil),
        (1.00000001, "1.00000001"), (-1.5, nil), (.nan, nil), (.infinity, nil),
        (9_999_999_999, "9999999999"),
    ] as [(Double, String?)]) func shortestDecimal(_ value: Double, _ text: String?) {
        #expect(Odds(shortestDecimalOf: value)?.text == text)
    }

    @Test("A double that was read from a decimal of the feed is that decimal again")
    func doublesOfDecimals() throws {
        var random = SplitMix64(seed: 92)
        for _ in 0..<10_000 {
            // All decimals of up to 15 digits survive.
            let odds = Odds(units: Int64.random(in: 1...999_999_999_999_999, using: &random))
            #expect(Odds(shortestDecimalOf: try #require(Double(odds.text))) == odds)
        }
    }
}

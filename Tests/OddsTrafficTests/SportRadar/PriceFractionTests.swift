import OddsTestInputs
import Testing

@testable import OddsTraffic

@Suite struct PriceFractionTests {
    /// SR-V4 and EM-P4: both wires say the same double.
    private func check(_ tenMillionths: UInt64) throws {
        let fraction = PriceFraction(tenMillionths: tenMillionths)
        let rest = "\(10_000_000 + tenMillionths % 10_000_000)".dropFirst()
        let decimal = "\(tenMillionths / 10_000_000).\(rest)"
        let odds = try #require(Double(decimal))
        let quotient = Double(fraction.up + fraction.down) / Double(fraction.down)
        #expect(quotient.bitPattern == odds.bitPattern, "\(decimal)")
        // SR-V3: at most 15 digits, and exact as doubles.
        #expect(fraction.down >= 1 && fraction.up < 1_000_000_000_000_000)
        // The value itself, without rounding, in lowest terms.
        let (left, right) = (
            (fraction.up + fraction.down).multipliedFullWidth(by: 10_000_000),
            tenMillionths.multipliedFullWidth(by: fraction.down)
        )
        #expect(left.high == right.high && left.low == right.low)
        for prime in [2, 5] as [UInt64] {
            #expect(!fraction.up.isMultiple(of: prime) || !fraction.down.isMultiple(of: prime))
        }
    }

    @Test("Examples of the contract", arguments: [
        (18_500_000, 17, 20), (17_936_507, 7_936_507, 10_000_000), (20_000_000, 1, 1),
        (10_000_000, 0, 1), (35_000_000, 5, 2), (10_000_000_000, 999, 1),
        (999_999_990_000_000, 99_999_998, 1),
    ] as [(UInt64, UInt64, UInt64)])
    func examples(tenMillionths: UInt64, up: UInt64, down: UInt64) throws {
        let fraction = PriceFraction(tenMillionths: tenMillionths)
        #expect((fraction.up, fraction.down) == (up, down))
        try check(tenMillionths)
    }

    @Test("Random odds of every size")
    func randomOdds() throws {
        var random = SplitMix64(seed: 9)
        for _ in 0..<3_000 {
            for size in [2, 10, 100, 10_000, 99_999_999] as [UInt64] {
                try check(10_000_000 + random.next() % (10_000_000 * (size - 1)))
            }
            try check(100_000 * (100 + random.next() % 100_000))
        }
    }

    @Test("All rungs of the ladder")
    func ladder() throws {
        let ladder = PriceLadder()
        let fractions = FractionLadder(ladder)
        for rung in 0..<ladder.rungCount {
            let odds = ladder.tenMillionths(of: rung)
            #expect(fractions[UInt16(rung)] == PriceFraction(tenMillionths: odds))
            try check(odds)
        }
    }
}

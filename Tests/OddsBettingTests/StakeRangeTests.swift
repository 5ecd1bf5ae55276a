import OddsBetting
import SeededRandom
import Testing

@Suite struct StakeRangeTests {
    private func single(_ text: String) throws -> BetReturn {
        let value = SelectionValue(open: try #require(Odds(text)))
        return try #require(BetReturn(others: [value], type: .single))
    }

    @Test("At least 0.35, and 0.05 for each of several lines; at most 2,500.00", arguments: [
        (1, 35), (2, 35), (7, 35), (8, 40), (57, 285), (184_756, 923_780), (.max, .max),
    ] as [(Int, Int64)]) func least(_ lines: Int, _ least: Int64) {
        #expect(StakeRange.least(lines: lines).minorUnits == least)
        #expect(StakeRange.most.text == "2500.00")
    }

    @Test("A stake is taken from the least to the greatest; none where these cross", arguments: [
        (1, 34, false), (1, 35, true), (1, 250_000, true), (1, 250_001, false),
        (77_520, 250_000, false), (77_520, 387_600, false), (.max, .max, false),
    ] as [(Int, Int64, Bool)]) func takes(_ lines: Int, _ stake: Int64, _ isTaken: Bool) {
        #expect(StakeRange.takes(Money(minorUnits: stake), lines: lines) == isTaken)
    }

    @Test("The greatest stake is the last one whose return is at most 500,000.00",
        arguments: [
            ("2", 250_000), ("200", 250_000),
            ("200.00000001", 250_000), ("200.001", 249_998), ("1000", 50_000),
            ("1000.01", 49_999), ("333.33", 150_001), ("50000000", 1), ("50000001", 0),
            ("9999999999", 0),
        ] as [(String, Int64)])
    func greatest(_ odds: String, _ greatest: Int64) throws {
        let formula = try single(odds)
        #expect(StakeRange.greatest(formula, isFree: false).minorUnits == greatest)
    }

    @Test("A free bet returns less by its stake, but not below 0")
    func free() throws {
        let stake = Money(minorUnits: 1_000)
        #expect(StakeRange.returned(stake, try single("1.85"), isFree: true).text == "8.50")
        #expect(StakeRange.returned(stake, try single("1.85"), isFree: false).text == "18.50")
        #expect(StakeRange.returned(stake, try single("0.5"), isFree: true) == .zero)
        // 201 · 2,500.00 less 2,500.00
        #expect(StakeRange.greatest(try single("201"), isFree: true).text == "2500.00")
        #expect(StakeRange.greatest(try single("201"), isFree: false).text == "2487.56")
        #expect(StakeRange.greatest(try single("201.01"), isFree: true).text == "2499.87")
    }

    @Test("The greatest stake passes, and the next does not, whatever the ticket")
    func isTheLast() throws {
        var random = SplitMix64(seed: 96)
        for _ in 0..<1_000 {
            let count = Int.random(in: 2...12, using: &random)
            let values = (0..<count).map { _ in
                SelectionValue(open: Odds(
                    units: 1_000_000 * Int64.random(in: 101...900, using: &random)))
            }
            let size = Int.random(in: 1...count, using: &random)
            let formula = try #require(
                BetReturn(others: values, type: size == count ? .multiple : .system(size: size)))
            let isFree = Bool.random(using: &random)
            let greatest = StakeRange.greatest(formula, isFree: isFree)
            #expect(StakeRange.returned(greatest, formula, isFree: isFree) <= StakeRange.returnMax)
            guard greatest < StakeRange.most else { continue }
            let next = Money(minorUnits: greatest.minorUnits + 1)
            #expect(StakeRange.returned(next, formula, isFree: isFree) > StakeRange.returnMax)
        }
    }
}

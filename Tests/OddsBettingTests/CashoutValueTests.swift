import OddsBetting
import SeededRandom
import Testing

@Suite struct CashoutValueTests {
    private func odds(_ text: String) throws -> Odds { try #require(Odds(text)) }

    @Test("The contract's check: 9.00 at 1.85, now 1.73, is 9.14")
    func contract() throws {
        let value = CashoutValue(settled: [], open: [(try odds("1.85"), try odds("1.73"))])
        #expect(value.minorUnits(stake: 900) == 914)
        #expect(value.minorUnits(stake: 0) == 0)
    }

    @Test("A settled selection counts by its value, an open one by its odds then and now")
    func factors() throws {
        let (placed, current) = (try odds("2"), try odds("1.6"))
        let open = [(placed: placed, current: current)]
        let value = { (results: [OutcomeResult]) in
            CashoutValue(settled: results.map { SelectionValue($0, odds: placed) }, open: open)
                .minorUnits(stake: 1_000)
        }
        // 1000 · 0.95 · 2 / 1.6
        #expect(value([]) == 1_187)
        #expect(value([.won]) == 2_375)
        #expect(value([.void]) == 1_187)
        #expect(value([.halfWon]) == 1_781)
        #expect(value([.halfLost]) == 593)
        #expect(value([.won, .halfLost]) == 1_187)
        #expect(value([.won, .lost]) == 0)
        let two = CashoutValue(settled: [], open: open + [(current, placed)])
        #expect(two.minorUnits(stake: 1_000) == 950)
    }

    @Test("Nothing is cut before the end, and odds that do not divide leave no trace")
    func exactness() throws {
        let (three, seven) = (try odds("3"), try odds("7"))
        let pairs = [(three, seven), (seven, three)].map { (placed: $0.0, current: $0.1) }
        for count in 1...10 {
            let open = Array(repeatElement(pairs, count: count).joined())
            #expect(CashoutValue(settled: [], open: open).minorUnits(stake: 2_000) == 1_900)
        }
    }

    @Test("What is more than fits is the greatest number")
    func beyond() throws {
        let open = [(placed: Odds.max, current: try odds("1.01"))]
        let value = CashoutValue(settled: [], open: open + open + open)
        #expect(value.minorUnits(stake: 250_000) == .max)
    }

    @Test("A part is ⌊ full value · partial stake / remaining stake ⌋", arguments: [
        (914, 450, 900, 457), (914, 900, 900, 914), (914, 1, 900, 1), (914, 0, 900, 0),
        (1, 899, 900, 0), (.max, 250_000, 250_000, .max), (.max, 1, 3, .max / 3),
    ] as [(Int64, Int64, Int64, Int64)])
    func parts(_ value: Int64, _ partial: Int64, _ stake: Int64, _ part: Int64) {
        #expect(CashoutValue.part(of: value, partialStake: partial, stake: stake) == part)
    }

    @Test("A stake that is sold in parts brings no more than all of it at once")
    func inParts() throws {
        var random = SplitMix64(seed: 95)
        for _ in 0..<1_000 {
            let stake = Int64.random(in: 2...250_000, using: &random)
            let (placed, current) = (
                Odds(units: Int64.random(in: 101_000_000...2_000_000_000, using: &random)),
                Odds(units: Int64.random(in: 101_000_000...2_000_000_000, using: &random))
            )
            let value = CashoutValue(settled: [], open: [(placed, current)])
            var (remaining, paid) = (stake, Int64(0))
            while remaining > 0 {
                let partial = Int64.random(in: 1...remaining, using: &random)
                paid += CashoutValue.part(
                    of: value.minorUnits(stake: remaining), partialStake: partial,
                    stake: remaining)
                remaining -= partial
            }
            #expect(paid <= value.minorUnits(stake: stake))
        }
    }
}

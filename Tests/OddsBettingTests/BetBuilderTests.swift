import OddsBetting
import SeededRandom
import Testing

@Suite struct BetBuilderTests {
    private func odds(_ texts: [String]) throws -> [Odds] {
        try texts.map { try #require(Odds($0)) }
    }

    @Test("The price is max(1.01, 1 + (∏oᵢ − 1)·0.9^(m−1)) cut to two places", arguments: [
        // 1 + 2.885 · 0.9
        (["1.85", "2.1"], "3.59"),
        // 1 + 12.5975 · 0.81
        (["1.85", "2.1", "3.5"], "11.2"),
        // 1 + 3 · 0.9, to the cent
        (["2", "2"], "3.7"),
        // 1.009, 1.0099…, 1.0101…
        (["1.01", "1.00000001"], "1.01"), (["1.011", "1.00000001"], "1.01"),
        (["1.0112", "1.0001"], "1.01"), (["1.02", "1.00222"], "1.02"),
        (["1.00000001", "1.00000001"], "1.01"),
        // Without a place that binary numbers would lose: 1 + 1.3 · 0.9 = 2.17
        (["1.15", "2"], "2.17"),
    ]) func price(_ texts: [String], _ price: String) throws {
        #expect(BetBuilder.price(of: try odds(texts))?.text == price)
    }

    @Test("A single selection has no price of its own, nor has none")
    func tooFew() throws {
        #expect(BetBuilder.price(of: []) == nil)
        #expect(BetBuilder.price(of: try odds(["1.85"])) == nil)
    }

    @Test("A price has ten digits before the point, like all odds")
    func greatest() throws {
        let greatest = try odds(["9999999999", "1.11111111"])
        #expect(BetBuilder.price(of: greatest)?.text == "9999999989.1")
        #expect(BetBuilder.price(of: try odds(["9999999999", "1.2"])) == nil)
        #expect(BetBuilder.price(of: [Odds](repeating: .max, count: 20)) == nil)
    }

    @Test("The order of the selections does not matter, and each more raises what they win")
    func order() throws {
        var random = SplitMix64(seed: 94)
        for _ in 0..<1_000 {
            var odds = (0..<Int.random(in: 2...6, using: &random)).map { _ in
                Odds(units: Int64.random(in: 120_000_000...900_000_000, using: &random))
            }
            let price = try #require(BetBuilder.price(of: odds))
            odds.shuffle(using: &random)
            #expect(BetBuilder.price(of: odds) == price)
            // The tenth that it costs is less than what it brings.
            let more = try #require(BetBuilder.price(of: odds + [Odds(units: 1_000_000_000)]))
            #expect(more > price)
            // At most what the selections pay one by one.
            let product = odds.reduce(1.0) { $0 * Double($1.units) / 1e8 }
            #expect(Double(price.units) / 1e8 < product)
        }
    }
}

import OddsBetting
import OddsJSON
import OddsTraffic
import SeededRandom
import Testing

@testable import OddsPlatform

/// Prices as fractions, ids and types: contract of the second provider, sections 5.2 and 9
/// (SR-V3, SR-V4).
@Suite struct FractionalPriceTests {
    @Test(arguments: [
        ("1.85", 17, 20), ("1.7936507", 7_936_507, 10_000_000), ("2", 1, 1), ("1", 0, 1),
        ("1.01", 1, 100), ("3.5", 5, 2), ("9999999999", 9_999_999_998, 1),
    ]) func fractionIsInLowestTerms(_ odds: String, _ up: Int64, _ down: Int64) throws {
        let price = FractionalPrice(try #require(Odds(odds)))
        #expect(price.up == up && price.down == down)
        #expect(price.ticketPrice == TicketPrice(odds: try #require(Odds(odds))))
    }

    /// Whatever the odds, the fraction is they exactly, and the quotient of the parts as doubles
    /// is the double that the other wire has.
    @Test func fractionsAreTheirOddsExactly() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let units = Int64.random(in: 10_000_001...10_000_000_000, using: &random) * 10
            let odds = Odds(units: units)
            let price = FractionalPrice(odds)
            #expect(price.ticketPrice == TicketPrice(odds: odds), "seed \(seed)")
            let double = Double(price.up + price.down) / Double(price.down)
            #expect(Odds(shortestDecimalOf: double) == odds, "seed \(seed)")
        }
    }

    @Test func partsAreTextOrNumbers() {
        for (up, down) in [(JSONValue.string("17"), JSONValue.string("20")), (17, 20), (17, "20")] {
            let price = FractionalPrice(up: up, down: down)
            #expect(price?.up == 17 && price?.down == 20)
        }
        for (up, down) in [
            ("", "20"), ("17", "0"), ("-17", "20"), ("+17", "20"), ("1.7", "2"), ("1e1", "2"),
            ("0x1", "2"), ("1 ", "2"), ("1234567890123456", "1"), ("1", "1234567890123456"),
            ("١٧", "20"),
        ] {
            #expect(FractionalPrice(up: .string(up), down: .string(down)) == nil, "\(up)/\(down)")
        }
        for part in [JSONValue.null, true, [], [:], .number("1.5"), .number("-1")] {
            #expect(FractionalPrice(up: part, down: 1) == nil)
        }
        #expect(FractionalPrice(up: nil, down: 1) == nil)
    }

    /// A price that is no decimal of eight places equals no odds, and lies between two.
    @Test func cutPriceEqualsNoOdds() throws {
        let price = try #require(FractionalPrice(up: 1, down: 3)?.ticketPrice)
        #expect(price == TicketPrice(odds: try #require(Odds("1.33333333")), isCut: true))
        for (odds, isHigher) in [
            ("1.33333332", false), ("1.33333333", false), ("1.33333334", true),
        ] {
            let current = try #require(Odds(odds))
            #expect(!OddsPolicy.none.accepts(current, requested: price))
            #expect(OddsPolicy.higher.accepts(current, requested: price) == isHigher)
        }
        // Beyond ten digits before the point there are no odds.
        let most = FractionalPrice(up: .number("999999999999999"), down: 1)
        #expect(most != nil && most?.ticketPrice == nil)
    }

    // MARK: Ids

    @Test func idIsTheTextItself() {
        #expect(SportRadarID.text(9_912) == "9912.1")
        #expect(SportRadarID.number("9912.1") == 9_912)
        #expect(SportRadarID.number("9223372036854775807.1") == .max)
        for text in [
            "9912", "9912.10", "9912.2", "09912.1", "-9912.1", "+9912.1", ".1", "", "1.1.1",
            "9223372036854775808.1", " 9912.1", "99e1.1",
        ] {
            #expect(SportRadarID.number(text) == nil, "\(text)")
        }
    }

    // MARK: Types

    @Test func codesFitTheNumberOfLegs() {
        for (count, all) in [(1, "S"), (2, "D"), (3, "T"), (4, "AC4"), (20, "AC20")] {
            let type: BetType = count == 1 ? .single : .multiple
            #expect(SlipType.type(all, count: count) == type)
            #expect(SlipType.code(of: type, count: count) == all)
            #expect(SlipType.type(all, count: count + 1) == nil)
        }
        #expect(SlipType.type("2/3", count: 3) == .system(size: 2))
        #expect(SlipType.type("LUCKY15", count: 4) == .named(.lucky15))
        for (code, count) in [
            ("3/3", 3), ("0/3", 3), ("2/3", 4), ("02/3", 3), ("LUCKY15", 5), ("AC3", 3),
            ("AC04", 4), ("AC21", 21), ("SINGLE", 1), ("MULTIPLE", 2), ("SYSTEM", 3), ("", 1),
            ("s", 1),
        ] {
            #expect(SlipType.type(code, count: count) == nil, "\(code) of \(count)")
        }
    }

    /// Each type that is listed can be asked for by its code.
    @Test func listedTypesHaveCodesOfTheirOwn() {
        for count in 1...20 {
            let types = SlipType.types(count: count)
            let codes = types.map { SlipType.code(of: $0, count: count) }
            #expect(Set(codes).count == codes.count)
            #expect(codes.map { SlipType.type($0, count: count) } == types)
        }
        #expect(
            SlipType.types(count: 4).map { SlipType.code(of: $0, count: 4) }
                == ["AC4", "1/4", "2/4", "3/4", "YANKEE", "LUCKY15"])
        #expect(
            SlipType.types(count: 4).map { $0.title(count: 4) }
                == ["4-fold", "Singles", "Doubles", "Trebles", "Yankee", "Lucky15"])
    }
}

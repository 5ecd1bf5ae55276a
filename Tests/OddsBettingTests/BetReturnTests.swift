import BigInt
import OddsBetting
import SeededRandom
import Testing

@Suite struct BetReturnTests {
    private static let three = ["1.85", "2.1", "3.5"]

    private func open(_ odds: [String]) throws -> [SelectionValue] {
        try odds.map { SelectionValue(open: try #require(Odds($0))) }
    }

    @Test("The contract's checks", arguments: [
        (.system(size: 2), three, 900, 5_313, "5.90333333"),
        (.named(.trixie), three, 400, 3_130, "7.826875"),
        (.system(size: 2), ["1.9", "2.1", "3.5"], 900, 5_397, "5.99666666"),
        (.single, ["5.1245"], 1_000, 5_124, "5.1245"),
    ] as [(BetType, [String], Int64, Int64, String)])
    func contract(
        _ type: BetType, _ odds: [String], _ stake: Int64, _ returned: Int64, _ factor: String
    ) throws {
        let formula = try #require(BetReturn(others: open(odds), type: type))
        #expect(formula.minorUnits(stake: stake) == returned)
        #expect(formula.factor?.text == factor)
        #expect(formula.lines == type.lines(count: odds.count))
    }

    @Test("Each type returns the sum over its lines", arguments: [
        // Of 2, 3, 5, 7, 11, 13, whose polynomials are integers.
        (.single, 1, 2), (.multiple, 2, 6), (.multiple, 6, 30_030),
        (.system(size: 1), 3, 10), (.system(size: 2), 3, 31),
        (.named(.trixie), 3, 31 + 30), (.named(.patent), 3, 10 + 31 + 30),
        (.named(.yankee), 4, 101 + 247 + 210), (.named(.lucky15), 4, 17 + 101 + 247 + 210),
        (.named(.canadian), 5, 288 + 1_358 + 2_927 + 2_310),
        (.named(.lucky31), 5, 28 + 288 + 1_358 + 2_927 + 2_310),
        (.named(.heinz), 6, 652 + 5_102 + 20_581 + 40_361 + 30_030),
        (.named(.lucky63), 6, 41 + 652 + 5_102 + 20_581 + 40_361 + 30_030),
    ] as [(BetType, Int, Int64)])
    func types(_ type: BetType, _ count: Int, _ sum: Int64) throws {
        let odds = ["2", "3", "5", "7", "11", "13"].prefix(count)
        let formula = try #require(BetReturn(others: open(Array(odds)), type: type))
        // A stake of 1 in each line.
        #expect(formula.minorUnits(stake: 100 * Int64(formula.lines)) == 100 * sum)
    }

    @Test("Bankers are in every line")
    func bankers() throws {
        let others = try open(["2", "3", "5"])
        let (bankers, single) = (try open(["1.5", "1.2"]), try open(["4"]))
        let system = BetReturn(bankers: bankers, others: others, type: .system(size: 2))
        // 1.8 · 31 / 3
        #expect(system?.minorUnits(stake: 300) == 5_580 && system?.lines == 3)
        let trixie = BetReturn(bankers: bankers, others: others, type: .named(.trixie))
        #expect(trixie?.minorUnits(stake: 400) == 10_980 && trixie?.lines == 4)
        #expect(BetReturn(bankers: bankers, others: single, type: .single) == nil)
        #expect(BetReturn(bankers: bankers, others: others, type: .multiple) == nil)
        #expect(BetReturn(bankers: bankers, others: [], type: .system(size: 1)) == nil)
        let odds = try #require(Odds("9"))
        let lost = BetReturn(
            bankers: [SelectionValue(.lost, odds: odds)], others: others, type: .system(size: 2))
        #expect(lost?.minorUnits(stake: 300) == 0)
    }

    @Test("A settled selection counts won o, lost 0, void 1, half won (1+o)/2, half lost ½",
        arguments: [
            (.won, "1.85", 1_850), (.lost, "1.85", 0), (.void, "1.85", 1_000),
            (.halfWon, "1.85", 1_425), (.halfLost, "1.85", 500),
        ] as [(OutcomeResult, String, Int64)])
    func values(_ result: OutcomeResult, _ odds: String, _ returned: Int64) throws {
        let value = SelectionValue(result, odds: try #require(Odds(odds)))
        #expect(BetReturn(others: [value], type: .single)?.minorUnits(stake: 1_000) == returned)
    }

    @Test("A half of the last place counts")
    func halfOfTheLastPlace() throws {
        let odds = try #require(Odds("1.00000001"))
        let value = SelectionValue(.halfWon, odds: odds)
        let formula = try #require(BetReturn(others: [value], type: .single))
        #expect(formula.minorUnits(stake: 200_000_000) == 200_000_001)
        #expect(formula.minorUnits(stake: 199_999_999) == 199_999_999)
        #expect(formula.factor?.text == "1")
    }

    @Test("Nothing is cut before the end")
    func cutOnce() throws {
        // Each line plays a third of a stake that has no third in minor units.
        let thirds = try #require(
            BetReturn(others: open(["1.5", "1.5", "1.5"]), type: .system(size: 1)))
        #expect(thirds.minorUnits(stake: 100) == 150)
        // 1.000000030000000300000001, of which the factor loses the end.
        let one = "1.00000001"
        let product = try #require(BetReturn(others: open([one, one, one]), type: .multiple))
        #expect(product.factor?.text == "1.00000003")
        #expect(product.minorUnits(stake: 10_000_000_000_000_000) == 10_000_000_300_000_003)
        #expect(product.minorUnits(stake: 33_333_333) == 33_333_333)
        #expect(product.minorUnits(stake: 33_333_334) == 33_333_335)
    }

    @Test("What is more than fits is the greatest number, and no factor")
    func beyond() throws {
        let values = [SelectionValue](repeating: SelectionValue(open: .max), count: 20)
        for type: BetType in [.multiple, .system(size: 10)] {
            let formula = try #require(BetReturn(others: values, type: type))
            #expect(formula.minorUnits(stake: 1) == .max && formula.factor == nil)
            #expect(formula.minorUnits(stake: 0) == 0)
        }
        let single = try #require(BetReturn(others: [values[0]], type: .single))
        #expect(single.factor == .max)
        #expect(single.minorUnits(stake: 922_337_203) == 9_223_372_029_999_999_990)
        #expect(single.minorUnits(stake: 922_337_204) == .max)
    }

    @Test("Numbers of 128 bits and big ones agree where the former end")
    func border() throws {
        var random = SplitMix64(seed: 93)
        var bitsSeen: [Int: Int] = [:]
        for ticket in 0..<10_000 {
            let count = Int.random(in: 2...5, using: &random)
            let odds = (0..<count).map { _ in
                Odds(units: 2 * Int64.random(in: 50_000_000...150_000_000, using: &random) + 1)
            }
            let stake = Int64(1) << Int64.random(in: 0..<40, using: &random)
            let size = Int.random(in: 1...count, using: &random)
            let type = size == count ? BetType.multiple : .system(size: size)
            let formula = try #require(
                BetReturn(others: odds.map(SelectionValue.init(open:)), type: type))
            let lines = Self.lines(odds.map { BigInt($0.units) }, of: size)
            let numerator = BigInt(stake) * lines.reduce(0, +)
            let expected = numerator
                / (BigInt(Odds.unitsOfOne).power(size) * BigInt(lines.count))
            #expect(
                formula.minorUnits(stake: stake) == Int64(clamping: expected), "ticket \(ticket)")
            // As over the denominator that all sizes have in common.
            let scaled = numerator * BigInt(Odds.unitsOfOne).power(count - size)
            bitsSeen[scaled.bitWidth, default: 0] += 1
        }
        for bits in 120...136 { #expect(bitsSeen[bits, default: 0] > 20, "\(bits) bits") }
    }

    /// The products of all combinations of a size.
    private static func lines(_ odds: [BigInt], of size: Int) -> [BigInt] {
        (0..<(1 << odds.count)).filter { $0.nonzeroBitCount == size }.map { subset in
            odds.indices.reduce(1) { subset >> $1 & 1 == 1 ? $0 * odds[$1] : $0 }
        }
    }
}

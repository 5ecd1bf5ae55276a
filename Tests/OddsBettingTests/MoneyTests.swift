import OddsBetting
import SeededRandom
import Testing

@Suite struct MoneyTests {
    @Test(arguments: [
        ("0", 0), ("0.1", 10), ("0.01", 1), ("10.00", 1_000), ("9999999999.99", 999_999_999_999),
        ("7", 700), ("2500", 250_000),
    ]) func textIsReadExactly(_ text: String, _ units: Int64) {
        #expect(Money(text)?.minorUnits == units)
    }

    @Test(arguments: [
        "", ".", "1.", ".5", "01", "00", "-1", "+1", " 1", "1 ", "1\n", "1,5", "1.005", "1e2",
        "10000000000", "1.2.3", "NaN", "٣", "0x1", "1_000",
    ]) func textOfAnotherFormIsNone(_ text: String) {
        #expect(Money(text) == nil)
    }

    @Test(arguments: [
        ("4.5", 450), ("45e-1", 450), ("0.45E+1", 450), ("450E-2", 450), ("0", 0), ("-0", 0),
        ("0e999999999999", 0), ("4.50000000", 450), ("1e9", 100_000_000_000),
        ("9999999999.99", 999_999_999_999),
    ]) func numbersCountByTheirExactValue(_ text: String, _ units: Int64) {
        #expect(Money(jsonNumber: text)?.minorUnits == units)
    }

    @Test(arguments: [
        "-1", "0.001", "1e-3", "1e10", "10000000000", "1e99999999999999999999", "4.505", "",
        "1e", "e1", "1..2",
    ]) func numbersBeyondTheFormAreNone(_ text: String) {
        #expect(Money(jsonNumber: text) == nil)
    }

    @Test func whatIsWrittenIsReadAgain() {
        var random = SplitMix64(seed: 18)
        for _ in 0..<10_000 {
            let money = Money(minorUnits: Int64.random(in: 0..<1_000_000_000_000, using: &random))
            #expect(Money(money.text) == money)
            guard case .number(let number) = money.json else { continue }
            #expect(Money(jsonNumber: number) == money)
        }
    }

    @Test func jsonHasNoPlacesThatAreNotNeeded() {
        #expect(Money(minorUnits: 6_250).json == .number("62.5"))
        #expect(Money(minorUnits: 5_000).json == .number("50"))
        #expect(Money(minorUnits: -5).text == "-0.05")
    }
}

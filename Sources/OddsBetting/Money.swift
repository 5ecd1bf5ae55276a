import OddsJSON

/// An amount of money in minor units, of which every currency has a hundred.
///
/// No binary floating point takes part in a sum, a product or a comparison.
package struct Money: Hashable, Comparable, Sendable {
    /// The amount in hundredths.
    package var minorUnits: Int64

    /// An amount in hundredths.
    package init(minorUnits: Int64) { self.minorUnits = minorUnits }

    /// Nothing.
    package static let zero = Money(minorUnits: 0)

    /// Reads `(0|[1-9][0-9]{0,9})(\.[0-9]{1,2})?`; `nil` for any other text.
    package init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, (1...10).contains(whole.count),
            whole.count == 1 || whole.first != UInt8(ascii: "0"), whole.allSatisfy(isDigit)
        else { return nil }
        var units = Self.value(of: whole)
        if parts.count == 2 {
            let places = parts[1]
            guard (1...2).contains(places.count), places.allSatisfy(isDigit) else { return nil }
            units = units * 100 + Self.value(of: places) * (places.count == 1 ? 10 : 1)
        } else {
            units *= 100
        }
        self.init(minorUnits: units)
    }

    private static func value(of digits: some Sequence<UInt8>) -> Int64 {
        digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// Reads a JSON number by its exact value, in whatever form it is written
    /// (`4.5`, `45e-1`); `nil` if it is negative, has more than two places, or more
    /// than ten digits before the point.
    package init?(jsonNumber text: String) {
        guard let units = ExactDecimal(jsonNumber: text)?.scaled(places: 2, wholeDigitsMax: 10)
        else { return nil }
        self.init(minorUnits: units)
    }

    /// The amount with two places: `10.00`.
    package var text: String {
        let digits = String(minorUnits.magnitude)
        let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        return (minorUnits < 0 ? "-" : "") + padded.dropLast(2) + "." + padded.suffix(2)
    }

    /// The amount as a JSON number, without places that are not needed: `10`, `62.5`.
    package var json: JSONValue {
        var text = Substring(text)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return .number(String(text))
    }

    package static func < (left: Money, right: Money) -> Bool {
        left.minorUnits < right.minorUnits
    }

    package static func + (left: Money, right: Money) -> Money {
        Money(minorUnits: left.minorUnits + right.minorUnits)
    }

    package static func - (left: Money, right: Money) -> Money {
        Money(minorUnits: left.minorUnits - right.minorUnits)
    }
}

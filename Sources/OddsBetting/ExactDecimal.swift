import OddsJSON

/// The exact value of a JSON number: a sign, digits, and a power of ten.
package struct ExactDecimal {
    private var isNegative = false
    /// Without zeros at either end; empty for zero.
    private var digits: [UInt8] = []
    /// The power of ten of the last digit.
    private var exponent = 0

    /// - Parameter text: A JSON number (RFC 8259, section 6); others are `nil`.
    package init?(jsonNumber text: some StringProtocol) {
        var rest = Substring(text).utf8
        if rest.first == UInt8(ascii: "-") {
            isNegative = true
            rest.removeFirst()
        }
        let mantissaEnd = rest.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? rest.endIndex
        let mantissa = rest[..<mantissaEnd]
        let parts = mantissa.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }),
            parts[0].count == 1 || parts[0].first != UInt8(ascii: "0")
        else { return nil }
        if parts.count == 2 { exponent = -parts[1].count }
        if mantissaEnd < rest.endIndex {
            guard let power = Self.power(rest[mantissaEnd...].dropFirst()) else { return nil }
            exponent += power
        }
        digits = Array(parts.joined().map { $0 - UInt8(ascii: "0") }.drop { $0 == 0 })
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
    }

    /// Powers beyond a billion have the effect of a billion: no text that a server
    /// accepts has as many digits.
    private static func power(_ text: Substring.UTF8View.SubSequence) -> Int? {
        var digits = text
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        let value = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1_000_000_000) }
        return isNegative ? -value : value
    }

    /// The value times ten to the power of `places`; `nil` if it is negative, no
    /// integer, or the value has more than `wholeDigitsMax` digits before the point.
    package func scaled(places: Int, wholeDigitsMax: Int) -> Int64? {
        if digits.isEmpty { return 0 }
        guard !isNegative, exponent >= -places, digits.count + exponent <= wholeDigitsMax else {
            return nil
        }
        let significand = digits.reduce(Int64(0)) { $0 * 10 + Int64($1) }
        return (0..<exponent + places).reduce(significand) { value, _ in value * 10 }
    }
}

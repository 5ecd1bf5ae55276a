/// A JSON number by its text.
package struct ReferenceNumber: Sendable {
    package let text: UTF8Text

    /// `text` must follow JSON's grammar of numbers.
    package init(_ text: some Sequence<UInt8>) { self.text = UTF8Text(text) }

    /// Whether it is a JSON integer: one without fraction and exponent.
    package var isPlainInteger: Bool {
        text.bytes.allSatisfy { $0 == UInt8(ascii: "-") || isDigit($0) }
    }

    /// The correctly rounded double; `nil` if that is not finite.
    package var double: Double? {
        guard let value = Double(text.description), value.isFinite else { return nil }
        return value
    }

    /// The exact value, where it is whole and fits.
    ///
    /// The value is 0.DIGITS × 10^point, without zeros on either side of the
    /// digits; so it is whole if no digit stands behind the point, and
    /// exponents of any size are just numbers to compare.
    package var wholeValue: Int64? {
        var rest = text.bytes[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }

        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: isDigit)
            rest = rest.dropFirst(1 + fraction.count)
        }
        var digits = (whole + fraction)[...]
        var point = whole.count + Self.exponent(rest)

        let zero = UInt8(ascii: "0")
        while digits.first == zero {
            digits.removeFirst()
            point -= 1
        }
        while digits.last == zero { digits.removeLast() }

        if digits.isEmpty { return 0 }
        guard digits.count <= point, point <= 19 else { return nil }
        var magnitude: UInt64 = 0
        for position in 0..<point {
            let digit = position < digits.count ? digits[digits.startIndex + position] : zero
            magnitude = magnitude * 10 + UInt64(digit - zero)
        }
        if isNegative {
            guard magnitude <= Int64.min.magnitude else { return nil }
            return Int64(truncatingIfNeeded: 0 &- magnitude)
        }
        return Int64(exactly: magnitude)
    }

    /// The exponent that `part`, empty or from `e` on, spells, cut off at
    /// 2^40: no text within the size limit has as many digits.
    private static func exponent(_ part: ArraySlice<UInt8>) -> Int {
        var digits = part.dropFirst()
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        var value = 0
        for digit in digits { value = min(value * 10 + Int(digit - UInt8(ascii: "0")), 1 << 40) }
        return isNegative ? -value : value
    }
}

func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

/// The value of a JSON number if it is exactly a whole number within a signed
/// 64-bit integer, whatever its spelling (`47`, `47.0`, `4.7e1`); else `nil`.
/// The text is known to be a legal number.
///
/// - Complexity: O(bytes).
func wholeNumber(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = text[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    if text.count - first <= 18 {
        var value: Int64 = 0
        var index = first
        while index < text.count {
            let digit = text[index] &- 0x30
            guard digit < 10 else { return wholeNumberInParts(text, isNegative: isNegative) }
            value = value &* 10 &+ Int64(digit)
            index += 1
        }
        return isNegative ? -value : value
    }
    return wholeNumberInParts(text, isNegative: isNegative)
}

/// The general case: the significant digits without zeros at either end, and
/// the power of ten that they are multiplied by.
private func wholeNumberInParts(
    _ text: UnsafeBufferPointer<UInt8>, isNegative: Bool
) -> Int64? {
    var magnitude: UInt64 = 0
    var digitCount = 0
    // Zeros read since the last digit that is not zero; they count only if
    // another such digit follows.
    var pendingZeros = 0
    var exponent = 0
    var isFraction = false
    var index = isNegative ? 1 : 0
    while index < text.count {
        let byte = text[index]
        if byte == UInt8(ascii: ".") {
            isFraction = true
        } else if byte | 0x20 == UInt8(ascii: "e") {
            exponent += exponentValue(UnsafeBufferPointer(rebasing: text[(index + 1)...]))
            break
        } else {
            if isFraction { exponent -= 1 }
            if byte == UInt8(ascii: "0") {
                if digitCount > 0 { pendingZeros += 1 }
            } else {
                digitCount += pendingZeros + 1
                guard digitCount <= 19 else { return nil }
                for _ in 0..<pendingZeros { magnitude *= 10 }
                magnitude = magnitude * 10 + UInt64(byte - 0x30)
                pendingZeros = 0
            }
        }
        index += 1
    }
    if digitCount == 0 { return 0 }
    exponent += pendingZeros
    guard exponent >= 0, digitCount + exponent <= 19 else { return nil }
    for _ in 0..<exponent { magnitude *= 10 }
    if isNegative {
        return magnitude <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int64(exactly: magnitude)
}

/// The value of an exponent's sign and digits. One beyond any that a text of
/// legal size can outweigh with its digits is as good as that bound.
private func exponentValue(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let bound = 1 << 40
    var value = 0
    for byte in text where byte &- 0x30 < 10 && value < bound {
        value = value * 10 + Int(byte - 0x30)
    }
    return text[0] == UInt8(ascii: "-") ? -value : value
}

/// The correctly rounded double that a JSON number means, `nil` if it is not
/// finite. The text is known to be a legal number.
///
/// Where the digits fit 53 bits and the power of ten is at most 22, both are
/// exact doubles and one rounding remains (W. D. Clinger, "How to read
/// floating point numbers accurately", 1990); the rest goes to the standard
/// library, which allocates for long texts.
func doubleValue(_ text: UnsafeBufferPointer<UInt8>, _ powers: PowersOfTen) -> Double? {
    let isNegative = text[0] == UInt8(ascii: "-")
    var mantissa: UInt64 = 0
    var exponent = 0
    var isFraction = false
    var index = isNegative ? 1 : 0
    while index < text.count {
        let byte = text[index]
        let digit = byte &- 0x30
        if digit < 10 {
            guard mantissa < 1 << 53 else { return doubleValueInGeneral(text) }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            if isFraction { exponent -= 1 }
        } else if byte == UInt8(ascii: ".") {
            isFraction = true
        } else {
            exponent += exponentValue(UnsafeBufferPointer(rebasing: text[(index + 1)...]))
            break
        }
        index += 1
    }
    guard mantissa <= 1 << 53, exponent >= -22, exponent <= 22 else {
        return doubleValueInGeneral(text)
    }
    let magnitude =
        exponent < 0
        ? Double(mantissa) / powers.double(-exponent)
        : Double(mantissa) * powers.double(exponent)
    return isNegative ? -magnitude : magnitude
}

private func doubleValueInGeneral(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
        return nil
    }
    return value
}

import OddsModel

/// Appends the text that a legal JSON string with escapes means. A surrogate
/// escape without its partner reads as U+FFFD (EM-F5 of the feed contract).
///
/// - Complexity: O(bytes).
package func appendUnescaped(
    _ source: UnsafeBufferPointer<UInt8>, to output: inout GrowableBuffer<UInt8>
) {
    output.reserve(output.count + source.count)
    var index = 0
    while index < source.count {
        let byte = source[index]
        guard byte == UInt8(ascii: "\\") else {
            output.append(byte)
            index += 1
            continue
        }
        let escape = source[index + 1]
        index += 2
        switch escape {
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "u"): appendScalar(source, &index, to: &output)
        default: output.append(escape)
        }
    }
}

/// Reads the four digits at `index`, and a second escape where the two are a
/// surrogate pair.
private func appendScalar(
    _ source: UnsafeBufferPointer<UInt8>, _ index: inout Int,
    to output: inout GrowableBuffer<UInt8>
) {
    var scalar = hexQuad(source, index)
    index += 4
    if scalar & 0xFC00 == 0xD800, index + 6 <= source.count,
        source[index] == UInt8(ascii: "\\"), source[index + 1] == UInt8(ascii: "u") {
        let low = hexQuad(source, index + 2)
        if low & 0xFC00 == 0xDC00 {
            scalar = 0x10000 + (scalar & 0x3FF) << 10 + (low & 0x3FF)
            index += 6
        }
    }
    for byte in String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8 { output.append(byte) }
}

private func hexQuad(_ source: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
    var value: UInt32 = 0
    for offset in 0..<4 { value = value << 4 | hexDigitValue(source[index + offset])! }
    return value
}

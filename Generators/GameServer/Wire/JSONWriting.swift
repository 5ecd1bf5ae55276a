/// Writes what the page gets, without values in between: a stream has thousands of numbers a
/// second.
extension [UInt8] {
    mutating func append(_ text: StaticString) {
        append(
            contentsOf: UnsafeBufferPointer(
                start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = 20
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            append(contentsOf: digits[start...])
        }
    }

    /// Such as `1.85`, `2.1` and `3`.
    mutating func append(_ price: Price) {
        append(decimal: price.hundredths / 100)
        let fraction = price.hundredths % 100
        guard fraction > 0 else { return }
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(fraction / 10))
        if fraction % 10 > 0 { append(UInt8(ascii: "0") + UInt8(fraction % 10)) }
    }

    /// Milliseconds with three decimals.
    mutating func append(milliseconds time: GameTime) {
        append(decimal: Int(time.microseconds / 1_000))
        let fraction = Int(time.microseconds % 1_000)
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(fraction / 100))
        append(UInt8(ascii: "0") + UInt8(fraction / 10 % 10))
        append(UInt8(ascii: "0") + UInt8(fraction % 10))
    }

    /// A list, each element written by `body`.
    mutating func appendArray<Value>(
        _ elements: some Sequence<Value>, _ body: (inout [UInt8], Value) -> Void
    ) {
        append(UInt8(ascii: "["))
        var isFirst = true
        for element in elements {
            if !isFirst { append(UInt8(ascii: ",")) }
            isFirst = false
            body(&self, element)
        }
        append(UInt8(ascii: "]"))
    }
}

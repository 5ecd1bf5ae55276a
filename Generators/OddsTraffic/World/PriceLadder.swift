import OddsModel

/// All possible odds in ascending order, each as text. The lower half are the
/// fractions that bookmakers quote (1 + 100/110 is 1.9090909), the upper half
/// are hundredths and wider steps, as in the feed.
struct PriceLadder: ~Copyable {
    /// The concatenated texts; the first rung starts at 0.
    private var text = GrowableBuffer<UInt8>(capacity: 16 << 10)
    private var starts = GrowableBuffer<UInt32>(capacity: 4 << 10)
    private var values = GrowableBuffer<UInt64>(capacity: 4 << 10)

    init() {
        for stake in stride(from: 10_000, to: 1_000, by: -100) { appendFraction(UInt64(stake)) }
        for stake in stride(from: 1_000, to: 100, by: -1) { appendFraction(UInt64(stake)) }
        for hundredths in 200..<1_000 { append(UInt64(hundredths) * 100_000) }
        for halves in 20..<200 { append(UInt64(halves) * 5_000_000) }
        for tens in 10...100 { append(UInt64(tens) * 100_000_000) }
        starts.append(UInt32(text.count))
    }

    var rungCount: Int { starts.count - 1 }

    /// The odds as a number of ten-millionths.
    func tenMillionths(of rung: Int) -> UInt64 { values[rung] }

    func text(of rung: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(starts[rung])
        let end = Int(starts[rung + 1])
        return UnsafeBufferPointer(start: text.pointer + start, count: end - start)
    }

    /// Appends the odds at which `stake` wins 100.
    private mutating func appendFraction(_ stake: UInt64) {
        append(10_000_000 + (1_000_000_000 + stake / 2) / stake)
    }

    private mutating func append(_ tenMillionths: UInt64) {
        values.append(tenMillionths)
        starts.append(UInt32(text.count))
        for byte in String(tenMillionths / 10_000_000).utf8 { text.append(byte) }
        var fraction = tenMillionths % 10_000_000
        guard fraction > 0 else { return }
        text.append(UInt8(ascii: "."))
        while fraction > 0 {
            text.append(0x30 + UInt8(fraction / 1_000_000))
            fraction = fraction % 1_000_000 * 10
        }
    }
}

import OddsModel

/// The buffer into which frames are encoded, one at a time. The caller owns it
/// and reuses it from frame to frame; it allocates only for a frame larger than
/// all before it. Confined to one thread.
public struct FrameWriter: ~Copyable {
    private var buffer: GrowableBuffer<UInt8>
    /// The start of each record of the frame. After the last record, the frame
    /// ends with two brackets.
    private(set) var marks: GrowableBuffer<RecordMark>
    /// Whether the frame is a dump.
    private(set) var isDump = false
    /// Whether the frame must be sent verbatim, because it may be illegal.
    private(set) var isVerbatim = false
    /// Whether the frame shows the state as it is, and changes nothing.
    private(set) var isState = false
    /// The number of records in the frame.
    public var recordCount: Int { marks.count }
    /// The number of BETTING_OFFER UPDATE records in the frame.
    public internal(set) var offerUpdateCount = 0

    /// - Parameter capacity: The number of bytes to allocate initially.
    public init(capacity: Int = 64 << 10) {
        buffer = GrowableBuffer(capacity: capacity)
        marks = GrowableBuffer(capacity: 64)
    }

    /// The frame's text, valid until the next frame is written.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: buffer.pointer, count: buffer.count)
    }

    var byteCount: Int { buffer.count }
    var isEmpty: Bool { buffer.isEmpty }
    var lastByte: UInt8 { buffer.isEmpty ? 0 : buffer[buffer.count - 1] }

    mutating func clear() {
        buffer.truncate(to: 0)
        marks.truncate(to: 0)
        isDump = false
        isVerbatim = false
        isState = false
        offerUpdateCount = 0
    }

    mutating func markDump() { isDump = true }

    mutating func markVerbatim() { isVerbatim = true }

    mutating func markState() { isState = true }

    mutating func markRecord(_ subject: RecordSubject, _ id: UInt64, _ change: RecordChange) {
        marks.append(
            RecordMark(subject: subject, start: UInt32(buffer.count), id: id, change: change))
    }

    /// Leaves the text without its records.
    mutating func forgetRecords() { marks.truncate(to: 0) }

    /// Cuts off the end of the frame.
    mutating func truncate(to byteCount: Int) { buffer.truncate(to: byteCount) }

    mutating func raw(_ text: StaticString) {
        buffer.append(from: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    mutating func raw(byte: UInt8) { buffer.append(byte) }

    mutating func raw(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        buffer.append(from: base, count: bytes.count)
    }

    /// Starts a property: a comma unless it is the first one, name and colon.
    mutating func name(_ name: StaticString) {
        let isFirst = lastByte == UInt8(ascii: "{")
        let count = name.utf8CodeUnitCount
        let start = buffer.extend(by: count + (isFirst ? 3 : 4))
        var space = buffer.pointer + start
        if !isFirst {
            space[0] = UInt8(ascii: ",")
            space += 1
        }
        space[0] = UInt8(ascii: "\"")
        (space + 1).update(from: name.utf8Start, count: count)
        space[count + 1] = UInt8(ascii: "\"")
        space[count + 2] = UInt8(ascii: ":")
    }

    /// Writes the decimal digits of a number: two at a time from the end, then
    /// moved to the front.
    mutating func digits(_ number: UInt64) {
        let pairs = Self.digitPairs.utf8Start
        let start = buffer.extend(by: 20)
        let space = buffer.pointer + start
        var position = 20
        var rest = number
        while rest >= 10 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            position -= 2
            space[position] = pairs[2 * Int(pair)]
            space[position + 1] = pairs[2 * Int(pair) + 1]
            rest = quotient
        }
        if rest > 0 || position == 20 {
            position -= 1
            space[position] = 0x30 + UInt8(rest)
        }
        space.update(from: space + position, count: 20 - position)
        buffer.truncate(to: start + 20 - position)
    }

    /// Writes the last `2 * pairCount` decimal digits of a number, and `.1`.
    mutating func identifier(_ number: UInt64, pairCount: Int) {
        let pairs = Self.digitPairs.utf8Start
        let start = buffer.extend(by: 2 * pairCount + 2)
        let space = buffer.pointer + start
        var rest = number
        var position = 2 * pairCount
        while position > 0 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            position -= 2
            space[position] = pairs[2 * Int(pair)]
            space[position + 1] = pairs[2 * Int(pair) + 1]
            rest = quotient
        }
        space[2 * pairCount] = UInt8(ascii: ".")
        space[2 * pairCount + 1] = UInt8(ascii: "1")
    }

    /// Writes again what stands in a range of the frame.
    mutating func repeatBytes(_ range: Range<Int>) {
        buffer.reserve(buffer.count + range.count)
        buffer.append(from: buffer.pointer + range.lowerBound, count: range.count)
    }

    private static let digitPairs: StaticString = """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839\
        40414243444546474849505152535455565758596061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899
        """

    mutating func number(_ number: Int64) {
        if number < 0 { raw("-") }
        digits(number.magnitude)
    }

    /// Writes a number of quarters, such as `2`, `-1.5` or `0.25`.
    mutating func number(quarters: Int32) {
        if quarters < 0 { raw("-") }
        digits(UInt64(quarters.magnitude / 4))
        switch quarters.magnitude % 4 {
        case 1: raw(".25")
        case 2: raw(".5")
        case 3: raw(".75")
        default: break
        }
    }
}

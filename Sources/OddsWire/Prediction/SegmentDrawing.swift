import CWire
import OddsModel

/// A segment under construction: bytes that are known, and digits of known widths.
/// Learning alone makes segments, so it may allocate.
struct SegmentDrawing {
    /// What each byte is compared with, and what is then added: a sum from 0x80 on
    /// is another byte, or no digit.
    private(set) var template: [UInt8] = []
    private var bias: [UInt8] = []
    private var digits: [WireDigits] = []

    private static let constantBias: UInt8 = 0x7F
    private static let digitBias: UInt8 = 0x76
    private static let zero = UInt8(ascii: "0")

    var hasRoomForDigits: Bool { digits.count < Int(WireSegmentDigitsMax) }

    /// Which bytes are any digits.
    var isDigit: [Bool] { bias.map { $0 == Self.digitBias } }

    /// Whether all of it is known.
    var isConstant: Bool { digits.isEmpty }

    mutating func add(_ constant: UnsafeBufferPointer<UInt8>) {
        template += constant
        bias += repeatElement(Self.constantBias, count: constant.count)
    }

    /// Adds digits whose value does not matter, as those of a text.
    mutating func addTextDigits(_ width: Int) {
        template += repeatElement(Self.zero, count: width)
        bias += repeatElement(Self.digitBias, count: width)
    }

    /// Adds the digits of a number.
    ///
    /// - Parameter width: From 1 to 19.
    mutating func addDigits(_ width: Int, _ kind: GapKind, rank: UInt8) {
        addTextDigits(width)
        var number = WireDigits()
        number.end = UInt16(template.count)
        number.width = UInt8(width)
        number.rank = rank
        number.kind = kind.rawValue
        digits.append(number)
    }

    /// Appends the blocks of the segment to `blocks`, in units of 16 bytes.
    ///
    /// - Parameter isWide: Whether blocks have 32 bytes, not 16.
    func finish(_ blocks: inout GrowableBuffer<SIMD16<UInt8>>, isWide: Bool) -> WireSegment {
        let count = template.count
        let width = isWide ? 32 : 16
        let before = count > width ? (count - 1) / width : 0
        var segment = WireSegment()
        segment.firstBlock = UInt32(blocks.count)
        segment.count = UInt16(count)
        segment.lastBlock = UInt16(max(count - width, 0))
        segment.blockCount = UInt16(before)
        segment.lastMask = count < 32 ? 1 << UInt32(count) - 1 : .max
        append(from: max(count - width, 0), width, to: &blocks)
        for index in 0..<before { append(from: width * index, width, to: &blocks) }
        segment.digitsCount = UInt8(digits.count)
        segment.hasValues = digits.isEmpty ? 0 : 1
        if digits.count > 0 { segment.digits.0 = digits[0] }
        if digits.count > 1 { segment.digits.1 = digits[1] }
        if digits.count > 2 { segment.digits.2 = digits[2] }
        return segment
    }

    /// Appends a block of `width` bytes: the template, then the bias.
    private func append(
        from start: Int, _ width: Int, to blocks: inout GrowableBuffer<SIMD16<UInt8>>
    ) {
        for bytes in [template, bias] {
            for first in stride(from: start, to: start + width, by: 16) {
                var block = SIMD16<UInt8>(repeating: 0)
                for lane in 0..<16 where first + lane < bytes.count {
                    block[lane] = bytes[first + lane]
                }
                blocks.append(block)
            }
        }
    }
}

/// Checks text for UTF-8 as it arrives, in pieces of any size: a wrong byte is
/// found when it comes, not when the text is complete.
struct UTF8Checker: Sendable {
    /// How many bytes the current character lacks.
    private var missingCount = 0
    /// What the next byte of the character must be.
    private var next: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether the text may end here.
    var isComplete: Bool { missingCount == 0 }

    /// The offset of the first byte that cannot belong to UTF-8, or `nil`. After
    /// such a byte, nothing more may be passed.
    ///
    /// - Parameter mask: the four bytes of the frame's mask, twice, the first
    ///   byte's lowest; 0 for bytes that are not masked.
    /// - Complexity: O(bytes), 32 or 8 at a time where they are ASCII.
    mutating func firstError(in bytes: UnsafeRawBufferPointer, mask: UInt64 = 0) -> Int? {
        var index = 0
        while index < bytes.count {
            if missingCount == 0 {
                let mask = mask.rotatedRight(byBytes: index & 3)
                let masks = SIMD4(repeating: mask.littleEndian)
                while bytes.count - index >= 32 {
                    let words = masks ^ bytes.loadUnaligned(fromByteOffset: index, as: SIMD4.self)
                    guard (words[0] | words[1] | words[2] | words[3]).isASCII else { break }
                    index += 32
                }
                while bytes.count - index >= 8 {
                    let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    guard (word ^ mask.littleEndian).isASCII else { break }
                    index += 8
                }
                guard index < bytes.count else { return nil }
            }
            let maskByte = UInt8(truncatingIfNeeded: mask >> UInt64(8 * (index & 3)))
            guard accept(bytes[index] ^ maskByte) else { return index }
            index += 1
        }
        return nil
    }

    /// Table 3-7 of the Unicode standard.
    private mutating func accept(_ byte: UInt8) -> Bool {
        if missingCount > 0 {
            guard next.contains(byte) else { return false }
            missingCount -= 1
            next = 0x80...0xBF
            return true
        }
        switch byte {
        case 0...0x7F: return true
        case 0xC2...0xDF: missingCount = 1
        case 0xE0...0xEF:
            missingCount = 2
            // Neither forms that are too long nor surrogates.
            if byte == 0xE0 { next = 0xA0...0xBF }
            if byte == 0xED { next = 0x80...0x9F }
        case 0xF0...0xF4:
            missingCount = 3
            // Neither forms that are too long nor more than U+10FFFF.
            if byte == 0xF0 { next = 0x90...0xBF }
            if byte == 0xF4 { next = 0x80...0x8F }
        default: return false
        }
        return true
    }
}

extension UInt64 {
    /// Whether no byte of it has its highest bit set.
    fileprivate var isASCII: Bool { self & 0x8080_8080_8080_8080 == 0 }

    fileprivate func rotatedRight(byBytes count: Int) -> UInt64 {
        self >> UInt64(8 * count) | self << UInt64((64 - 8 * count) & 63)
    }
}

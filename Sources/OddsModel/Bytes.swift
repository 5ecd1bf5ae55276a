/// Whether two ranges of bytes are equal.
///
/// - Complexity: O(`count`), eight bytes at a time.
@inlinable
@inline(__always)
package func equalBytes(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
) -> Bool {
    // The last words may overlap with those before.
    if count >= 8 {
        let last = count &- 8
        var offset = 0
        while offset < last {
            if difference(left, right, offset, as: UInt64.self) != 0 { return false }
            offset &+= 8
        }
        return difference(left, right, last, as: UInt64.self) == 0
    }
    if count >= 4 {
        return difference(left, right, 0, as: UInt32.self)
            | difference(left, right, count &- 4, as: UInt32.self) == 0
    }
    guard count > 0 else { return true }
    return difference(left, right, 0, as: UInt8.self)
        | difference(left, right, count / 2, as: UInt8.self)
        | difference(left, right, count &- 1, as: UInt8.self) == 0
}

@inlinable
@inline(__always)
internal func difference<Word: FixedWidthInteger & BitwiseCopyable>(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ offset: Int, as word: Word.Type
) -> Word {
    left.loadUnaligned(fromByteOffset: offset, as: word)
        ^ right.loadUnaligned(fromByteOffset: offset, as: word)
}

/// Whether two texts have the same bytes.
///
/// - Complexity: O(bytes).
@inlinable
@inline(__always)
package func equalBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
    return equalBytes(leftBase, rightBase, left.count)
}

/// The value of eight decimal digits, given as numbers from 0 to 9, the first
/// in the lowest byte (D. Lemire, "Quickly parsing eight digits", 2018).
@inlinable
@inline(__always)
package func decimalValue(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ digits &>> 8
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    let high = (pairs & mask) &* 0x000F_4240_0000_0064
    let low = (pairs &>> 16 & mask) &* 0x0000_2710_0000_0001
    return (high &+ low) &>> 32
}

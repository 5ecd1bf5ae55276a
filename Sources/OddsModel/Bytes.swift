/// Whether two ranges of bytes are equal. Complexity: O(`count`), eight bytes
/// at a time.
@inlinable
@inline(__always)
package func equalBytes(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
) -> Bool {
    var offset = 0
    while offset &+ 8 <= count {
        if left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) {
            return false
        }
        offset &+= 8
    }
    while offset < count {
        if left.load(fromByteOffset: offset, as: UInt8.self)
            != right.load(fromByteOffset: offset, as: UInt8.self) {
            return false
        }
        offset &+= 1
    }
    return true
}

/// Whether two texts have the same bytes. Complexity: O(bytes).
@inlinable
@inline(__always)
package func equalBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
    return equalBytes(leftBase, rightBase, left.count)
}

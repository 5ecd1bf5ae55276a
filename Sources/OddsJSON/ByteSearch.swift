#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where a byte first occurs.
///
/// - Complexity: O(bytes), many at a time.
package func firstOffset(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return nil }
    guard let found = memchr(base, CInt(byte), bytes.count) else { return nil }
    return UnsafeRawPointer(found) - base
}

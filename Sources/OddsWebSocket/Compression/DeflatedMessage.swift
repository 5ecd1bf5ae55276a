import NIOCore

/// A compressed message whose middle many connections share: it is compressed
/// once, and only copied for each of them. What differs stands around it, as it
/// is.
///
/// Only where messages do not refer to earlier ones, as the middle is unknown to
/// the compression of the connection.
package enum DeflatedMessage {
    /// What a message takes beside its three parts.
    package static let extraBytesMax = 2 * storedHeadBytes + 1
    private static let storedHeadBytes = 5

    /// Appends a message to a buffer.
    ///
    /// - Parameters:
    ///   - middle: the blocks that `MessageDeflater.blocks` returned.
    ///   - head, tail: at most 65,535 bytes each.
    package static func write(
        _ head: UnsafeRawBufferPointer, _ middle: [UInt8], _ tail: UnsafeRawBufferPointer,
        to buffer: inout ByteBuffer
    ) {
        writeStored(head, to: &buffer)
        buffer.writeBytes(middle)
        writeStored(tail, to: &buffer)
        // An empty block, without what ends each flush (RFC 7692, §7.2.1).
        buffer.writeInteger(UInt8(0))
    }

    /// A block that is not compressed (RFC 1951, §3.2.4), at the start of a byte.
    private static func writeStored(_ bytes: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
        let count = UInt16(bytes.count)
        buffer.writeInteger(UInt8(0))
        buffer.writeInteger(count, endianness: .little)
        buffer.writeInteger(~count, endianness: .little)
        buffer.writeBytes(bytes)
    }
}

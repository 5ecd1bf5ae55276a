import CZlib
import NIOCore

/// Compresses messages, or parts of messages, into DEFLATE blocks.
///
/// It takes 260 KiB. Where messages do not refer to earlier ones, the
/// connections of a thread can share one.
package final class MessageDeflater {
    /// On the heap, as zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    /// The logarithm of how far back a message refers at most.
    package let windowBits: Int

    /// What ends each flush, and is left out at the end of a message (RFC 7692,
    /// §7.2.1).
    private static let flushMark: [UInt8] = [0, 0, 0xFF, 0xFF]
    /// What the end of a flush needs at most, and room for more.
    private static let outputStepBytes = 1_024

    /// - Parameter windowBits: 8 to 15.
    package init(windowBits: Int = DeflateAgreement.Sender.windowBitsMax) {
        self.windowBits = windowBits
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Negative: without head and checksum. zlib has no window of 8 bits, and
        // with one of 9 it refers back by 250 bytes at most, which that of 8 has
        // room for. 8: zlib's usual memory.
        let status = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -CInt(max(windowBits, 9)), 8,
            Z_DEFAULT_STRATEGY, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib does not start")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Appends a compressed message to a buffer.
    ///
    /// - Parameter keepsContext: whether later messages may refer to this one,
    ///   and this one to those before it.
    /// - Complexity: O(bytes).
    package func deflate(
        _ message: UnsafeRawBufferPointer, keepsContext: Bool, into output: inout ByteBuffer
    ) {
        writeBlocks(of: message, into: &output)
        output.moveWriterIndex(to: output.writerIndex - Self.flushMark.count)
        if !keepsContext { deflateReset(stream) }
    }

    /// The blocks of a part that is the same in many messages. They refer to
    /// nothing before it. See `DeflatedMessage`.
    ///
    /// - Complexity: O(bytes).
    package func blocks(of part: UnsafeRawBufferPointer) -> [UInt8] {
        var output = ByteBuffer()
        writeBlocks(of: part, into: &output)
        deflateReset(stream)
        return Array(output.readableBytesView)
    }

    private func writeBlocks(of bytes: UnsafeRawBufferPointer, into output: inout ByteBuffer) {
        // zlib never writes through `next_in`; its type lacks the `const`.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(bytes.count)
        repeat {
            output.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.outputStepBytes) {
                stream.pointee.next_out = $0.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = UInt32($0.count)
                CZlib.deflate(stream, Z_SYNC_FLUSH)
                return $0.count - Int(stream.pointee.avail_out)
            }
        } while stream.pointee.avail_out == 0
    }
}

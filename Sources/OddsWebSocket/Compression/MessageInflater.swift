import CZlib
import NIOCore

/// Decompresses messages, fragment by fragment, within limits: a small message
/// that would become a huge one is refused before it does.
///
/// It takes 40 KiB.
package final class MessageInflater {
    package enum Failure: Error, Equatable {
        /// The message is larger than the limit.
        case tooLarge
        /// The message is more times as large as it was than is credible.
        case expandsTooMuch
        /// No DEFLATE blocks, or not whole ones.
        case damaged
    }

    /// On the heap, as zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let keepsContext: Bool
    private let messageBytesMax: Int
    /// The message's compressed bytes so far.
    private var compressedCount = 0

    /// How many times as large as compressed a message may be. DEFLATE reaches
    /// 1,032; frames of a feed stay below 30.
    package static let expansionMax = 200
    /// A message up to this size is harmless whatever it was before.
    static let harmlessBytes = 64 << 10

    /// What the sender left out at the end of a message (RFC 7692, §7.2.2).
    private static let flushMark: [UInt8] = [0, 0, 0xFF, 0xFF]
    private static let outputStepBytes = 4_096

    package init(_ sender: DeflateAgreement.Sender, messageBytesMax: Int) {
        keepsContext = sender.keepsContext
        self.messageBytesMax = messageBytesMax
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Negative: without head and checksum.
        let status = inflateInit2_(
            stream, -CInt(sender.windowBits), ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib does not start")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Appends the content of a message's next fragment to the message. After a
    /// failure, nothing more may be passed.
    ///
    /// - Complexity: O(bytes of the content).
    package func inflate(
        _ fragment: ByteBuffer, isLast: Bool, into message: inout ByteBuffer
    ) throws(Failure) {
        compressedCount += fragment.readableBytes
        try write(fragment, to: &message)
        guard isLast else { return }
        try write(ByteBuffer(bytes: Self.flushMark), to: &message)
        compressedCount = 0
        // Bit 7: a block has ended, so that nothing of the message is missing.
        guard stream.pointee.data_type & 128 != 0 else { throw .damaged }
        if !keepsContext { inflateReset(stream) }
    }

    private func write(
        _ compressed: ByteBuffer, to message: inout ByteBuffer
    ) throws(Failure) {
        do {
            try compressed.withUnsafeReadableBytes { bytes in
                // zlib never writes through `next_in`; its type lacks the `const`.
                stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
                stream.pointee.avail_in = UInt32(bytes.count)
                repeat {
                    try step(inputCount: bytes.count, to: &message)
                } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .damaged
        }
    }

    /// Decompresses as much as fits into some more space of the message.
    private func step(inputCount: Int, to message: inout ByteBuffer) throws(Failure) {
        let credible = max(Self.harmlessBytes, Self.expansionMax * compressedCount)
        // One byte more, which shows that there is too much.
        let space = min(messageBytesMax, credible) + 1 - message.readableBytes
        let wanted = min(space, max(4 * inputCount, Self.outputStepBytes))
        var status = Z_OK
        message.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) {
            let count = min(space, $0.count)
            stream.pointee.next_out = $0.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(count)
            status = CZlib.inflate(stream, Z_SYNC_FLUSH)
            return count - Int(stream.pointee.avail_out)
        }
        guard message.readableBytes <= messageBytesMax else { throw .tooLarge }
        guard message.readableBytes <= credible else { throw .expandsTooMuch }
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        // A block that says that it is the last one; others may follow (RFC 7692,
        // §7.2.3.4), which may refer to it.
        case Z_STREAM_END: inflateResetKeep(stream)
        default: throw .damaged
        }
    }
}

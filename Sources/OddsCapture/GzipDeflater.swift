import CZlib

/// Compresses into gzip members, each of which depends on the data alone: no time, no
/// file name, no mark of the operating system.
struct GzipDeflater: ~Copyable {
    /// On the heap, as zlib keeps their addresses.
    private let stream: UnsafeMutablePointer<z_stream>
    private let header: UnsafeMutablePointer<gz_header>
    private let output: UnsafeMutableRawBufferPointer

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        header = .allocate(capacity: 1)
        header.initialize(to: gz_header())
        header.pointee.os = 255
        output = .allocate(byteCount: CaptureLimits.chunkBytes, alignment: 16)
        // 15 + 16: the largest window, gzip; 8: zlib's usual memory.
        let status = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib does not start")
        deflateSetHeader(stream, header)
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        header.deallocate()
        output.deallocate()
    }

    /// Begins another member, after the last bytes of one.
    mutating func restart() {
        deflateReset(stream)
        deflateSetHeader(stream, header)
    }

    /// Compresses `bytes`, and with `isLast` all that is left, and writes what
    /// comes out to `file`.
    mutating func write(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, to file: OutputFile
    ) throws(SystemError) {
        // zlib never writes through `next_in`; its type lacks the `const`.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(bytes.count)
        repeat {
            stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(output.count)
            deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
            let count = output.count - Int(stream.pointee.avail_out)
            try file.write(UnsafeRawBufferPointer(rebasing: output[..<count]))
        } while stream.pointee.avail_out == 0
    }
}

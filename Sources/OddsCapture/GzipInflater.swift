import CZlib

/// Damage in compressed data.
enum GzipError: Error {
    case corrupt
    case truncated
}

/// Decompresses gzip data of any number of members, in bounded memory.
struct GzipInflater: ~Copyable {
    /// On the heap, as zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutableRawBufferPointer
    /// Within a member: its data end before the file may.
    private var isInMember = true

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        input = .allocate(byteCount: CaptureLimits.chunkBytes, alignment: 16)
        // 15: the largest window; 16: gzip, and no other format.
        let status = inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib does not start")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    /// Decompresses at most as much of `file` as fits and returns how much; 0 at
    /// the end.
    /// - Throws: `SystemError`, `GzipError`.
    mutating func read(
        into space: UnsafeMutableRawBufferPointer, from file: InputFile
    ) throws -> Int {
        stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(space.count)
        while stream.pointee.avail_out == UInt32(space.count) {
            if stream.pointee.avail_in == 0 {
                let count = try file.read(into: input)
                guard count > 0 else {
                    if isInMember { throw GzipError.truncated }
                    return 0
                }
                stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_in = UInt32(count)
            }
            if !isInMember {
                inflateReset(stream)
                isInMember = true
            }
            switch inflate(stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isInMember = false
            default:
                // What was intact goes out first; the next call ends here again.
                if stream.pointee.avail_out == UInt32(space.count) { throw GzipError.corrupt }
            }
        }
        return space.count - Int(stream.pointee.avail_out)
    }
}

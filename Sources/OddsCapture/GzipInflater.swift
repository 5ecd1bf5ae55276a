import CZlib

/// Damage in compressed data.
enum GzipError: Error {
    case corrupt
    case truncated
    /// Bytes that are neither a member nor padding follow members that are all
    /// intact.
    case trailingBytes
}

/// Decompresses gzip data of any number of members, in bounded memory. Zeros
/// behind the last member are padding, as they are to gzip itself.
struct GzipInflater: ~Copyable {
    private static let magic: [UInt8] = [0x1F, 0x8B]

    /// On the heap, as zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutableRawBufferPointer
    /// Within a member: its data end before the file may.
    private var isInMember = true

    /// Whether a file that begins so has compressed data, whatever its name. One
    /// byte is enough if there are no more.
    static func areCompressed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && bytes.prefix(magic.count).elementsEqual(magic.prefix(bytes.count))
    }

    /// - Parameter beginning: What has been read of the file, at most a chunk.
    init(_ beginning: UnsafeRawBufferPointer) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        input = .allocate(byteCount: CaptureLimits.chunkBytes, alignment: 16)
        input.copyMemory(from: beginning)
        // 15: the largest window; 16: gzip, and no other format.
        let status = inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib does not start")
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(beginning.count)
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
            if !isInMember, try !beginMember(of: file) { return 0 }
            if stream.pointee.avail_in == 0, try !readMore(of: file) { throw GzipError.truncated }
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

    /// Begins the member that follows another; false if none does.
    private mutating func beginMember(of file: InputFile) throws -> Bool {
        while unread.count < Self.magic.count, try readMore(of: file) {}
        guard Self.areCompressed(unread) else {
            try skipPadding(of: file)
            return false
        }
        inflateReset(stream)
        isInMember = true
        return true
    }

    private mutating func skipPadding(of file: InputFile) throws {
        repeat {
            guard unread.allSatisfy({ $0 == 0 }) else { throw GzipError.trailingBytes }
            stream.pointee.avail_in = 0
        } while try readMore(of: file)
    }

    private var unread: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: stream.pointee.next_in, count: Int(stream.pointee.avail_in))
    }

    /// Reads more behind what is unread, which must not fill the space; false at
    /// the end of the file.
    private mutating func readMore(of file: InputFile) throws -> Bool {
        let unreadCount = unread.count
        input.copyMemory(from: unread)
        let count = try file.read(
            into: UnsafeMutableRawBufferPointer(rebasing: input[unreadCount...]))
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(unreadCount + count)
        return count > 0
    }
}

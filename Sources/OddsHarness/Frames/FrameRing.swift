import Synchronization

/// The layout of the mapping through which one process hands frames to
/// another: a header page, then a ring of entries.
///
/// One thread writes, one reads. Positions are byte counts since the
/// beginning that only grow; the entry at position `p` begins at byte
/// `p % capacityBytes` of the ring. An entry is a head of 32 bytes and the
/// frame's text, rounded up to whole heads, and never wraps around: where it
/// does not fit before the end of the ring, a head that says so fills the
/// rest.
enum FrameRing {
    static let headerBytes = 4096

    enum State: UInt64 {
        /// Frames are being written and the ring is not full yet.
        case filling
        /// It has been full once: reading may begin.
        case primed
        /// All frames have been written, and the traffic's digest.
        case finished
        /// There will be no more frames, though not all were written.
        case failed
    }

    enum EntryKind: UInt32 {
        case frame
        /// Nothing until the end of the ring.
        case gap
    }

    struct Head: BitwiseCopyable {
        var ticket: FrameTicket
        var kind: UInt32
        var byteCount: UInt32

        static let bytes = 32

        /// The bytes that an entry takes with `byteCount` bytes of text.
        static func entryBytes(_ byteCount: Int) -> Int {
            bytes + (byteCount + bytes - 1) / bytes * bytes
        }
    }

    /// The counters in the header, each on cache lines of its own, as
    /// different cores write them.
    struct Header {
        /// Bytes written by the producer.
        let written: UnsafeMutablePointer<Atomic<UInt64>>
        /// Bytes that the reader no longer needs.
        let released: UnsafeMutablePointer<Atomic<UInt64>>
        let state: UnsafeMutablePointer<Atomic<UInt64>>
        /// How far the reader is in the schedule, for whoever watches.
        let progressNanoseconds: UnsafeMutablePointer<Atomic<UInt64>>
        /// SHA-256 over the frames; valid once the state is `finished`.
        let digest: UnsafeMutableRawPointer

        static let digestBytes = 32

        init(_ base: UnsafeMutableRawPointer) {
            func counter(_ line: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
                (base + line * 128).assumingMemoryBound(to: Atomic<UInt64>.self)
            }
            written = counter(0)
            released = counter(1)
            state = counter(2)
            progressNanoseconds = counter(3)
            digest = base + 4 * 128
        }

        /// The digest, `nil` until it is valid.
        var trafficDigest: [UInt8]? {
            guard state.pointee.load(ordering: .acquiring) == State.finished.rawValue else {
                return nil
            }
            return Array(UnsafeRawBufferPointer(start: digest, count: Header.digestBytes))
        }
    }
}

/// What a third process can see of a ring and say to its reader.
public struct FrameRingMonitor: ~Copyable {
    private let mapping: SharedMapping
    private let header: FrameRing.Header

    /// A new ring. With less than `HarnessLimits.frameMappingBytes` the largest
    /// legal frame does not fit.
    public init(byteCount: Int) throws(HarnessError) {
        mapping = try SharedMapping(byteCount: byteCount)
        header = FrameRing.Header(mapping.base)
    }

    /// To be inherited by the writing and by the reading process.
    public var fileDescriptor: Int32 { mapping.fileDescriptor }

    /// How far the reader is in the schedule, in nanoseconds.
    public var progressNanoseconds: UInt64 {
        header.progressNanoseconds.pointee.load(ordering: .relaxed)
    }

    /// The SHA-256 of the frames, `nil` until all of them have been written.
    public var trafficDigest: [UInt8]? { header.trafficDigest }

    /// Tells the reader that the writer is gone. No effect if the writer had
    /// finished.
    public func markProducerDead() {
        for state in [FrameRing.State.filling, .primed] {
            _ = header.state.pointee.compareExchange(
                expected: state.rawValue, desired: FrameRing.State.failed.rawValue,
                ordering: .acquiringAndReleasing)
        }
    }
}

import OddsResults
import Synchronization

/// The layout of the mapping through which one process hands frames to
/// another: a header page, then a ring of entries.
///
/// One thread writes and one reads. Positions are byte counts that only grow;
/// the entry at position `p` begins at byte `p % capacityBytes` of the ring. An
/// entry is a head of 32 bytes and the frame's text, rounded up to a multiple
/// of 32 bytes. It never wraps around: if it does not fit before the end of
/// the ring, a gap entry fills the rest. The header page also holds the latest
/// intervals of the run's series, for whoever watches it.
enum FrameRing {
    static let headerBytes = 4096

    enum State: UInt64 {
        /// Frames are being written and the ring is not full yet.
        case filling
        /// The ring has been full once, so that reading may begin.
        case primed
        /// All frames and the traffic's digest have been written.
        case finished
    }

    enum EntryKind: UInt32 {
        case frame
        /// Unused bytes up to the end of the ring.
        case gap
    }

    struct Head: BitwiseCopyable {
        var ticket: FrameTicket
        var kind: UInt32
        var byteCount: UInt32

        static let bytes = 32

        /// The size of an entry with `byteCount` bytes of text.
        static func entryBytes(_ byteCount: Int) -> Int {
            bytes + (byteCount + bytes - 1) / bytes * bytes
        }
    }

    /// The counters in the header. Different cores write them, so each has
    /// cache lines of its own. The digest is written before `finished` is.
    struct Header: @unchecked Sendable {
        /// Bytes written by the producer.
        let written: UnsafeMutablePointer<Atomic<UInt64>>
        /// Bytes released by the reader.
        let released: UnsafeMutablePointer<Atomic<UInt64>>
        let state: UnsafeMutablePointer<Atomic<UInt64>>
        /// How far the reader is in the schedule, for a monitor.
        let progressNanoseconds: UnsafeMutablePointer<Atomic<UInt64>>
        /// 1 from when a monitor asked for an early end of the run.
        let endRequest: UnsafeMutablePointer<Atomic<UInt64>>
        /// 1 once the reader has ended early.
        let earlyEnd: UnsafeMutablePointer<Atomic<UInt64>>
        /// SHA-256 over the frames; valid once the state is `finished`.
        let digest: UnsafeMutableRawPointer
        let board: IntervalBoard

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
            endRequest = counter(5)
            earlyEnd = counter(6)
            board = IntervalBoard(base + 8 * 128)
        }

        func isIn(_ state: State) -> Bool {
            self.state.pointee.load(ordering: .acquiring) == state.rawValue
        }

        /// The digest; `nil` until it is valid.
        var trafficDigest: [UInt8]? {
            guard isIn(.finished) else { return nil }
            return Array(UnsafeRawBufferPointer(start: digest, count: Header.digestBytes))
        }
    }
}

/// A third process's end of a ring: it creates the ring and watches its
/// progress.
package final class FrameRingMonitor: Sendable {
    private let mapping: SharedMapping
    private let header: FrameRing.Header

    /// Creates a ring. With less than `HarnessLimits.frameMappingBytes` the
    /// largest legal frame does not fit.
    package init(byteCount: Int) throws(HarnessError) {
        mapping = try SharedMapping(byteCount: byteCount)
        header = FrameRing.Header(mapping.base)
    }

    /// The descriptor that the writing and the reading process inherit.
    package var fileDescriptor: Int32 { mapping.fileDescriptor }

    /// How far the reader is in the schedule, in nanoseconds.
    package var progressNanoseconds: UInt64 {
        header.progressNanoseconds.pointee.load(ordering: .relaxed)
    }

    /// The SHA-256 of the frames; `nil` until all of them have been written.
    package var trafficDigest: [UInt8]? { header.trafficDigest }

    /// Asks the reader to end before the schedule does.
    package func requestEnd() { header.endRequest.pointee.store(1, ordering: .relaxed) }

    /// Whether the reader ended because of that.
    package var hasEndedEarly: Bool { header.earlyEnd.pointee.load(ordering: .acquiring) == 1 }

    /// The intervals of the run's series from a number on, as far as they are
    /// still there.
    package func intervals(from number: Int) -> [LiveInterval] {
        header.board.intervals(from: number)
    }
}

import DequeModule
import OddsWAMP

/// The backlog of one connection: pending messages, in order.
///
/// Frames are held by reference: a thousand slow connections to the same topic
/// share the memory of its frames. The byte count of each queue still includes
/// the full size of its frames, as it measures how far the connection lags.
package struct SendQueue: Sendable {
    /// A pending message.
    package enum Entry: Sendable {
        /// An encoded message.
        case message([UInt8])
        /// Sent as a RESULT with these keyword arguments. All connections that
        /// requested a dump at the same moment share its memory.
        case result(request: WAMPID, keywords: [UInt8])
        /// Sent as an INVOCATION.
        case invocation(registration: WAMPID, SharedFrame)
        /// Sent as it is.
        case frame(SharedFrame)

        /// The length of the message, or an upper bound if it is not encoded
        /// yet.
        package var byteCount: Int {
            switch self {
            case .message(let text): text.count
            case .result(_, let keywords): keywords.count + WAMPEnvelope.headBytesMax
            case .invocation(_, let frame): frame.bytes.count + WAMPEnvelope.headBytesMax
            case .frame(let frame): frame.bytes.count
            }
        }

        /// The memory that no other queue shares.
        var ownByteCount: Int {
            let place = MemoryLayout<(entry: Entry, notBefore: UInt64)>.stride
            return place + (frame == nil ? byteCount : 0)
        }

        /// The frame of a topic or of contents that it sends; `nil` for an answer.
        private var frame: SharedFrame? {
            switch self {
            case .message, .result: nil
            case .invocation(_, let frame), .frame(let frame): frame
            }
        }

        var isFrame: Bool { frame != nil }

        /// The number of records in its frame; 0 for an answer.
        package var recordCount: Int { frame?.recordCount ?? 0 }
    }

    private var entries: Deque<(entry: Entry, notBefore: UInt64)> = []
    /// The maximum number of entries since the queue was last empty.
    private var countMax = 0
    /// The byte count of all pending entries.
    package private(set) var byteCount = 0
    /// The memory of all pending entries without the frames, which queues share.
    package private(set) var ownByteCount = 0

    /// Creates an empty queue.
    package init() {}

    /// Whether no entry is pending.
    package var isEmpty: Bool { entries.isEmpty }
    /// The number of pending entries.
    package var count: Int { entries.count }

    /// Appends an entry that is not sent before a time in nanoseconds; the
    /// entries behind it wait for it.
    ///
    /// - Complexity: O(1), amortized.
    package mutating func append(_ entry: Entry, notBefore: UInt64 = 0) {
        entries.append((entry, notBefore))
        byteCount += entry.byteCount
        ownByteCount += entry.ownByteCount
        countMax = max(countMax, count)
    }

    /// The earliest time for sending the first entry, in nanoseconds.
    package var nextTime: UInt64? { entries.first?.notBefore }

    /// Removes and returns the first entry.
    ///
    /// - Complexity: O(1), amortized.
    package mutating func popFirst() -> Entry? {
        guard let (entry, _) = entries.popFirst() else { return nil }
        byteCount -= entry.byteCount
        ownByteCount -= entry.ownByteCount
        if isEmpty {
            // Releases the memory of a queue that was long.
            if countMax > 1_024 { entries = [] }
            countMax = 0
        }
        return entry
    }

    /// The byte count of all answers, which, unlike frames, cannot be dropped.
    ///
    /// - Complexity: O(count).
    package var answerByteCount: Int {
        entries.reduce(0) { $0 + ($1.entry.isFrame ? 0 : $1.entry.byteCount) }
    }

    /// The number of records in all pending frames.
    ///
    /// - Complexity: O(count).
    package var recordCount: Int { entries.reduce(0) { $0 + $1.entry.recordCount } }

    /// Drops all frames and returns their number; answers remain.
    ///
    /// - Complexity: O(count).
    package mutating func dropFrames() -> Int {
        let countBefore = count
        entries.removeAll { $0.entry.isFrame }
        byteCount = entries.reduce(0) { $0 + $1.entry.byteCount }
        ownByteCount = entries.reduce(0) { $0 + $1.entry.ownByteCount }
        return countBefore - count
    }
}

/// What happens to a connection that reads too slowly.
package enum SlowConsumerPolicy: String, CaseIterable, Sendable {
    /// The connection is closed.
    case disconnect
    /// The queued frames are dropped. Once the connection has read the rest,
    /// each of its registrations gets a new dump in an INVOCATION.
    case resync
}

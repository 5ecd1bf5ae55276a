import OddsWAMP

/// What waits to be sent on a connection, in order, within a bound.
///
/// Frames are held by reference: a thousand slow connections to the same topic
/// share the memory of its frames. The bound counts each for its own all the
/// same, so that it says how far a connection is behind.
public struct SendQueue: Sendable {
    public enum Entry: Sendable {
        /// Text of a message.
        case message([UInt8])
        /// To be sent as a RESULT with these keyword arguments, whose memory
        /// all who asked at the same moment share.
        case result(request: WAMPID, keywords: [UInt8])
        /// To be sent as an INVOCATION.
        case invocation(registration: WAMPID, SharedFrame)

        public var byteCount: Int {
            switch self {
            case .message(let text): text.count
            case .result(_, let keywords): keywords.count + WAMPEnvelope.headBytesMax
            case .invocation(_, let frame): frame.bytes.count + WAMPEnvelope.headBytesMax
            }
        }

        var isInvocation: Bool {
            if case .invocation = self { true } else { false }
        }
    }

    private var entries: [(entry: Entry, notBefore: UInt64)] = []
    private var first = 0
    /// Of all that waits.
    public private(set) var byteCount = 0

    public init() {}

    public var isEmpty: Bool { first == entries.count }
    public var count: Int { entries.count - first }

    /// Appends an entry that is not to be sent before a time in nanoseconds;
    /// what is behind it waits as well. Complexity: O(1), amortized.
    public mutating func append(_ entry: Entry, notBefore: UInt64 = 0) {
        entries.append((entry, notBefore))
        byteCount += entry.byteCount
    }

    /// When the first entry may be sent.
    public var nextTime: UInt64? { isEmpty ? nil : entries[first].notBefore }

    /// Complexity: O(1), amortized.
    public mutating func popFirst() -> Entry? {
        guard !isEmpty else { return nil }
        let entry = entries[first].entry
        // The frame's memory is not to wait for the array's.
        entries[first].entry = .message([])
        first += 1
        byteCount -= entry.byteCount
        if isEmpty {
            // The memory of a long queue is not kept for the next one.
            entries.removeAll(keepingCapacity: first <= 1_024)
            first = 0
        } else if first >= 1_024, first * 2 >= entries.count {
            entries.removeFirst(first)
            first = 0
        }
        return entry
    }

    /// Of what was asked for and cannot be dropped. Complexity: O(count).
    public var answerByteCount: Int {
        entries[first...].reduce(0) { $0 + ($1.entry.isInvocation ? 0 : $1.entry.byteCount) }
    }

    /// Drops all invocations, and tells how many; what was asked for stays.
    /// Complexity: O(count).
    public mutating func dropInvocations() -> Int {
        let waiting = entries[first...]
        let kept = waiting.filter { !$0.entry.isInvocation }
        let droppedCount = waiting.count - kept.count
        entries = Array(kept)
        first = 0
        byteCount = entries.reduce(0) { $0 + $1.entry.byteCount }
        return droppedCount
    }
}

/// What is done with a connection that does not read fast enough.
public enum SlowConsumerPolicy: String, CaseIterable, Sendable {
    /// It is closed.
    case disconnect
    /// What waits is dropped; once the connection has read what is left, each of
    /// its registrations gets a new dump in an INVOCATION.
    case resync
}

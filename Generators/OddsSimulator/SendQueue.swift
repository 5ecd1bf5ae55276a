import DequeModule
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

    private var entries: Deque<(entry: Entry, notBefore: UInt64)> = []
    /// The most entries that waited since the queue was last empty.
    private var countMax = 0
    /// The text of all that waits.
    public private(set) var byteCount = 0

    /// An empty queue.
    public init() {}

    /// Whether nothing waits.
    public var isEmpty: Bool { entries.isEmpty }
    /// How many entries wait.
    public var count: Int { entries.count }

    /// Appends an entry that is not sent before a time in nanoseconds; the
    /// entries behind it wait as well. Complexity: O(1), amortized.
    public mutating func append(_ entry: Entry, notBefore: UInt64 = 0) {
        entries.append((entry, notBefore))
        byteCount += entry.byteCount
        countMax = max(countMax, count)
    }

    /// When the first entry may be sent, in nanoseconds.
    public var nextTime: UInt64? { entries.first?.notBefore }

    /// Complexity: O(1), amortized.
    public mutating func popFirst() -> Entry? {
        guard let (entry, _) = entries.popFirst() else { return nil }
        byteCount -= entry.byteCount
        if isEmpty {
            // The memory of a long queue is not kept for the next one.
            if countMax > 1_024 { entries = [] }
            countMax = 0
        }
        return entry
    }

    /// The text of all answers, which cannot be dropped. Complexity: O(count).
    public var answerByteCount: Int {
        entries.reduce(0) { $0 + ($1.entry.isInvocation ? 0 : $1.entry.byteCount) }
    }

    /// Drops all invocations and returns their number; answers stay.
    /// Complexity: O(count).
    public mutating func dropInvocations() -> Int {
        let countBefore = count
        entries.removeAll { $0.entry.isInvocation }
        byteCount = entries.reduce(0) { $0 + $1.entry.byteCount }
        return countBefore - count
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

import DequeModule
import OddsWAMP

/// The messages that wait to be sent on one connection, in order.
///
/// Frames are held by reference: a thousand slow connections to the same topic
/// share the memory of its frames. The byte count includes each of them all the
/// same, so that it measures how far a connection lags behind.
package struct SendQueue: Sendable {
    /// Something to be sent.
    package enum Entry: Sendable {
        /// The text of a message.
        case message([UInt8])
        /// Sent as a RESULT with these keyword arguments. All connections that
        /// asked at the same moment share their memory.
        case result(request: WAMPID, keywords: [UInt8])
        /// Sent as an INVOCATION.
        case invocation(registration: WAMPID, SharedFrame)

        /// The length of the text, an upper bound where it is not written yet.
        package var byteCount: Int {
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
    package private(set) var byteCount = 0

    /// An empty queue.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { entries.isEmpty }
    /// How many entries wait.
    package var count: Int { entries.count }

    /// Appends an entry that is not sent before a time in nanoseconds; the
    /// entries behind it wait as well. Complexity: O(1), amortized.
    package mutating func append(_ entry: Entry, notBefore: UInt64 = 0) {
        entries.append((entry, notBefore))
        byteCount += entry.byteCount
        countMax = max(countMax, count)
    }

    /// When the first entry may be sent, in nanoseconds.
    package var nextTime: UInt64? { entries.first?.notBefore }

    /// Removes and returns the first entry. Complexity: O(1), amortized.
    package mutating func popFirst() -> Entry? {
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
    package var answerByteCount: Int {
        entries.reduce(0) { $0 + ($1.entry.isInvocation ? 0 : $1.entry.byteCount) }
    }

    /// Drops all invocations and returns their number; answers stay.
    /// Complexity: O(count).
    package mutating func dropInvocations() -> Int {
        let countBefore = count
        entries.removeAll { $0.entry.isInvocation }
        byteCount = entries.reduce(0) { $0 + $1.entry.byteCount }
        return countBefore - count
    }
}

/// What is done with a connection that does not read fast enough.
package enum SlowConsumerPolicy: String, CaseIterable, Sendable {
    /// It is closed.
    case disconnect
    /// The queue is dropped; once the connection has read the rest, each of its
    /// registrations gets a new dump in an INVOCATION.
    case resync
}

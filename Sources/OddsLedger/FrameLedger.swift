/// What a feed schedules while a measurement asks for it: each frame of some
/// topics, with the time at which it was due and the delay with which it was
/// handed over. It knows nothing of connections, so a frame counts whether or
/// not anybody was there to receive it.
///
/// Its memory is bounded; `isFull` says that frames are missing. One thread
/// owns a ledger.
package struct FrameLedger: Sendable {
    /// The default bound: 256 MiB.
    package static let frameCountMax = 8 << 20

    private struct Topic {
        var frames = ChunkedList<LedgerFrame>()
        /// The number of frames that were handed over.
        var handedOverCount = 0
        /// The version of the topic's state; `nil` before the first frame.
        var version: UInt64?
    }

    /// The topics' text forms.
    package let topics: [String]
    /// The largest number of frames, over all topics.
    package let frameCountMax: Int
    /// The number of frames noted, over all topics.
    package private(set) var frameCount = 0
    /// The number of frames left out because they were older than the state.
    package private(set) var staleCount = 0
    /// Whether frames are missing because the bound was reached.
    package private(set) var isFull = false
    private var columns: [Topic]
    private var epoch: UInt32 = 0

    /// - Parameters:
    ///   - topics: The topics' text forms.
    ///   - frameCountMax: The largest number of frames, over all topics.
    package init(topics: [String], frameCountMax: Int = Self.frameCountMax) {
        self.topics = topics
        self.frameCountMax = frameCountMax
        columns = Array(repeating: Topic(), count: topics.count)
    }

    /// Notes a frame that is about to be handed over.
    ///
    /// A frame without records is left out, and so is one that is older than
    /// its topic's state, which no client may show; such are counted. A frame
    /// without a readable version has that of the state, as clients see it.
    ///
    /// - Parameters:
    ///   - topic: The position in `topics`.
    ///   - version: The frame's version; `nil` if it is not readable.
    ///   - records: The number of its records.
    ///   - due: When it was due, on the machine's monotonic clock.
    /// - Complexity: O(1).
    package mutating func note(topic: Int, version: UInt64?, records: Int, due: UInt64) {
        let state = columns[topic].version
        let shown = version ?? state ?? 0
        guard records > 0 else { return }
        guard shown >= state ?? 0 else {
            staleCount += 1
            return
        }
        columns[topic].version = shown
        guard frameCount < frameCountMax else {
            isFull = true
            return
        }
        frameCount += 1
        columns[topic].frames.append(
            LedgerFrame(
                epoch: epoch, records: UInt32(clamping: records), version: shown, due: due))
    }

    /// All frames noted since the last call were handed over at `now`.
    ///
    /// - Complexity: O(topics + frames noted since the last call).
    package mutating func handOver(at now: UInt64) {
        for topic in columns.indices {
            let count = columns[topic].frames.count
            for index in columns[topic].handedOverCount..<count {
                columns[topic].frames[index].delay =
                    now - min(now, columns[topic].frames[index].due)
            }
            columns[topic].handedOverCount = count
        }
    }

    /// The feed has restarted: versions start anew.
    package mutating func restart() {
        epoch += 1
        for topic in columns.indices { columns[topic].version = nil }
    }

    /// The frames of a topic, in the order of the schedule; `nil` for a topic
    /// that the ledger does not have.
    package func frames(of topic: String) -> ChunkedList<LedgerFrame>? {
        topics.firstIndex(of: topic).map { columns[$0].frames }
    }
}

/// A frame of a feed's schedule. Times are in nanoseconds, on the machine's
/// monotonic clock.
package struct LedgerFrame: Equatable, Sendable {
    /// The number of restarts of the feed before it.
    package var epoch: UInt32
    /// The number of its records.
    package var records: UInt32
    package var version: UInt64
    /// When it was due.
    package var due: UInt64
    /// The generator's own delay of the frame.
    package var delay: UInt64

    package init(
        epoch: UInt32 = 0, records: UInt32, version: UInt64, due: UInt64, delay: UInt64 = 0
    ) {
        self.epoch = epoch
        self.records = records
        self.version = version
        self.due = due
        self.delay = delay
    }
}

import OddsClient

/// What was read of a list of the feed.
struct FeedReading: Sendable {
    /// What it was.
    enum Content: Sendable {
        /// The whole list, in its order.
        case list([FeedMatch])
        /// The odds of some matches, by their places in the list that was read last.
        case odds([(place: Int, odds: FeedOdds)])
    }

    let content: Content
    let times: FrameTimes
}

/// When a frame of the feed was where, in nanoseconds of the machine's monotonic clock, each
/// no earlier than the one before.
struct FrameTimes: Equatable, Sendable {
    /// When the feed meant to send it, if it says so; else when it was received.
    let due: UInt64
    /// When it was read from the socket.
    let received: UInt64
    /// When the store had it.
    let applied: UInt64

    init(due: UInt64, received: UInt64, applied: UInt64) {
        // A feed on another machine has another clock: what it says cannot be used then.
        self.due = 1...received ~= due ? due : received
        self.received = received
        self.applied = max(received, applied)
    }

    /// The times of what was there before frames were followed.
    init(now: UInt64) { self.init(due: now, received: now, applied: now) }

    /// Those of the frame that was due first: which frame changed what is not known of
    /// several, and none of them may look younger than it is.
    ///
    /// - Returns: `nil` without traces.
    init?(oldestOf traces: [FrameTrace]) {
        let all = traces.map {
            FrameTimes(due: $0.intended, received: $0.received, applied: $0.applied)
        }
        guard let oldest = all.min(by: { $0.due < $1.due }) else { return nil }
        self = oldest
    }
}

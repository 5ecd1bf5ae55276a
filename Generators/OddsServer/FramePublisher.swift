/// Takes the frames of published topics, and what becomes of their world. Called in order on
/// the feed's thread, which must not wait for it.
package protocol FramePublisher: Sendable {
    /// Takes frames, which are handed to the server's own clients at the same time. Those of
    /// one topic have the numbers 1, 2, 3 … since the world's last restart, without gaps but
    /// for one each time that it is closed.
    func publish(_ frames: [PublishedFrame])

    /// The world stands still, after a frame without records on each topic that had been open,
    /// which have been published.
    func worldPaused()

    /// The world goes on.
    func worldResumed()

    /// The world has begun anew: all numbers begin at 1 again. A topic that the new one does
    /// not have is no longer published.
    func worldRestarted()
}

/// A frame of a published topic.
package struct PublishedFrame: Sendable {
    /// The topic's text.
    package let topic: String
    /// The frame's place among those of the topic: 1, 2, 3 …
    package let number: UInt64
    /// The frame's version; `nil` if it has none that is readable.
    package let version: UInt64?
    package let recordCount: Int
    /// When the frame is due, on the machine's monotonic clock.
    package let dueNanoseconds: UInt64
    /// The memory that the server's own clients are sent it from.
    package let bytes: [UInt8]
}

/// The dump of a published topic.
package struct PublishedDump: Sendable {
    package let bytes: [UInt8]
    /// Behind which frame of the topic it stands; 0 for before the first.
    package let number: UInt64
    /// How often the world had restarted before.
    package let restartCount: Int
}

/// How far the published topics have come, consistent with the frames handed over so far.
package struct PublishedState: Equatable, Sendable {
    /// The numbers of the topics' last frames, by their texts; 0 for before the first.
    package let numbers: [String: UInt64]
    package let isPaused: Bool
    /// How often the world has restarted.
    package let restartCount: Int
}

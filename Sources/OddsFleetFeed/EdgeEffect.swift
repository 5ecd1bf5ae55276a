/// What an edge has to do for a topic, in the order of a list of effects.
///
/// `pass` never follows `ready` or `redump` in one list: what `held` has then includes all that
/// was passed.
package enum EdgeEffect: Sendable {
    /// Subscribe to the topic's frames: the server has to have that before it has the request
    /// that follows.
    case subscribe
    /// Request a dump, with a reply subject of its own, and forget the request before. Answers
    /// are given back with the same `attempt`.
    case requestDump(attempt: UInt64)
    /// Get frames from the stream, when its turn comes, and forget the fetch before. What was
    /// found is given back with the same `attempt`, all or some.
    case fetch(numbers: ClosedRange<UInt64>, attempt: UInt64)
    /// Pass frames on to all clients that have been given a dump of the topic.
    case pass([FleetFrame])
    /// Another dump is held: give it to clients that wait for one.
    case ready
    /// Give all clients of the topic what is held: they cannot go on from what they have.
    case redump
    /// The source does not have the topic: refuse all who wait for it, and unsubscribe.
    case refuse(reason: String)
}

/// What an edge counts for a topic.
package struct EdgeCounters: Equatable, Sendable {
    /// Frames that came, from subscription and stream.
    package var messages = 0
    /// Their bytes, and those of dumps.
    package var bytes = 0
    /// Frames whose number had come before.
    package var duplicates = 0
    /// Frames and dumps of an older epoch.
    package var outdated = 0
    /// Frames for which there was no room, or that nobody wanted.
    package var dropped = 0
    /// Gaps that were closed by frames.
    package var gapsFilled = 0
    /// Times that all clients got a new dump.
    package var redumps = 0
    /// Times that the source had closed the topic.
    package var closed = 0

    /// Nothing yet.
    package init() {}

    /// Adds the counts of another topic.
    package mutating func add(_ other: EdgeCounters) {
        messages += other.messages
        bytes += other.bytes
        duplicates += other.duplicates
        outdated += other.outdated
        dropped += other.dropped
        gapsFilled += other.gapsFilled
        redumps += other.redumps
        closed += other.closed
    }
}

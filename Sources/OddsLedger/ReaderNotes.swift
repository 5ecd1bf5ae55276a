import OddsMeasurement

/// What the readers of all channels noted: what they saw, and the stages of
/// each frame on its way to them. One thread owns the notes.
package struct ReaderNotes: Sendable {
    /// From the intended send time until a reader had the change, for the
    /// frames that a reader had.
    package private(set) var response = LatencyHistogram()
    /// From the read of the socket until a reader had the change.
    package private(set) var service = LatencyHistogram()
    package private(set) var wire = LatencyHistogram()
    package private(set) var decode = LatencyHistogram()
    package private(set) var apply = LatencyHistogram()
    package private(set) var deliver = LatencyHistogram()
    package private(set) var sights = SightLog()

    package init() {}

    /// Notes what the reader of a channel received at `now`.
    ///
    /// - Parameters:
    ///   - frames: The frames, in order.
    ///   - droppedCount: How many of them, from the first on, had their changes
    ///     dropped, which the reader makes good by reading everything again.
    ///   - start: Stages are noted of the frames that are due from then on.
    package mutating func note(
        channel: Int, _ frames: [SeenFrame], droppedCount: Int, now: UInt64, from start: UInt64
    ) {
        for (position, frame) in frames.enumerated() {
            // Without a time of the server, `intended` is 0.
            if frame.intended >= start { noteStages(of: frame, now) }
            let kind = position < droppedCount ? Sight.Kind.droppedFrame : .frame
            if let version = frame.version {
                sights.append(
                    Sight(frame.isDump ? .dump : kind, version: version, time: now),
                    channel: channel)
            }
            for version in frame.releasedVersions {
                sights.append(Sight(kind, version: version, time: now), channel: channel)
            }
        }
    }

    private mutating func noteStages(of frame: SeenFrame, _ now: UInt64) {
        // Both processes read the same clock, but not at the same time.
        response.record(now - min(now, frame.intended))
        service.record(now - frame.received)
        wire.record(frame.received - min(frame.received, frame.intended))
        decode.record(frame.decoded - frame.received)
        apply.record(frame.applied - frame.decoded)
        deliver.record(now - frame.applied)
    }
}

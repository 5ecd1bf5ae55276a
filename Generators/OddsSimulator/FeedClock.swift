/// Maps source time to machine time. Source time runs at a configurable speed
/// and can be paused. All times are in nanoseconds.
package struct FeedClock: Sendable {
    /// The machine time of source time `origin`, postponed by all pauses so far.
    private var start: UInt64
    private let origin: UInt64
    private var pausedAt: UInt64?
    /// Source seconds per machine second.
    private let speed: Double

    /// - Parameters:
    ///   - now: The machine time of source time `origin`.
    ///   - origin: The source time at which it starts; none before is asked for.
    ///   - speed: Source seconds per machine second.
    package init(now: UInt64, origin: UInt64 = 0, speed: Double = 1) {
        start = now
        self.origin = origin
        self.speed = speed
    }

    /// Whether source time is paused.
    package var isPaused: Bool { pausedAt != nil }

    /// The machine time at which a source time is due; `nil` while paused.
    package func deadline(of sourceNanoseconds: UInt64) -> UInt64? {
        guard !isPaused else { return nil }
        let passed = sourceNanoseconds - min(origin, sourceNanoseconds)
        return start + UInt64(Double(passed) / speed)
    }

    /// Pauses source time. Returns `false` if it was already paused.
    package mutating func pause(now: UInt64) -> Bool {
        guard pausedAt == nil else { return false }
        pausedAt = now
        return true
    }

    /// Resumes source time. Returns `false` if it was not paused.
    package mutating func resume(now: UInt64) -> Bool {
        guard let pausedAt else { return false }
        start += now - pausedAt
        self.pausedAt = nil
        return true
    }
}

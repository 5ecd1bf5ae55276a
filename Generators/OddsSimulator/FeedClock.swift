/// Maps the time of the machine to that of a source, which stands still while
/// it is paused. All times are nanoseconds.
package struct FeedClock: Sendable {
    /// The machine's time at which the source's was 0, pauses left out.
    private var start: UInt64
    private var pausedAt: UInt64?
    /// How many times as fast as the machine's time the source's goes.
    private let speed: Double

    /// - Parameters:
    ///   - now: the machine's time at which the source's is 0.
    ///   - speed: the source's seconds in one second of the machine.
    package init(now: UInt64, speed: Double = 1) {
        start = now
        self.speed = speed
    }

    /// Whether the time of the source stands still.
    package var isPaused: Bool { pausedAt != nil }

    /// When something of the source is due; `nil` while time stands still.
    package func deadline(of sourceNanoseconds: UInt64) -> UInt64? {
        isPaused ? nil : start + UInt64(Double(sourceNanoseconds) / speed)
    }

    /// `false` if it stood still already.
    package mutating func pause(now: UInt64) -> Bool {
        guard pausedAt == nil else { return false }
        pausedAt = now
        return true
    }

    /// `false` if it went on already.
    package mutating func resume(now: UInt64) -> Bool {
        guard let pausedAt else { return false }
        start += now - pausedAt
        self.pausedAt = nil
        return true
    }
}

/// How much of something may be done: a burst at once, and then at a steady pace.
package struct RateBudget: Equatable, Sendable {
    private let interval: UInt64
    private let burst: UInt64
    /// When all that was taken will be there again.
    private var full: UInt64 = 0

    /// - Parameters:
    ///   - burst: How often at once, after a rest. At least 1.
    ///   - interval: Nanoseconds until one more may be taken.
    package init(burst: Int, interval: UInt64) {
        self.burst = UInt64(burst)
        self.interval = interval
    }

    /// Nanoseconds to wait before one may be taken; 0 if one is there.
    package func wait(now: UInt64) -> UInt64 {
        let start = max(full, now)
        let allowed = now + (burst - 1) * interval
        return start > allowed ? start - allowed : 0
    }

    /// Takes one, which has to be there.
    package mutating func take(now: UInt64) { full = max(full, now) + interval }
}

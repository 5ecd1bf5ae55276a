/// The greatest epoch of a world that was seen, and how long its source has been silent.
package struct EpochWatch: Sendable {
    /// No beat for this long, in nanoseconds, makes the topics stale.
    package static let staleAfter: UInt64 = 3_000_000_000

    /// How an epoch stands to those seen before.
    package enum Order: Equatable, Sendable {
        /// Smaller than another: to be dropped.
        case older
        /// The greatest so far.
        case current
        /// Greater than all before: what is held of them is to be dropped.
        case newer
    }

    /// The greatest epoch seen; `nil` before the first.
    package private(set) var epoch: UInt64?
    /// What came with a smaller epoch.
    package private(set) var outdated = 0
    private var lastSign: UInt64
    private let staleAfter: UInt64

    /// A watch that has seen nothing.
    ///
    /// - Parameters:
    ///   - now: the time in nanoseconds; a source that never beats is stale from here.
    ///   - staleAfter: nanoseconds of silence. Tests shorten them.
    package init(now: UInt64, staleAfter: UInt64 = EpochWatch.staleAfter) {
        lastSign = now
        self.staleAfter = staleAfter
    }

    /// Takes the epoch of any message.
    package mutating func see(_ seen: UInt64) -> Order {
        if let epoch, seen < epoch {
            outdated += 1
            return .older
        }
        guard seen != epoch else { return .current }
        epoch = seen
        return .newer
    }

    /// Takes the epoch of a beat. One of an older epoch is no sign of life.
    package mutating func beat(_ seen: UInt64, now: UInt64) -> Order {
        let order = see(seen)
        if order != .older { lastSign = max(lastSign, now) }
        return order
    }

    /// Whether no beat has come for `staleAfter`.
    package func isStale(now: UInt64) -> Bool { now >= lastSign && now - lastSign >= staleAfter }

    /// The epoch of a source that starts: its start, or one more than the last of the stream or
    /// of the world's own, if that is greater.
    ///
    /// - Parameter nanosecondsSince1970: the start.
    package static func starting(at nanosecondsSince1970: UInt64, after last: UInt64?) -> UInt64 {
        let start = max(1, min(nanosecondsSince1970, FleetLimits.nanosecondsMax - 1))
        guard let last else { return start }
        return max(start, min(last, FleetLimits.nanosecondsMax - 1) + 1)
    }
}

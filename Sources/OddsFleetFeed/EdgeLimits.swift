/// Times, in nanoseconds, and sizes that an edge keeps for a topic. Tests shorten them.
package struct EdgeLimits: Equatable, Sendable {
    /// A dump and the frames behind it, in bytes. A large dump may have as much behind it again,
    /// lest dumps cost more than frames.
    package var heldBytes = 8 << 20
    /// Frames that wait for one before them or for a dump, in bytes.
    package var aheadBytes = 8 << 20
    /// Without a part for this long, a dump request has failed.
    package var dumpTimeout: UInt64 = 2_000_000_000
    /// From a failed request to the next, at first; then twice as long each time.
    package var dumpRetry: UInt64 = 250_000_000
    /// The longest time from a failed request to the next.
    package var dumpRetryMax: UInt64 = 4_000_000_000
    /// From a dump to the next request.
    package var dumpSpacing: UInt64 = 250_000_000
    /// An edge behind a beat or a dump for this long has a gap.
    package var beatGrace: UInt64 = 200_000_000
    /// A beat without the topic says that it is closed if the source has had it open for as long:
    /// one that was sent before the dump may come behind it.
    package var closedGrace: UInt64 = 1_000_000_000
    /// A gap without progress for this long ends with a new dump, from when it is first looked
    /// for in the stream; so does a fetch without a sign of life.
    package var gapTimeout: UInt64 = 1_000_000_000
    /// So does one that is never quite filled, as frames come faster than they are fetched.
    package var gapTimeoutInAll: UInt64 = 10_000_000_000
    /// From a fetch that found nothing to the next, at first; then twice as long each time.
    package var fetchRetry: UInt64 = 50_000_000
    /// The longest time from a fetch that found nothing to the next.
    package var fetchRetryMax: UInt64 = 2_000_000_000
    /// Frames of one fetch.
    package var fetchFrames: UInt64 = 512
    /// How long a refusal answers later clients too.
    package var refusalAge: UInt64 = 1_000_000_000

    /// The limits of a real edge.
    package init() {}

    /// The nanoseconds to wait after this many failures.
    static func backOff(_ first: UInt64, max: UInt64, failures: Int) -> UInt64 {
        min(first << UInt64(min(Swift.max(failures - 1, 0), 16)), max)
    }
}

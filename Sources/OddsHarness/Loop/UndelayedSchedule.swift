/// The run as it would have been without the harness's delays, by Lindley's
/// recursion on the measured services: a frame starts when it is due or when
/// the strategy is done with the frames before it, and takes its service time
/// less the time for which the thread was off its core.
///
/// Between two frames the loop has work of its own, which no machine avoids. It
/// stays in: up to `HarnessLimits.ownDelayNanosecondsMax` of each delay.
///
/// Times are those of the loop's clock, in nanoseconds, until `count(from:)`.
@frozen @usableFromInline
struct UndelayedSchedule {
    /// When the strategy would have been done with all frames so far.
    @usableFromInline private(set) var idleSince: UInt64
    private var workNanoseconds: UInt64 = 0
    private var frameCount: UInt64 = 0

    @usableFromInline
    init(origin: UInt64) { idleSince = origin }

    /// Serves a frame; returns when that would have begun and ended.
    ///
    /// - Parameters:
    ///   - intended: When the frame was due.
    ///   - ownDelay: How much later the loop itself starts it.
    ///   - work: Its service time on the core.
    @usableFromInline
    mutating func serve(
        intended: UInt64, ownDelay: UInt64, work: UInt64
    ) -> (start: UInt64, end: UInt64) {
        let start = max(intended, idleSince) + ownDelay
        idleSince = start + work
        workNanoseconds += work
        frameCount += 1
        return (start, idleSince)
    }

    /// From now on, times are those since `origin`.
    @usableFromInline
    mutating func count(from origin: UInt64) { idleSince -= origin }

    /// The mean work of the frames so far, for frames that were never served; 0
    /// without any.
    var meanWorkNanoseconds: UInt64 { frameCount == 0 ? 0 : workNanoseconds / frameCount }
}

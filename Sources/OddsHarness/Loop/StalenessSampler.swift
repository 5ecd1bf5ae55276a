import OddsMeasurement

/// How old what a reader sees is who looks at a fixed rate, whatever the feed
/// does: the time of the read minus the intended time of the oldest update
/// that was due and not visible yet; 0 if there is none.
///
/// As frames become visible in order and at known times, the reads are worked
/// out between frames instead of being made; that takes a comparison a frame
/// and a step a read.
struct StalenessSampler: Sendable {
    private(set) var histogram = LatencyHistogram()
    /// When the next read is; never before `begin`.
    private var nextRead = UInt64.max

    /// The first read is at `opening`.
    mutating func begin(at opening: UInt64) { nextRead = opening }

    /// A frame that was due at `intended` became visible at `end`; so did all
    /// before it.
    mutating func noteVisible(intended: UInt64, at end: UInt64) {
        while nextRead < end { read(oldest: intended) }
    }

    /// There are no reads at `closing` or later.
    ///
    /// - Parameter next: When the first frame is due that is not visible, if
    ///   there is one.
    mutating func end(at closing: UInt64, next: UInt64?) {
        while nextRead < closing { read(oldest: next ?? .max) }
        nextRead = .max
    }

    private mutating func read(oldest intended: UInt64) {
        histogram.record(nextRead > intended ? nextRead - intended : 0)
        nextRead += HarnessLimits.readIntervalNanoseconds
    }
}

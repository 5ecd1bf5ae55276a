import OddsMeasurement

/// The staleness as seen by a reader at a fixed rate: the time of the read
/// minus the intended time of the oldest update that was due and not yet
/// visible; 0 if there is none.
///
/// Frames become visible in order and at known times, so the reads are computed
/// between frames instead of being performed. That takes a comparison per frame
/// and a step per read.
struct StalenessSampler: Sendable {
    private(set) var histogram = LatencyHistogram()
    private(set) var blocks: LatencyBlocks
    private var opening: UInt64 = 0
    /// The time of the next read; there is none before `begin`.
    private var nextRead = UInt64.max

    init(windowNanoseconds: UInt64) {
        blocks = LatencyBlocks(windowNanoseconds: windowNanoseconds)
    }

    /// Starts reading at `opening`.
    mutating func begin(at opening: UInt64) {
        self.opening = opening
        nextRead = opening
    }

    /// Records that the frame due at `intended` became visible at `end`. All
    /// frames before it are visible already.
    mutating func noteVisible(intended: UInt64, at end: UInt64) {
        while nextRead < end { read(oldest: intended) }
    }

    /// Stops reading.
    ///
    /// - Parameters:
    ///   - closing: The time from which there are no more reads.
    ///   - next: When the first frame that is not visible was due; `nil` if
    ///     there is none.
    mutating func end(at closing: UInt64, next: UInt64?) {
        while nextRead < closing { read(oldest: next ?? .max) }
        nextRead = .max
    }

    private mutating func read(oldest intended: UInt64) {
        let age = nextRead > intended ? nextRead - intended : 0
        histogram.record(age)
        blocks.record(age, at: Int64(nextRead - opening))
        nextRead += HarnessLimits.readIntervalNanoseconds
    }
}

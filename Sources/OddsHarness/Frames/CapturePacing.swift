/// When a capture's frames are due.
public enum CapturePacing: Codable, Equatable, Sendable {
    /// At so many BETTING_OFFER updates per second: a frame is due once the
    /// updates before it have taken their time.
    case rate(Int)
    /// At the recorded times, so many times as fast.
    case recorded(speed: Double)
}

/// The recorded times of a capture, for a schedule that repeats them.
struct RecordedTimes {
    /// In milliseconds since 1970, of the first frame, of the first dump, and
    /// of the last frame.
    private let first: Int64, start: Int64, last: Int64
    /// From the last frame to the first one of the repetition: the mean
    /// interval.
    private let seam: Double

    /// - Precondition: times do not decrease, and there are two that differ.
    init(first: Int64, start: Int64, last: Int64, frameCount: Int) {
        self.first = first
        self.start = start
        self.last = last
        seam = Double(last - first) / Double(frameCount - 1)
    }

    /// When a frame is due, in nanoseconds from the first dump.
    ///
    /// - Parameters:
    ///   - time: the recorded one, not before the first dump in round 0.
    ///   - round: how often the capture has been repeated.
    func due(_ time: Int64, round: Int, speed: Double) -> UInt64 {
        var milliseconds = Double(time - start)
        if round > 0 {
            let repetitions = Double(round - 1) * (Double(last - first) + seam)
            milliseconds = Double(last - start) + seam + repetitions + Double(time - first)
        }
        let nanoseconds = milliseconds * 1e6 / speed
        return nanoseconds < 0x1p63 ? UInt64(nanoseconds) : .max
    }
}

/// Watches the times of a capture's frames in order.
struct RecordedTimesCheck {
    private var first: Int64?
    private var start: Int64?
    private var last: Int64 = 0
    private var frameCount = 0
    /// What the first frame that was recorded before the one ahead of it is.
    private var disorder: String?

    /// - Parameter isInitialDump: Whether the frame brings a part of the initial state, the
    ///   last of which is at time 0.
    mutating func note(_ time: Int64, isInitialDump: Bool) {
        frameCount += 1
        if first == nil {
            first = time
        } else if time < last, disorder == nil {
            disorder = "frame \(frameCount) was recorded at \(time), before the one ahead of it"
                + " at \(last)"
        }
        if isInitialDump { start = time }
        last = time
    }

    /// - Throws: `HarnessError` unless the times make a schedule.
    func times(of path: String) throws -> RecordedTimes {
        let advice = "offer it at --rate instead of --arrival recorded"
        if let disorder {
            throw HarnessError.unusableCapture("\(path): \(disorder): \(advice)")
        }
        guard let first, let start, !last.subtractingReportingOverflow(first).overflow else {
            throw HarnessError.unusableCapture("\(path): its times are out of range: \(advice)")
        }
        guard last > first else {
            throw HarnessError.unusableCapture(
                "\(path): all frames were recorded at the same time: \(advice)")
        }
        return RecordedTimes(first: first, start: start, last: last, frameCount: frameCount)
    }
}

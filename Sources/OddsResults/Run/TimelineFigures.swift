import OddsMeasurement

/// Response times and rates over the window, as arrays with one element per
/// interval. Frames that were due before the window opened are excluded.
public struct TimelineFigures: Codable, Equatable, Sendable {
    /// The length of an interval, in nanoseconds.
    public var intervalNanoseconds: UInt64
    /// The response times of the frames that were due in an interval, as
    /// `STEP:COUNT` separated by spaces: COUNT frames took at least
    /// `LatencyTimeline.lowestNanoseconds(ofStep:)`, and less than the same of
    /// the next step. An interval is one text, because results with one number
    /// per line would be unreadable.
    public var responseTimes: [String]
    /// The updates that were due in an interval.
    public var updatesDue: [UInt32]
    /// The updates that were served in an interval.
    public var updatesServed: [UInt32]

    package init(_ timeline: LatencyTimeline) {
        intervalNanoseconds = timeline.intervalNanoseconds
        responseTimes = (0..<LatencyTimeline.intervalCount).map { interval in
            (0..<LatencyTimeline.stepCount).compactMap { step in
                let count = timeline.count(interval: interval, step: step)
                return count > 0 ? "\(step):\(count)" : nil
            }.joined(separator: " ")
        }
        updatesDue = timeline.updatesDue
        updatesServed = timeline.updatesServed
    }

    /// Parses the response times of an interval. Parts that are malformed or
    /// name an unknown step are skipped, as a result may come from elsewhere.
    ///
    /// - Parameter interval: The position of the interval.
    /// - Complexity: O(length of the interval's text).
    public func responseTimeCounts(interval: Int) -> [(step: Int, count: UInt32)] {
        responseTimes[interval].split(separator: " ").compactMap { cell in
            let parts = cell.split(separator: ":")
            guard parts.count == 2, let step = Int(parts[0]), let count = UInt32(parts[1]),
                (0..<LatencyTimeline.stepCount).contains(step)
            else { return nil }
            return (step, count)
        }
    }
}

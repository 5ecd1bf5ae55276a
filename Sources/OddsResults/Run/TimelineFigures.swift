import OddsMeasurement

/// A `LatencyTimeline` in a result. Arrays go by interval. Frames that were due
/// before the window opened are not in it.
public struct TimelineFigures: Codable, Equatable, Sendable {
    public var intervalNanoseconds: UInt64
    /// The response times of the frames that were due in an interval, as
    /// `STEP:COUNT` with blanks between: so many frames took at least
    /// `LatencyTimeline.lowestNanoseconds(ofStep:)`, and less than that of the
    /// next step. A text, as a figure a line would make results unreadable.
    public var responseTimes: [String]
    /// Updates that were due, and that were served, in an interval.
    public var updatesDue: [UInt32]
    public var updatesServed: [UInt32]

    public init(_ timeline: LatencyTimeline) {
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

    /// The counts of an interval's steps. What is no `STEP:COUNT` of a step that
    /// there is, is left out: a result may come from anywhere.
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

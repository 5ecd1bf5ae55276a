/// Median and extremes of a handful of samples.
public struct Spread: Sendable {
    public let median, min, max: Double

    /// - Precondition: there is a sample.
    init(_ samples: [Double]) {
        let sorted = samples.sorted()
        let middle = sorted.count / 2
        median =
            sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        min = sorted[0]
        max = sorted[sorted.count - 1]
    }
}

/// A line of the table.
public struct Measurement: Sendable {
    public let task: String
    public let workload: String
    public let implementation: String
    public let omissions: String
    /// What was timed, a round.
    public let frames: Int, records: Int, bytes: Int
    public let rounds: Int
    public let nanosecondsPerRecord: Spread
    /// Cost over ours: how many times as fast ours is.
    public let ratioToOurs: Double

    init(
        task: String, contestant: Contestant, frames: FrameSet, samples: [Double], ours: Double
    ) {
        let timed = contestant.timed(of: frames)
        self.task = task
        workload = frames.name
        implementation = contestant.name
        omissions = contestant.omissions
        self.frames = timed.count
        records = frames.recordCount(of: timed)
        bytes = frames.byteCount(of: timed)
        rounds = samples.count
        nanosecondsPerRecord = Spread(samples)
        ratioToOurs = nanosecondsPerRecord.median / ours
    }

    public var bytesPerSecond: Double {
        Double(bytes) / Double(records) / nanosecondsPerRecord.median * 1e9
    }
}

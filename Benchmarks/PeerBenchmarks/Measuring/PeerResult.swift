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
public struct PeerResult: Sendable {
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
    /// The growth of the resident set, the input's own bytes not counted; only
    /// for what has a process of its own.
    public var residentBytesAtRest: Int?
    public var residentBytesPeak: Int?

    init(
        task: String, workload: String, implementation: String, omissions: String,
        samples: [Double], ours: Double, frames: Int, records: Int, bytes: Int
    ) {
        self.task = task
        self.workload = workload
        self.implementation = implementation
        self.omissions = omissions
        self.frames = frames
        self.records = records
        self.bytes = bytes
        rounds = samples.count
        nanosecondsPerRecord = Spread(samples)
        ratioToOurs = nanosecondsPerRecord.median / ours
    }

    public var bytesPerSecond: Double {
        Double(bytes) / Double(records) / nanosecondsPerRecord.median * 1e9
    }
}

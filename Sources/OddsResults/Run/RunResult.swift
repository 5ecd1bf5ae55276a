/// What one run of one strategy gave. Fields are documented in the article
/// on the result schema.
public struct RunResult: Codable, Equatable, Sendable {
    public enum Status: String, Codable, Sendable {
        case ok = "OK"
        /// The strategy did not keep the offered rate.
        case saturated = "SATURATED"
        /// The harness did not keep the schedule, so there are no valid figures.
        case invalid = "INVALID"
    }

    /// What was left over when the window closed.
    public struct Unserved: Codable, Equatable, Sendable {
        public var frames: Int
        public var updates: Int

        package init(frames: Int, updates: Int) {
            self.frames = frames
            self.updates = updates
        }
    }

    /// What the consumer read while it was measured.
    public struct Reads: Codable, Equatable, Sendable {
        public var count: Int
        /// Over all these reads, in order.
        public var checksum: String

        package init(count: Int, checksum: String) {
            self.count = count
            self.checksum = checksum
        }
    }

    public var strategy: String
    public var consumer: ConsumerKind
    /// 1 for the first run of a strategy.
    public var repetition: Int
    public var status: Status
    /// Why the run is invalid.
    public var reason: String?
    /// Updates due per second of the window.
    public var offeredRate: Double
    /// Updates served per second of the window.
    public var achievedRate: Double
    public var responseTime: LatencySummary
    public var serviceTime: LatencySummary
    public var lateness: LatencySummary
    /// Of reads at a fixed rate; this and the next three are `nil` in results
    /// of versions that had none.
    public var staleness: LatencySummary?
    /// What the machine did to an idle thread meanwhile; `nil` also where
    /// there is one core only.
    public var jitter: JitterFigures?
    public var usage: UsageFigures?
    /// Only where they were asked for.
    public var stages: StageFigures?
    /// Response times and rates over time; `nil` in results of versions that
    /// had none, and in the runs of a search.
    public var timeline: TimelineFigures?
    /// Latency and memory over time, only where they were asked for.
    public var series: [SeriesSample]?
    /// Only of runs over sockets.
    public var live: LiveFigures?
    public var memory: MemoryFigures
    /// Heap allocations within the window by updates served in it.
    public var allocationsPerUpdate: Double?
    public var unserved: Unserved
    public var reads: Reads
    /// Over what the consumer reads after the last frame.
    public var checksum: String
    /// SHA-256 of the canonical snapshot after the last frame.
    public var digest: String
    /// What metrics that are no fields of a run were worked out to be, by name.
    public var figures: [String: Double]?

    package init(
        strategy: String, consumer: ConsumerKind, repetition: Int, status: Status, reason:
        String?, offeredRate: Double, achievedRate: Double, responseTime: LatencySummary,
        serviceTime: LatencySummary, lateness: LatencySummary, staleness: LatencySummary? = nil,
        jitter: JitterFigures? = nil, usage: UsageFigures? = nil, stages: StageFigures? = nil,
        timeline: TimelineFigures? = nil, series: [SeriesSample]? = nil, live: LiveFigures? = nil,
        memory: MemoryFigures, allocationsPerUpdate: Double?, unserved: Unserved, reads: Reads,
        checksum: String, digest: String, figures: [String: Double]? = nil
    ) {
        self.strategy = strategy
        self.consumer = consumer
        self.repetition = repetition
        self.status = status
        self.reason = reason
        self.offeredRate = offeredRate
        self.achievedRate = achievedRate
        self.responseTime = responseTime
        self.serviceTime = serviceTime
        self.lateness = lateness
        self.staleness = staleness
        self.jitter = jitter
        self.usage = usage
        self.stages = stages
        self.timeline = timeline
        self.series = series
        self.live = live
        self.memory = memory
        self.allocationsPerUpdate = allocationsPerUpdate
        self.unserved = unserved
        self.reads = reads
        self.checksum = checksum
        self.digest = digest
        self.figures = figures
    }
}

extension RunResult {
    /// Forgets all but the figures: histograms, timeline and series, which take
    /// too much where there are many runs.
    public mutating func removeDetail() {
        responseTime.histogram = nil
        serviceTime.histogram = nil
        lateness.histogram = nil
        staleness?.histogram = nil
        jitter?.wakeDelay.histogram = nil
        timeline = nil
        series = nil
    }
}

/// What one run of one strategy gave. Fields are documented in the article
/// on the result schema.
public struct RunResult: Equatable, Sendable {
    public enum Status: String, Codable, Sendable {
        case ok = "OK"
        /// The strategy did not keep the offered rate.
        case saturated = "SATURATED"
        /// The harness did not keep the schedule; the figures mean nothing.
        case invalid = "INVALID"
    }

    /// What was left over when the window closed.
    public struct Unserved: Codable, Equatable, Sendable {
        public var frames: Int
        public var updates: Int
    }

    /// What the consumer read while it was measured.
    public struct Reads: Codable, Equatable, Sendable {
        public var count: Int
        /// Over all these reads, in order.
        public var checksum: String
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

extension RunResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case strategy, consumer, repetition, status, reason, offeredRate, achievedRate
        case responseTime, serviceTime, lateness, staleness, jitter, usage, stages
        case timeline, series, live, memory, allocationsPerUpdate
        case unserved, reads, checksum, digest
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(strategy, forKey: .strategy)
        try container.encode(consumer, forKey: .consumer)
        try container.encode(repetition, forKey: .repetition)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(offeredRate, forKey: .offeredRate)
        try container.encode(achievedRate, forKey: .achievedRate)
        try container.encode(responseTime, forKey: .responseTime)
        try container.encode(serviceTime, forKey: .serviceTime)
        try container.encode(lateness, forKey: .lateness)
        try container.encode(staleness, forKey: .staleness)
        try container.encode(jitter, forKey: .jitter)
        try container.encode(usage, forKey: .usage)
        try container.encodeIfPresent(stages, forKey: .stages)
        try container.encodeIfPresent(timeline, forKey: .timeline)
        try container.encodeIfPresent(series, forKey: .series)
        try container.encodeIfPresent(live, forKey: .live)
        try container.encode(memory, forKey: .memory)
        try container.encode(allocationsPerUpdate, forKey: .allocationsPerUpdate)
        try container.encode(unserved, forKey: .unserved)
        try container.encode(reads, forKey: .reads)
        try container.encode(checksum, forKey: .checksum)
        try container.encode(digest, forKey: .digest)
    }
}

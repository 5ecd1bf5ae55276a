/// The figures of one run of one strategy. The article on the result schema
/// describes their JSON.
public struct RunResult: Codable, Equatable, Sendable {
    /// Whether the figures are valid, and whether the rate was sustained.
    public enum Status: String, Codable, Sendable {
        /// The run is valid and the strategy sustained the offered rate.
        case ok = "OK"
        /// The run is valid, but the strategy did not sustain the rate: more
        /// than 1% of the offered frames were not served when the window
        /// closed, or the backlog was too large at some moment of it.
        case saturated = "SATURATED"
        /// The harness has too large a part in the figures.
        case invalid = "INVALID"
        /// Agents of a fleet were lost: the run lacks what they measured since, and `fleet` says
        /// how much that may be.
        case incomplete = "INCOMPLETE"

        /// Whether the figures are those of the whole run.
        package var isValid: Bool { self == .ok || self == .saturated }
    }

    /// Frames that were due but not served when the window closed.
    public struct Unserved: Codable, Equatable, Sendable {
        /// The number of frames.
        public var frames: Int
        /// The number of updates in them.
        public var updates: Int

        package init(frames: Int, updates: Int) {
            self.frames = frames
            self.updates = updates
        }
    }

    /// The consumer's measured reads.
    public struct Reads: Codable, Equatable, Sendable {
        /// The number of reads.
        public var count: Int
        /// The checksum over all values read, in order.
        public var checksum: String

        package init(count: Int, checksum: String) {
            self.count = count
            self.checksum = checksum
        }
    }

    /// The strategy's name.
    public var strategy: String
    /// What was read after each frame.
    public var consumer: ConsumerKind
    /// The run's number among those of its strategy, from 1.
    public var repetition: Int
    /// Whether the figures are valid, and whether the rate was sustained.
    public var status: Status
    /// Why the run is invalid or incomplete, or saturated within its window; `nil` for
    /// other runs.
    public var reason: String?
    /// Updates due per second of the window.
    public var offeredRate: Double
    /// Updates served per second of the window.
    public var achievedRate: Double
    /// From a frame's intended time to the end of its service.
    public var responseTime: LatencySummary
    /// From the actual start to the end of service.
    public var serviceTime: LatencySummary
    /// The harness's own delay: from the time at which a frame was due and the
    /// strategy idle, to its actual start.
    public var lateness: LatencySummary
    /// The harness's own part in the figures; `nil` over sockets and in older
    /// results without it.
    public var harness: HarnessFigures?
    /// The largest backlog; `nil` over sockets and in older results without it.
    public var backlog: BacklogFigures?
    /// The age of the oldest update that was due and not visible, as seen by a
    /// reader at a fixed rate; `nil` in older results without it.
    public var staleness: LatencySummary?
    /// The machine's jitter; `nil` on a single core and in older results
    /// without it.
    public var jitter: JitterFigures?
    /// The operating system's counters for the measured thread; `nil` in older
    /// results without them.
    public var usage: UsageFigures?
    /// The stages of the service time; `nil` unless the plan asked for them.
    public var stages: StageFigures?
    /// Response times and rates over time; `nil` in the runs of searches and
    /// gates, and in older results without them.
    public var timeline: TimelineFigures?
    /// Latency and memory over time; `nil` unless the plan asked for them.
    public var series: [SeriesSample]?
    /// The figures of each step of a rate that rises; `nil` for a constant one.
    public var steps: [RampStep]?
    /// The additional figures of a run over sockets; `nil` for other runs.
    public var live: LiveFigures?
    /// The parts of a run on several machines; `nil` for other runs.
    public var fleet: FleetFigures?
    /// The program in another process that was measured; `nil` for a strategy.
    public var program: ProgramFigures?
    /// The memory of the process, or of the program in another one.
    public var memory: MemoryFigures
    /// Heap allocations within the window per update served in it; `nil` if the
    /// allocator does not count them.
    public var allocationsPerUpdate: Double?
    /// Frames that were due but not served when the window closed.
    public var unserved: Unserved
    /// The consumer's measured reads.
    public var reads: Reads
    /// The checksum over the consumer's read after the last frame; equal across
    /// strategies.
    public var checksum: String
    /// SHA-256 of the canonical snapshot after the last frame; equal across
    /// strategies.
    public var digest: String
    /// The figures of computed metrics, by name; `nil` if there are none.
    public var figures: [String: Double]?
    /// How long the window was open, if the run was ended before its schedule; `nil`
    /// for a whole run. Such a run has served fewer frames than others, so that its
    /// checksum and digest differ.
    public var cutShortNanoseconds: UInt64?

    package init(
        strategy: String, consumer: ConsumerKind, repetition: Int, status: Status, reason:
        String?, offeredRate: Double, achievedRate: Double, responseTime: LatencySummary,
        serviceTime: LatencySummary, lateness: LatencySummary, harness: HarnessFigures? = nil,
        backlog: BacklogFigures? = nil, staleness: LatencySummary? = nil,
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
        self.harness = harness
        self.backlog = backlog
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
    /// The reason without what explains it; `nil` if there is none.
    package var reasonInShort: String? {
        reason.map { $0.split(separator: "; ", maxSplits: 1).first.map(String.init) ?? $0 }
    }

    /// Removes histograms, timeline and series, which take too much space in a
    /// result with many runs.
    package mutating func removeDetail() {
        responseTime.histogram = nil
        serviceTime.histogram = nil
        staleness?.histogram = nil
        harness?.undelayedResponseTime.histogram = nil
        harness?.undelayedServiceTime.histogram = nil
        keepPooledHistograms()
    }

    /// Removes the same, except for the histograms that a gate pools.
    package mutating func keepPooledHistograms() {
        lateness.histogram = nil
        jitter?.wakeDelay.histogram = nil
        timeline = nil
        series = nil
    }
}

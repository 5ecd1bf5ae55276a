import OddsMeasurement

/// What a run over sockets gave beside the figures of every run.
public struct LiveFigures: Codable, Equatable, Sendable {
    /// How the channels compared with the server's own account at the end.
    public struct Truth: Codable, Equatable, Sendable {
        public var channels: Int
        public var differing: Int

        public init(channels: Int, differing: Int) {
            self.channels = channels
            self.differing = differing
        }
    }

    /// What became of frames and connections, of all channels together.
    public struct Counts: Codable, Equatable, Sendable {
        public var framesApplied = 0
        public var framesRejected = 0
        public var framesStale = 0
        /// Times that a connection was lost, or not got, and tried again.
        public var reconnects = 0
        /// As the server counts them; `nil` where it was not asked.
        public var faults: Int?
        /// Dumps that the server sent, those of new connections included.
        public var dumps: Int?

        public init() {}
    }

    public var clients: Int
    public var channels: Int
    /// From the intended send time until the frame was read from the socket.
    public var wire: LatencySummary
    /// The frame's text to a checked batch.
    public var decode: LatencySummary
    /// The batch into the store.
    public var apply: LatencySummary
    /// From then until the reader of the change set has it.
    public var deliver: LatencySummary
    /// How late the server's generator was, sampled once a second.
    public var generatorLateness: LatencySummary?
    /// From all connections' being dropped until a channel shows the server's
    /// state again, back-off included; `nil` without storms.
    public var timeToConsistent: LatencySummary?
    public var counts: Counts
    /// `nil` where the server could not be asked.
    public var truth: Truth?

    public init(
        clients: Int, channels: Int, wire: LatencyHistogram, decode: LatencyHistogram,
        apply: LatencyHistogram, deliver: LatencyHistogram
    ) {
        self.clients = clients
        self.channels = channels
        self.wire = LatencySummary(wire)
        self.decode = LatencySummary(decode)
        self.apply = LatencySummary(apply)
        self.deliver = LatencySummary(deliver)
        counts = Counts()
    }
}

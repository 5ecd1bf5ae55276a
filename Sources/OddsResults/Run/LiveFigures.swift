import OddsMeasurement

/// The additional figures of a run over sockets.
public struct LiveFigures: Codable, Equatable, Sendable {
    /// The comparison of all channels with the server's own state at the end.
    public struct Truth: Codable, Equatable, Sendable {
        /// The number of channels compared.
        public var channels: Int
        /// The number of channels that differed from the server.
        public var differing: Int
        /// How the first of those differed; `nil` if none did, and in older
        /// results.
        public var reason: String?

        package init(channels: Int, differing: Int) {
            self.channels = channels
            self.differing = differing
        }
    }

    /// What became of the frames that were due within the window, for each
    /// channel, connected or not.
    public struct Account: Codable, Equatable, Sendable {
        /// A number of frames, and of the records in them.
        public struct Amount: Codable, Equatable, Sendable {
            /// The number of frames.
            public var frames: Int
            /// The number of their records.
            public var records: Int

            package init(frames: Int, records: Int) {
                self.frames = frames
                self.records = records
            }
        }

        /// All that the server scheduled.
        public var offered: Amount
        /// Those whose own changes a reader had.
        public var seen: Amount
        /// Those for which a reader had a later state instead.
        public var superseded: Amount
        /// Those of which a reader had neither when the window closed.
        public var unseen: Amount
        /// From this figure of the response time on, figures are lower bounds,
        /// because unseen frames count with their age; `nil` if none is.
        public var lowerBoundFromNanoseconds: UInt64?
        /// Scheduled frames that were older than their topic's state, which no
        /// client may show. They are not offered.
        public var staleFrames: Int

        package init(
            offered: Amount, seen: Amount, superseded: Amount, unseen: Amount,
            lowerBoundFromNanoseconds: UInt64?, staleFrames: Int
        ) {
            self.offered = offered
            self.seen = seen
            self.superseded = superseded
            self.unseen = unseen
            self.lowerBoundFromNanoseconds = lowerBoundFromNanoseconds
            self.staleFrames = staleFrames
        }
    }

    /// Counts of frames and connections, over all channels.
    public struct Counts: Codable, Equatable, Sendable {
        /// Frames applied to a store.
        public var framesApplied = 0
        /// Frames rejected as malformed.
        public var framesRejected = 0
        /// Frames ignored because of an old version.
        public var framesStale = 0
        /// Connection attempts after a lost or failed connection.
        public var reconnects = 0
        /// Faults that the server injected; `nil` if it cannot be asked.
        public var faults: Int?
        /// Dumps that the server sent, including those for new connections;
        /// `nil` if it cannot be asked.
        public var dumps: Int?
        /// Those of the sockets of SportRadar's contents; `nil` for EM's topics and in older
        /// results.
        public var socket: SocketCounts?

        package init() {}
    }

    /// The number of connections.
    public var clients: Int
    /// The number of stores over all connections.
    public var channels: Int
    /// From the intended send time until the frame was read from the socket.
    public var wire: LatencySummary
    /// From the frame's text to a validated batch.
    public var decode: LatencySummary
    /// Applying the batch to the store.
    public var apply: LatencySummary
    /// From then until the reader has the change set.
    public var deliver: LatencySummary
    /// The lateness of the server's generator for each frame, and in older
    /// results without `account` once a second; `nil` if the server cannot be
    /// asked.
    public var generatorLateness: LatencySummary?
    /// The response time less the generator's lateness, frame by frame; `nil`
    /// if the server cannot be asked, and in older results without it.
    public var undelayedResponseTime: LatencySummary?
    /// What became of the frames that were due; `nil` if the server cannot be
    /// asked, and in older results, which count only what was sent and applied.
    public var account: Account?
    /// Whether storms or faults are part of the response times; `nil` in older
    /// results.
    public var isDisrupted: Bool?
    /// From the loss of all connections until a channel shows the server's
    /// state again, including back-off; `nil` without reconnect storms.
    public var timeToConsistent: LatencySummary?
    /// The share of the machine's processor time that the hypervisor stole within
    /// the window, from 0 to 1; `nil` where the system does not report it, and in
    /// older results.
    public var stolenShare: Double?
    /// Counts of frames and connections.
    public var counts: Counts
    /// The comparison with the server's state; `nil` if it cannot be asked.
    public var truth: Truth?

    package init(
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

extension LiveFigures.Truth {
    /// That channels are wrong, with the first one's reason; `nil` if none is.
    package var failure: String? {
        guard differing > 0 else { return nil }
        let difference = "\(differing) of \(channels) channels differ from the server's state"
        return difference + (reason.map { ": \($0)" } ?? "")
    }
}

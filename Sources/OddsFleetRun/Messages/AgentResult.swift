import OddsLedger
import OddsMeasurement
import OddsResults

/// All that an agent measured in a run. Times are those of the source's clock.
package struct AgentResult: Sendable {
    /// What became of the frames of the clients of one edge.
    package struct Edge: Sendable {
        /// The position of the edge in the plan.
        package var target: Int
        package var clients: Int
        package var account: LiveAccount

        package init(target: Int, clients: Int, account: LiveAccount) {
            self.target = target
            self.clients = clients
            self.account = account
        }
    }

    /// When the window opened and closed.
    package var window: Range<UInt64>
    /// Whether it closed early.
    package var isCutShort = false
    package var edges: [Edge] = []
    /// From the read of the socket until a reader had the change, and its stages.
    package var service = LatencyHistogram.empty
    package var wire = LatencyHistogram.empty
    package var decode = LatencyHistogram.empty
    package var apply = LatencyHistogram.empty
    package var deliver = LatencyHistogram.empty
    /// From the loss of all connections until a channel was current again.
    package var timeToConsistent = LatencyHistogram.empty
    package var jitter = JitterMonitor.Sample()
    package var stolenShare: Double?
    package var counts = AgentCounts()
    package var channels = 0
    /// The comparison with the source's state; `nil` if the coordinator was gone.
    package var truth: LiveFigures.Truth?
    /// SHA-256 of the state of each of its topics at the end, by the topic's position in the
    /// plan.
    package var digests: [Int: String] = [:]
    /// SHA-256 of what was due on each of its topics within the window, by the topic's position
    /// in the plan.
    package var traffic: [Int: String] = [:]
    package var memory = MemoryFigures(frameBufferBytes: 0)
    /// Frames whose latency is not known, as the source's clock changed.
    package var unknownFrames = 0
    package var staleFrames = 0
    /// How long NATS was away since the plan came.
    package var natsAwayNanoseconds: UInt64 = 0
    package var clock: ClockMapping
    /// Why its figures do not count; `nil` if they do.
    package var fault: String?

    package init(window: Range<UInt64>, clock: ClockMapping) {
        self.window = window
        self.clock = clock
    }
}

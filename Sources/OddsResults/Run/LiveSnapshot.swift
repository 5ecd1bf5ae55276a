/// What a running measurement has found so far, for views and for the metrics that
/// others scrape while it runs.
package struct LiveSnapshot: Codable, Equatable, Sendable {
    package enum Phase: String, Codable, Sendable {
        case loading, warmup, measuring, done
    }

    /// The command: `run`, `soak`, `live` or `saturate`.
    package var command: String
    package var strategy: String
    /// The run's number among those of its strategy, from 1.
    package var repetition: Int
    package var phase: Phase
    /// How far the run is in its schedule, and how long that is.
    package var elapsedSeconds: Double
    package var totalSeconds: Double
    /// Updates due per second; `nil` for a schedule without a rate.
    package var offeredRate: Double?
    /// The latest interval that ended; `nil` before the first.
    package var interval: LiveInterval?

    package init(
        command: String, strategy: String, repetition: Int, phase: Phase, elapsedSeconds: Double,
        totalSeconds: Double, offeredRate: Double?, interval: LiveInterval?
    ) {
        self.command = command
        self.strategy = strategy
        self.repetition = repetition
        self.phase = phase
        self.elapsedSeconds = elapsedSeconds
        self.totalSeconds = totalSeconds
        self.offeredRate = offeredRate
        self.interval = interval
    }
}

/// The frames that were served in one interval of a running measurement.
package struct LiveInterval: Codable, Equatable, Sendable {
    /// Its position, from 0.
    package var number: Int
    /// Its end, in nanoseconds since the window opened.
    package var atNanoseconds: UInt64
    /// Percentiles in nanoseconds; `nil` for too few frames.
    package var responseP50: UInt64?
    package var responseP99: UInt64?
    package var responseMax: UInt64?
    package var serviceP50: UInt64?
    package var serviceP99: UInt64?
    package var frames: UInt64
    /// The updates in those frames.
    package var updates: UInt64
    /// Its length.
    package var seconds: Double
    /// The memory at its end, in bytes.
    package var residentBytes: Int?
    package var allocatedBytes: Int?
    /// The counts of SportRadar's sockets until its end; `nil` without such sockets.
    package var socket: SocketCounts?

    package init(
        number: Int, atNanoseconds: UInt64, responseP50: UInt64?, responseP99: UInt64?,
        responseMax: UInt64?, serviceP50: UInt64?, serviceP99: UInt64?, frames: UInt64,
        updates: UInt64, seconds: Double, residentBytes: Int?, allocatedBytes: Int?
    ) {
        self.number = number
        self.atNanoseconds = atNanoseconds
        self.responseP50 = responseP50
        self.responseP99 = responseP99
        self.responseMax = responseMax
        self.serviceP50 = serviceP50
        self.serviceP99 = serviceP99
        self.frames = frames
        self.updates = updates
        self.seconds = seconds
        self.residentBytes = residentBytes
        self.allocatedBytes = allocatedBytes
    }
}

import OddsMeasurement

/// Latency and the machine's speed over one interval of a run, and memory at
/// its end.
public struct SeriesSample: Codable, Equatable, Sendable {
    /// The interval's end, in nanoseconds since the window opened.
    public var atNanoseconds: UInt64
    /// The response times of the frames served in the interval.
    public var responseTime: LatencySummary
    /// The service times of the same frames; `nil` over sockets and in older
    /// results without them.
    public var serviceTime: LatencySummary?
    /// The median time of a fixed piece of work on the measured core, which
    /// shows the machine's speed; `nil` if the core had no time for it.
    public var referenceLoopNanoseconds: UInt64?
    /// The resident set size without the memory for the frames; `nil` where it
    /// cannot be read.
    public var residentBytes: Int?
    /// The live heap bytes of the process; `nil` where they cannot be read.
    public var allocatedBytes: Int?

    package init(
        atNanoseconds: UInt64, responseTime: LatencyHistogram,
        serviceTime: LatencyHistogram? = nil, referenceLoopNanoseconds: UInt64? = nil,
        residentBytes: Int?, allocatedBytes: Int?
    ) {
        self.atNanoseconds = atNanoseconds
        self.responseTime = LatencySummary(responseTime)
        self.serviceTime = serviceTime.map { LatencySummary($0) }
        self.referenceLoopNanoseconds = referenceLoopNanoseconds
        self.residentBytes = residentBytes
        self.allocatedBytes = allocatedBytes
    }
}

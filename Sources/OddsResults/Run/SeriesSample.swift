import OddsMeasurement

/// Latency over one interval of a run, and memory at its end.
public struct SeriesSample: Codable, Equatable, Sendable {
    /// The interval's end, in nanoseconds since the window opened.
    public var atNanoseconds: UInt64
    /// The response times of the frames served in the interval.
    public var responseTime: LatencySummary
    /// The resident set size without the memory for the frames; `nil` where it
    /// cannot be read.
    public var residentBytes: Int?
    /// The live heap bytes of the process; `nil` where they cannot be read.
    public var allocatedBytes: Int?

    package init(
        atNanoseconds: UInt64, responseTime: LatencyHistogram, residentBytes: Int?,
        allocatedBytes: Int?
    ) {
        self.atNanoseconds = atNanoseconds
        self.responseTime = LatencySummary(responseTime)
        self.residentBytes = residentBytes
        self.allocatedBytes = allocatedBytes
    }
}

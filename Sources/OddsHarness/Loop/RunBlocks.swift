import OddsMeasurement

/// The latencies of a run by when they were measured, for the intervals of
/// their percentiles.
struct RunBlocks: Sendable {
    /// The memory for all blocks of a run, outside the heap.
    static let byteCount = 3 * LatencyBlocks.byteCount

    private(set) var responseTime: LatencyBlocks
    private(set) var serviceTime: LatencyBlocks

    init(windowNanoseconds: UInt64) {
        responseTime = LatencyBlocks(windowNanoseconds: windowNanoseconds)
        serviceTime = LatencyBlocks(windowNanoseconds: windowNanoseconds)
    }

    /// Records a frame that was served within the window.
    ///
    /// - Parameter end: When, in nanoseconds since the window opened.
    mutating func note(response: UInt64, service: UInt64, at end: Int64) {
        responseTime.record(response, at: end)
        serviceTime.record(service, at: end)
    }
}

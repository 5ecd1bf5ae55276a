import OddsMeasurement
import OddsResults

/// Numbers the intervals of a live run that somebody follows.
struct LiveIntervals {
    private var number = 0
    private var end = Duration.zero
    private var recordsBefore: Int

    /// - Parameter recordsBefore: The records that were applied when the window opened.
    init(recordsBefore: Int) { self.recordsBefore = recordsBefore }

    /// - Parameters:
    ///   - times: The response and service times of the interval's frames.
    ///   - now: Its end, since the window opened.
    ///   - records: The records that were applied until then, by all clients.
    ///   - memory: That at its end.
    mutating func next(
        _ times: (responses: LatencyHistogram, services: LatencyHistogram), at now: Duration,
        _ records: Int, _ memory: LiveMemory.Sample?
    ) -> LiveInterval {
        let (response, service) = (LatencySummary(times.responses), LatencySummary(times.services))
        defer {
            number += 1
            end = now
            recordsBefore = records
        }
        return LiveInterval(
            number: number, atNanoseconds: UInt64(now / .nanoseconds(1)),
            responseP50: response.p50, responseP99: response.p99, responseMax: response.max,
            serviceP50: service.p50, serviceP99: service.p99, frames: response.count,
            updates: UInt64(records - recordsBefore),
            seconds: (now - end) / .seconds(1), residentBytes: memory?.residentBytes,
            allocatedBytes: memory?.allocatedBytes)
    }
}

import OddsMeasurement
import OddsResults

extension RunResult {
    /// A run in which nothing happened: it has all parts, and no figures.
    package static let empty = RunResult(
        strategy: "", consumer: .page, repetition: 1, status: .ok, reason: nil, offeredRate: 0,
        achievedRate: 0, responseTime: LatencySummary(LatencyHistogram()),
        serviceTime: LatencySummary(LatencyHistogram()),
        lateness: LatencySummary(LatencyHistogram()),
        staleness: LatencySummary(LatencyHistogram()),
        jitter: JitterFigures(JitterMonitor.Sample()),
        usage: UsageFigures(ThreadUsage.zero, stolenShare: nil),
        memory: MemoryFigures(frameBufferBytes: 0), allocationsPerUpdate: nil,
        unserved: Unserved(frames: 0, updates: 0), reads: Reads(count: 0, checksum: ""),
        checksum: "", digest: "")
}

import OddsMeasurement

extension RunResult {
    /// A run over sockets. Rates count records instead of updates, because only
    /// the server knows which of the world's updates a topic shows.
    package init(
        live: LiveFigures, strategy: String, status: Status, reason: String?,
        recordsPerSecond: (offered: Double, achieved: Double), unserved: Unserved,
        responseTime: LatencyHistogram, serviceTime: LatencyHistogram,
        lateness: LatencyHistogram, jitter: JitterFigures?, series: [SeriesSample],
        memory: MemoryFigures, digest: String
    ) {
        self.init(
            strategy: strategy, consumer: .changes, repetition: 1, status: status,
            reason: reason, offeredRate: recordsPerSecond.offered,
            achievedRate: recordsPerSecond.achieved,
            responseTime: LatencySummary(responseTime, keepsHistogram: true),
            serviceTime: LatencySummary(serviceTime, keepsHistogram: true),
            lateness: LatencySummary(lateness),
            jitter: jitter, series: series, live: live, memory: memory, allocationsPerUpdate: nil,
            unserved: unserved,
            reads: Reads(count: Int(clamping: responseTime.count), checksum: ""), checksum: "",
            digest: digest)
        computeFigures()
    }
}

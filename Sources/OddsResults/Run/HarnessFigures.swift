import OddsMeasurement

/// The harness's own part in the figures of a run.
public struct HarnessFigures: Codable, Equatable, Sendable {
    /// The response time that the same frames would have had if the harness had
    /// never been late and the thread never off its core.
    public var undelayedResponseTime: LatencySummary
    /// The service time without the time off the core.
    public var undelayedServiceTime: LatencySummary
    /// The harness's delays of more than 20 µs, as a share of the window.
    public var delayedShare: Double
    /// The time off the core within services, as a share of the window.
    public var serviceLostShare: Double

    package init(
        undelayedResponseTime: LatencyHistogram, undelayedServiceTime: LatencyHistogram,
        delayedShare: Double, serviceLostShare: Double
    ) {
        self.undelayedResponseTime = LatencySummary(
            undelayedResponseTime, keepsHistogram: true)
        self.undelayedServiceTime = LatencySummary(
            undelayedServiceTime, keepsHistogram: true)
        self.delayedShare = delayedShare
        self.serviceLostShare = serviceLostShare
    }
}

/// The largest backlog of a run: how long the oldest frame waited behind
/// others, without the harness's delays.
public struct BacklogFigures: Codable, Equatable, Sendable {
    /// The longest wait.
    public var maxNanoseconds: UInt64
    /// When that was, since the window opened.
    public var atNanoseconds: UInt64

    package init(maxNanoseconds: UInt64, atNanoseconds: UInt64) {
        self.maxNanoseconds = maxNanoseconds
        self.atNanoseconds = atNanoseconds
    }
}

extension RunResult {
    /// Whether the harness's own delays are more than a tenth of a figure, which
    /// is then an upper bound. That is only known of response and service times.
    package func isUpperBound(_ metric: Metric) -> Bool {
        switch metric.group {
        case .response:
            // Over sockets the harness is the server's generator.
            Self.isUpperBound(
                metric.percentile, of: responseTime,
                undelayed: harness?.undelayedResponseTime ?? live?.undelayedResponseTime)
        case .service:
            Self.isUpperBound(
                metric.percentile, of: serviceTime, undelayed: harness?.undelayedServiceTime)
        case .rates, .stages, .staleness, .machine, .memory, .computed: false
        }
    }

    /// - Parameters:
    ///   - percentile: The percentile; `nil` for the maximum.
    ///   - latency: The response or the service time.
    ///   - undelayed: The same without the harness's delays; `nil` if it is not
    ///     known.
    private static func isUpperBound(
        _ percentile: Percentile?, of latency: LatencySummary, undelayed: LatencySummary?
    ) -> Bool {
        guard let other = undelayed else { return false }
        let values = percentile.map { (latency[$0], other[$0]) } ?? (latency.max, other.max)
        guard let reported = values.0, let without = values.1 else { return false }
        return HarnessShare.isTooMuch(in: reported, undelayed: without)
    }
}

import OddsLauncher
import OddsMeasurement
import OddsResults

extension LiveRun {
    /// The run in the schema of all runs. Its rates count records, as the
    /// server does.
    func result(
        _ window: Window, _ live: LiveFigures, _ watch: LiveWatch, state: [UInt8]
    ) -> RunResult {
        let offered = Double(window.recordsSent ?? window.recordsApplied) / window.seconds
        let achieved = Double(window.recordsApplied) / window.seconds
        let isSaturated = !plan.hasFaults && achieved < offered * 0.99
        let digest = SHA256Digest(of: state).hexadecimal
        let invalidity = invalidity(watch)
        return RunResult(
            live: live, strategy: plan.strategy.text,
            status: invalidity != nil ? .invalid : isSaturated ? .saturated : .ok,
            reason: invalidity,
            recordsPerSecond: (offered, achieved),
            recordsUnserved: max(0, (window.recordsSent ?? 0) - window.recordsApplied),
            responseTime: window.record.response, serviceTime: window.record.service,
            lateness: watch.lateness, jitter: window.jitter, series: window.series,
            memory: window.memory, digest: digest)
    }

    /// Why the figures say nothing; `nil` if they are valid.
    private func invalidity(_ watch: LiveWatch) -> String? {
        guard Launcher.isOptimized else {
            return "this is a debug build, whose timings are meaningless"
        }
        guard watch.isBehind else { return nil }
        let lateness = FigureFormat.duration(nanoseconds: Double(watch.lateness.max ?? 0))
        return "the server's generator did not keep its schedule; it was up to \(lateness) late"
    }
}

/// Samples the server's metrics once a second.
struct LiveWatch {
    let server: (any LiveServer)?
    private(set) var lateness = LatencyHistogram()

    init(_ server: (any LiveServer)?) { self.server = server }

    /// Whether the generator's own delay invalidates the figures. The bound is
    /// on the median, because a single sample may coincide with a dump.
    var isBehind: Bool { lateness.value(at: .p50) ?? 0 > 50_000_000 }

    mutating func look() async throws {
        guard let nanoseconds = try await server?.metrics()["emsim_feed_lateness_nanoseconds"]
        else { return }
        lateness.record(UInt64(max(0, nanoseconds)))
    }

    func recordsSent() async throws -> Int? {
        try await server?.metrics()["emsim_records_sent_total"]
    }
}

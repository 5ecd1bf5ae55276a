import OddsResults

/// A figure of the machine, or of the harness, that a reader has to know of only when
/// it is bad.
struct MachineConcern {
    let path: String
    /// From which value on it is bad.
    private let limit: Double
    /// What is bad, as the words of a sentence.
    private let text: @Sendable (Double) -> String

    func isBad(_ run: RunResult) -> Bool {
        MetricRegistry[path]?.value(run).map { $0 >= limit } ?? false
    }

    /// What is bad about some runs: the worst of them; `nil` if nothing is.
    func complaint(_ runs: [RunResult]) -> String? {
        let worst = runs.compactMap { MetricRegistry[path]?.value($0) }.max()
        return worst.flatMap { $0 >= limit ? text($0) : nil }
    }

    /// A hundredth of the time, or of the frames, moves the 99th percentile.
    static let all = [
        MachineConcern(path: "usage.stolenShare", limit: 0.01) {
            "the hypervisor stole \(FigureFormat.percent($0)) of the time"
        },
        MachineConcern(path: "harness.delayedShare", limit: 0.01) {
            "the harness was late for \(FigureFormat.percent($0)) of the time"
        },
        MachineConcern(path: "harness.serviceLostShare", limit: 0.01) {
            "services were off the core for \(FigureFormat.percent($0)) of the time"
        },
        MachineConcern(path: "jitter.wakeDelay.p99", limit: 1e6) {
            "an idle thread woke up \(FigureFormat.duration(nanoseconds: $0)) late"
        },
        MachineConcern(path: "usage.majorFaults", limit: 1) {
            "\(FigureFormat.count($0)) page faults read the disk"
        },
    ]
}

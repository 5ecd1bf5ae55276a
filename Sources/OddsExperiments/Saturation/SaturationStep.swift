import OddsLauncher
import OddsReconstruction
import OddsResults
import OddsTraffic

/// One run of a search for a rate, or of a sweep over a size. It is long enough
/// for its percentiles.
package struct SaturationStep {
    let consumer: ConsumerKind
    let warmupNanoseconds: UInt64
    /// The shortest duration of a run.
    let durationNanoseconds: UInt64

    package init(consumer: ConsumerKind, warmupNanoseconds: UInt64, durationNanoseconds: UInt64) {
        self.consumer = consumer
        self.warmupNanoseconds = warmupNanoseconds
        self.durationNanoseconds = durationNanoseconds
    }

    /// The smallest number of updates of a run: about 1,300 frames of the
    /// default traffic, more than three times the sample that a p99 needs.
    private static let updatesMin = 2_000.0

    package func measure(
        _ strategy: StrategyName, _ traffic: TrafficConfiguration
    ) async throws -> RunResult {
        let needed = UInt64(Self.updatesMin * 1e9 / Double(traffic.rate))
        let plan = RunPlan(
            strategy: strategy, consumer: consumer, warmupNanoseconds: warmupNanoseconds,
            durationNanoseconds: max(durationNanoseconds, needed),
            traffic: .generated(traffic), channelNames: [TrafficGenerator.channel])
        let rate = FigureFormat.count(Double(traffic.rate))
        let progress = ProgressLine(title: "\(strategy) at \(rate)/s")
        return try await RunSession(plan: plan, progress: progress).run().result
    }
}

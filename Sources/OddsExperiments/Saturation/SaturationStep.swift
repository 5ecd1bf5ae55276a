import OddsLauncher
import OddsReconstruction
import OddsResults
import OddsTraffic

/// One run of a search for a rate, or of a sweep over a size: long enough for
/// its percentiles.
package struct SaturationStep {
    let consumer: ConsumerKind
    let warmupNanoseconds: UInt64
    /// At least.
    let durationNanoseconds: UInt64

    package init(consumer: ConsumerKind, warmupNanoseconds: UInt64, durationNanoseconds: UInt64) {
        self.consumer = consumer
        self.warmupNanoseconds = warmupNanoseconds
        self.durationNanoseconds = durationNanoseconds
    }

    /// Updates of a step: some 1,300 frames of the default traffic, more than
    /// three times what a p99 needs at least.
    private static let updatesMin = 2_000.0

    package func measure(
        _ strategy: StrategyName, _ traffic: TrafficConfiguration
    ) throws -> RunResult {
        let needed = UInt64(Self.updatesMin * 1e9 / Double(traffic.rate))
        let plan = RunPlan(
            strategy: strategy, consumer: consumer, warmupNanoseconds: warmupNanoseconds,
            durationNanoseconds: max(durationNanoseconds, needed),
            traffic: .generated(traffic), channelNames: [TrafficGenerator.channel])
        let rate = FigureFormat.count(Double(traffic.rate))
        let progress = ProgressLine(title: "\(strategy) at \(rate)/s")
        var result = try RunSession(plan: plan, progress: progress).run().result
        result.removeDetail()
        return result
    }
}

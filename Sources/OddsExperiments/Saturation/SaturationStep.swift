import OddsCapture
import OddsHarness
import OddsReconstruction
import OddsResults
import OddsTraffic

/// One run of a search for a rate, or of a sweep over a size. It is long enough
/// for its percentiles.
package struct SaturationStep {
    let provider: FeedProvider
    let consumer: ConsumerKind
    let warmupNanoseconds: UInt64
    /// The shortest duration of a run.
    let durationNanoseconds: UInt64
    /// The interval of a series, for views; `nil` for none.
    package var seriesIntervalNanoseconds: UInt64?
    private let progress: ExperimentProgress

    package init(
        provider: FeedProvider, consumer: ConsumerKind, warmupNanoseconds: UInt64,
        durationNanoseconds: UInt64, progress: ExperimentProgress = .silent
    ) {
        self.provider = provider
        self.progress = progress
        self.consumer = consumer
        self.warmupNanoseconds = warmupNanoseconds
        self.durationNanoseconds = durationNanoseconds
    }

    /// The smallest number of updates of a run: about 1,300 frames of the
    /// default traffic, more than three times the sample that a p99 needs.
    private static let updatesMin = 2_000.0

    /// - Parameters:
    ///   - strategy: The strategy to measure.
    ///   - traffic: What it is offered.
    ///   - position: Where the step is in the experiment, for display.
    ///   - laterCount: How many steps are still to come, as far as is known.
    /// - Throws: `RunSession.CutShort` after an interruption: half a step says nothing
    ///   about its rate.
    package func measure(
        _ strategy: StrategyName, _ traffic: TrafficConfiguration, position: String,
        laterCount: Int
    ) async throws -> RunResult {
        guard !Interruption.current.isRequested else { throw RunSession.CutShort() }
        let needed = UInt64(Self.updatesMin * 1e9 / Double(traffic.rate))
        var plan = RunPlan(
            strategy: strategy, consumer: consumer, warmupNanoseconds: warmupNanoseconds,
            durationNanoseconds: max(durationNanoseconds, needed),
            traffic: .generated(traffic, on: provider), feed: FeedChannels(generatedOn: provider))
        plan.seriesIntervalNanoseconds = seriesIntervalNanoseconds
        let seconds = Double(plan.window.endNanoseconds) / 1e9
        var step = ExperimentProgress.Step(
            position: position, strategy: strategy.text, scheduledSeconds: seconds)
        step.offeredRate = Double(traffic.rate)
        step.later = .init(count: laterCount, seconds: Double(laterCount) * seconds)
        progress.begin(step)
        let run = try await RunSession(plan: plan, progress: progress).run().result
        guard run.cutShortNanoseconds == nil else { throw RunSession.CutShort() }
        progress.end(figure: RunFigure.text(run))
        return run
    }
}

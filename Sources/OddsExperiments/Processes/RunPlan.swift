import OddsHarness
import OddsReconstruction
import OddsResults

/// The plan of one run, which its child processes receive as JSON.
package struct RunPlan: Codable, Sendable {
    package var strategy: StrategyName
    package var consumer: ConsumerKind
    package var warmupNanoseconds: UInt64
    package var durationNanoseconds: UInt64
    package var traffic: TrafficPlan
    /// What the frames belong to.
    package var feed: FeedChannels
    package var measuresStages = false
    package var seriesIntervalNanoseconds: UInt64?
    /// The number of steps of a rate that rises; `nil` for a constant one.
    package var rampStepCount: Int?
    /// Whether the strategy leaks memory deliberately.
    package var leaks = false
    /// See `MeasurementPlan`.
    package var injectedSlowdown: InjectedSlowdown?
    /// The run's side of two that take turns; `nil` for a run on its own.
    package var turns: TurnTaking?
    /// The program that is measured in place of the strategy; `nil` for none.
    package var program: MeasuredProgram?

    package init(
        strategy: StrategyName, consumer: ConsumerKind, warmupNanoseconds: UInt64,
        durationNanoseconds: UInt64, traffic: TrafficPlan, feed: FeedChannels
    ) {
        self.strategy = strategy
        self.consumer = consumer
        self.warmupNanoseconds = warmupNanoseconds
        self.durationNanoseconds = durationNanoseconds
        self.traffic = traffic
        self.feed = feed
    }

    /// What is measured, in words.
    package var subject: String { program?.name ?? strategy.text }

    package var window: MeasurementWindow {
        MeasurementWindow(
            warmupNanoseconds: warmupNanoseconds, durationNanoseconds: durationNanoseconds)
    }

    var measurement: MeasurementPlan {
        var plan = MeasurementPlan(window: window, consumer: consumer)
        plan.measuresStages = measuresStages
        plan.seriesIntervalNanoseconds = seriesIntervalNanoseconds
        plan.rampStepCount = rampStepCount
        plan.injectedSlowdown = injectedSlowdown
        return plan
    }
}

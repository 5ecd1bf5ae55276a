import OddsHarness
import OddsMeasurement

/// What the child processes of one run have to know; it travels as JSON.
struct RunPlan: Codable {
    var strategy: StrategyKind
    var consumer: ConsumerKind
    var warmupNanoseconds: UInt64
    var durationNanoseconds: UInt64
    var traffic: TrafficPlan
    /// By number.
    var channelNames: [String]
    var measuresStages = false
    var seriesIntervalNanoseconds: UInt64?
    /// Whether the strategy loses memory, on purpose.
    var leaks = false
    /// See `MeasurementPlan`.
    var injectedSlowdown = 0.0

    var window: MeasurementWindow {
        MeasurementWindow(
            warmupNanoseconds: warmupNanoseconds, durationNanoseconds: durationNanoseconds)
    }

    var measurement: MeasurementPlan {
        var plan = MeasurementPlan(window: window, consumer: consumer)
        plan.measuresStages = measuresStages
        plan.seriesIntervalNanoseconds = seriesIntervalNanoseconds
        plan.injectedSlowdown = injectedSlowdown
        return plan
    }
}

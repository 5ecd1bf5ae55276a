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

    var window: MeasurementWindow {
        MeasurementWindow(
            warmupNanoseconds: warmupNanoseconds, durationNanoseconds: durationNanoseconds)
    }
}

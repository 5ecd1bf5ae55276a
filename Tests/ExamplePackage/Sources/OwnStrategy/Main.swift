import Foundation
import OddsHarness
import OddsResults

/// Measures `RebuildOnRead` on a capture: 1,000 updates a second for 3 seconds
/// after one second of warm-up.
@main
enum Main {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: own-strategy CAPTURE")
            exit(64)
        }
        let window = MeasurementWindow(
            warmupNanoseconds: 1_000_000_000, durationNanoseconds: 3_000_000_000)
        let capture = try CaptureTraffic(path: CommandLine.arguments[1])
        var source = try PreparedTraffic(
            capture, updatesPerSecond: 1_000, window: window)
        let result = try Harness.measure(
            RebuildOnRead.self, on: &source,
            plan: MeasurementPlan(window: window, consumer: .page))
        let reason = result.reason.map { ": \($0)" } ?? ""
        print("\(result.strategy), \(result.status.rawValue)\(reason)")
        print("updates/s: \(Int(result.achievedRate)) of \(Int(result.offeredRate))")
        for (name, time) in [("response", result.responseTime), ("service", result.serviceTime)] {
            print("\(name) time: p50 \(text(time.p50)), p99 \(text(time.p99))")
        }
    }

    /// A duration in microseconds; a percentile needs a large enough sample.
    private static func text(_ nanoseconds: UInt64?) -> String {
        nanoseconds.map { "\($0 / 1_000) µs" } ?? "n/a"
    }
}

import Foundation
import OddsHarness

/// Measures `RebuildOnRead` on a capture: 1,000 updates a second for 3 seconds
/// after one of warm-up.
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
        for line in try RunTable([result]).lines { print(line) }
    }
}

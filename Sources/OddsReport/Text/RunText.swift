import Foundation
import OddsHarness

/// A result for people.
enum ResultText {
    static func lines(_ result: BenchmarkResult, title: String) throws -> [String] {
        let environment = result.environment
        let machine = environment.machine
        let stolen = environment.stolenShare.map { String(format: ", %.1f%% stolen", $0 * 100) }
        let place = """
            \(machine.coreCount) × \(machine.processor ?? machine.architecture)\(stolen ?? ""); \
            \(environment.allocator); \(environment.buildMode) build
            """
        let table = try RunTable(result.runs).lines
        let notes = environment.missing.map { "note: \($0)" }
        return [title, place, ""] + table + notes
            + ["traffic digest \(result.trafficDigest.prefix(16))"]
    }
}

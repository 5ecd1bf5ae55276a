import Foundation
import OddsResults

/// The runs of one command as text: machine, table and notes.
package enum RunText {
    /// - Parameters:
    ///   - result: The runs.
    ///   - title: A line that says what was measured.
    package static func lines(
        _ result: ResultEnvelope<RunResults>, title: String
    ) -> [String] {
        let environment = result.environment
        let machine = environment.machine
        let stolen = environment.stolenShare.map { String(format: ", %.1f%% stolen", $0 * 100) }
        let place = """
            \(machine.processorTitle)\(stolen ?? ""); \(environment.allocator); \
            \(environment.buildMode) build
            """
        let table = RunTable(result.runs).lines
        let disturbances = result.disturbances ?? []
        let notes = (disturbances + environment.missing).map { "note: \($0)" }
        let digest = result.trafficDigest.map { "traffic digest \($0.prefix(16))" }
        let arrival = result.arrival.map { "; arrival: \($0)" } ?? ""
        return [title + arrival, place, ""] + table + notes
            + [digest, result.verified?.text].compactMap { $0 }
    }
}

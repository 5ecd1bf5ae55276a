import Foundation
import OddsResults

/// The runs of one command as text.
package enum RunText {
    /// What was asked, the answer, and what the machine did, in eighty columns.
    ///
    /// - Parameters:
    ///   - result: The runs.
    ///   - title: A line that says what was measured.
    package static func summary(
        _ result: ResultEnvelope<RunResults>, title: String
    ) -> [String] {
        TextWrap.lines(self.title(result, title), indent: "") + [""]
            + RunSummary(result.runs).lines + steps(result)
            + ResultSentences.lines(
                result, runs: result.runs, ResultSentences.disturbances(result.disturbances))
    }

    /// All figures, in lines as long as they need.
    package static func details(
        _ result: ResultEnvelope<RunResults>, title: String
    ) -> [String] {
        let environment = result.environment
        let stolen = environment.stolenShare.map { String(format: ", %.1f%% stolen", $0 * 100) }
        let place = """
            \(environment.machine.processorTitle)\(stolen ?? ""); \(environment.allocator); \
            \(environment.buildMode) build
            """
        let table = RunTable(result.runs).lines + steps(result)
        let notes = ((result.disturbances ?? []) + environment.missing).map { "note: \($0)" }
        let digest = result.trafficDigest.map { "traffic digest \($0.prefix(16))" }
        return [self.title(result, title), place, ""] + table + notes
            + [ResultSentences.cutShort(result), digest, result.verified?.text].compactMap(\.self)
    }

    private static func title(_ result: ResultEnvelope<RunResults>, _ title: String) -> String {
        title + (result.arrival.map { "; arrival: \($0)" } ?? "")
    }

    /// The steps of a ramp; none without one.
    private static func steps(_ result: ResultEnvelope<RunResults>) -> [String] {
        let lines = RampTable.lines(result.runs)
        return lines.isEmpty ? [] : lines + [""]
    }
}

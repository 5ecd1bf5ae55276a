import Foundation
import OddsResults

extension JUnitReport {
    /// Requests to a platform, with one test case per check, per condition and for the
    /// validity of each run.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - conditions: What fails a run.
    ///   - seconds: How long it took.
    /// - Throws: An error of the template.
    package static func data(
        _ result: ResultEnvelope<PlatformResult>, conditions: [PlatformCondition], seconds: Double
    ) throws -> Data {
        let cases = cases(of: result.runs, conditions) {
            "platform.\($0.repetition)"
        }
        return try JUnitReport(
            suite: "bench platform", cases: cases, seconds: seconds,
            timestamp: result.environment.startedAt
        ).data()
    }
}

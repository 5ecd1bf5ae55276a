import Foundation
import OddsResults

extension JUnitReport {
    /// Tickets against moving odds, with one test case per check, per condition and for the
    /// validity of each run.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - conditions: What fails a run.
    ///   - seconds: How long it took.
    /// - Throws: An error of the template.
    package static func data(
        _ result: ResultEnvelope<BettingResult>, conditions: [BettingCondition], seconds: Double
    ) throws -> Data {
        let cases = cases(of: result.runs, conditions) {
            "betting.\($0.strategy).\($0.sync).\($0.repetition)"
        }
        return try JUnitReport(
            suite: "bench betting", cases: cases, seconds: seconds,
            timestamp: result.environment.startedAt
        ).data()
    }
}

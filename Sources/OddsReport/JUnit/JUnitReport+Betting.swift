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
        let cases = result.runs.flatMap { run in
            let name = "betting.\(run.strategy).\(run.repetition)"
            return run.checks.map { check($0, of: name) }
                + [validity(run.status, run.reason, of: name)]
                + conditions.map { condition in
                    judged(
                        condition.text, figure: condition.figure(of: run),
                        condition.outcome(for: run), of: "\(name).\(condition.subject.rawValue)")
                }
        }
        return try JUnitReport(
            suite: "bench betting", cases: cases, seconds: seconds,
            timestamp: result.environment.startedAt
        ).data()
    }
}

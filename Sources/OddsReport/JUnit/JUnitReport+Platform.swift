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
        let cases = result.runs.flatMap { run in
            let name = "platform.\(run.repetition)"
            return run.checks.map { check($0, of: name) }
                + [validity(run.status, run.reason, of: name)]
                + conditions.map { condition in
                    judged(
                        condition.text, figure: condition.figure(of: run),
                        condition.outcome(for: run), of: "\(name).\(condition.subject.rawValue)")
                }
        }
        return try JUnitReport(
            suite: "bench platform", cases: cases, seconds: seconds,
            timestamp: result.environment.startedAt
        ).data()
    }

    static func check(_ check: PlatformCheck, of classname: String) -> Case {
        Case(
            classname: classname, name: check.name,
            outcome: check.isOK
                ? nil : Outcome(element: "failure", type: "wrong", message: check.detail),
            output: check.detail)
    }

    static func validity(
        _ status: RunResult.Status, _ reason: String?, of classname: String
    ) -> Case {
        Case(
            classname: classname, name: "valid",
            outcome: status == .invalid
                ? Outcome(element: "error", type: "invalid", message: reason ?? "") : nil,
            output: nil)
    }

    static func judged(
        _ condition: String, figure: String, _ outcome: FailCondition.Outcome,
        of classname: String
    ) -> Case {
        let figure = "\(condition): \(figure)"
        let outcome: Outcome? =
            switch outcome {
            case .holds: nil
            case .fails: Outcome(element: "failure", type: "regression", message: figure)
            case .unknown: Outcome(element: "skipped", type: nil, message: figure)
            }
        return Case(classname: classname, name: condition, outcome: outcome, output: figure)
    }
}

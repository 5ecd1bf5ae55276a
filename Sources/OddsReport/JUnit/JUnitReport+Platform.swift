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
            run.checks.map { check(run, $0) } + [validity(run)]
                + conditions.map { judged(run, $0) }
        }
        return try JUnitReport(
            suite: "bench platform", cases: cases, seconds: seconds,
            timestamp: result.environment.startedAt
        ).data()
    }

    private static func check(_ run: PlatformRun, _ check: PlatformCheck) -> Case {
        Case(
            classname: "platform.\(run.repetition)", name: check.name,
            outcome: check.isOK
                ? nil : Outcome(element: "failure", type: "wrong", message: check.detail),
            output: check.detail)
    }

    private static func validity(_ run: PlatformRun) -> Case {
        Case(
            classname: "platform.\(run.repetition)", name: "valid",
            outcome: run.status == .invalid
                ? Outcome(element: "error", type: "invalid", message: run.reason ?? "") : nil,
            output: nil)
    }

    private static func judged(_ run: PlatformRun, _ condition: PlatformCondition) -> Case {
        let figure = "\(condition.text): \(condition.figure(of: run))"
        let outcome: Outcome? =
            switch condition.outcome(for: run) {
            case .holds: nil
            case .fails: Outcome(element: "failure", type: "regression", message: figure)
            case .unknown: Outcome(element: "skipped", type: nil, message: figure)
            }
        return Case(
            classname: "platform.\(run.repetition).\(condition.route.rawValue)",
            name: condition.text, outcome: outcome, output: figure)
    }
}

import Foundation
import OddsResults

extension JUnitReport {
    /// A program that was held to the contract, with one test case per capture.
    ///
    /// - Parameters:
    ///   - result: What was found out.
    ///   - seconds: How long it took.
    ///   - timestamp: When it started, in ISO 8601.
    /// - Throws: An error of the template.
    package static func data(
        _ result: ConformResult, seconds: Double, timestamp: String
    ) throws -> Data {
        let cases = result.cases.map { shown in
            Case(
                classname: "conform.\(shown.rule ?? "captures")", name: shown.name,
                outcome: shown.deviation.map {
                    Outcome(element: "failure", type: shown.rule, message: $0)
                }, output: nil)
        }
        let rest = result.cutShort.map { reason in
            Case(
                classname: "conform", name: "cut short",
                outcome: Outcome(element: "skipped", type: nil, message: reason), output: nil)
        }
        return try JUnitReport(
            suite: "bench conform", cases: cases + [rest].compactMap(\.self), seconds: seconds,
            timestamp: timestamp
        ).data()
    }
}

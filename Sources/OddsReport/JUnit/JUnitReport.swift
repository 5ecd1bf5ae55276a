import Foundation
import Mustache
import OddsResults

/// A result as JUnit XML, which CI systems show as tests: a gate, with one test case per
/// figure.
package struct JUnitReport {
    /// What the template shows of a figure.
    struct Case {
        let classname: String
        let name: String
        let outcome: Outcome?
        let output: String?

        fileprivate var escaped: Case {
            Case(
                classname: XMLText.escaped(classname), name: XMLText.escaped(name),
                outcome: outcome.map { outcome in
                    Outcome(
                        element: outcome.element, type: outcome.type.map(XMLText.escaped),
                        message: XMLText.escaped(outcome.message))
                }, output: output.map(XMLText.escaped))
        }
    }

    /// Of a test that did not pass.
    struct Outcome {
        let element: String
        let type: String?
        let message: String
    }

    /// The command.
    private let suite: String
    private let cases: [Case]
    private let tests: Int
    private let failures: Int
    private let errors: Int
    private let skipped: Int
    private let time: String
    private let timestamp: String

    /// The report's text, in UTF-8.
    ///
    /// - Parameters:
    ///   - result: The gate.
    ///   - seconds: How long it took.
    ///   - failsOnInconclusive: Whether inconclusive figures are failures instead
    ///     of skipped tests.
    /// - Throws: An error of the template.
    package static func data(
        _ result: ResultEnvelope<GateResult>, seconds: Double, failsOnInconclusive: Bool = false
    ) throws -> Data {
        try JUnitReport(
            suite: "bench gate", cases: cases(result, failsOnInconclusive), seconds: seconds,
            timestamp: result.environment.startedAt
        ).data()
    }

    private static func cases(
        _ result: ResultEnvelope<GateResult>, _ failsOnInconclusive: Bool
    ) -> [Case] {
        let invalid = result.reason.map { reason in
            Case(
                classname: "gate", name: "comparable",
                outcome: Outcome(element: "error", type: "invalid", message: reason), output: nil)
        }
        return result.judgements.map { testCase($0, failsOnInconclusive) }
            + (invalid.map { [$0] } ?? [])
    }

    /// The text of the report, in UTF-8.
    ///
    /// - Throws: An error of the template.
    func data() throws -> Data {
        let text = String(decoding: PackageResources.junit_mustache, as: UTF8.self)
        return Data(try MustacheTemplate(string: text).render(self).utf8)
    }

    /// - Parameters:
    ///   - suite: The command.
    ///   - cases: The test cases.
    ///   - seconds: How long they took.
    ///   - timestamp: When the command started, in ISO 8601.
    init(suite: String, cases: [Case], seconds: Double, timestamp: String) {
        func count(_ name: String) -> Int { cases.count { $0.outcome?.element == name } }
        self.suite = suite
        self.cases = cases.map(\.escaped)
        tests = cases.count
        failures = count("failure")
        errors = count("error")
        skipped = count("skipped")
        time = String(format: "%.3f", seconds)
        self.timestamp = timestamp
    }

    private static func testCase(
        _ judgement: MetricJudgement, _ failsOnInconclusive: Bool
    ) -> Case {
        let sentence = GateFigures(judgement).sentence
        let outcome: Outcome? =
            switch judgement.verdict {
            case .pass, .improvement: nil
            case .regression:
                Outcome(element: "failure", type: "regression", message: sentence)
            case .inconclusive:
                Outcome(
                    element: failsOnInconclusive ? "failure" : "skipped", type: nil,
                    message: judgement.reason ?? sentence)
            }
        return Case(
            classname: "gate.\(judgement.strategy)", name: judgement.metric, outcome: outcome,
            output: sentence)
    }
}

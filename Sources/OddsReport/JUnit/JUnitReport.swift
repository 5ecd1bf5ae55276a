import Foundation
import OddsResults

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A gate as JUnit XML, which CI systems show as tests, with one test case per
/// figure.
package enum JUnitReport {
    ///
    /// - Parameters:
    ///   - result: The gate.
    ///   - seconds: How long it took.
    ///   - failsOnInconclusive: Whether inconclusive figures are failures instead
    ///     of skipped tests.
    package static func data(
        _ result: ResultEnvelope<GateResult>, seconds: Double, failsOnInconclusive: Bool = false
    ) -> Data {
        let cases =
            result.judgements.map { testCase($0, failsOnInconclusive) }
            + (result.reason.map(invalidCase) ?? [])
        let suite = element("testsuite", ["name": "bench gate"], cases)
        func count(_ name: String) -> String {
            "\(cases.count { !$0.elements(forName: name).isEmpty })"
        }
        set(
            [
                "tests": "\(cases.count)", "failures": count("failure"),
                "errors": count("error"), "skipped": count("skipped"),
                "time": String(format: "%.3f", seconds),
                "timestamp": result.environment.startedAt,
            ], on: suite)
        let document = XMLDocument(rootElement: element("testsuites", [:], [suite]))
        document.version = "1.0"
        document.characterEncoding = "UTF-8"
        return document.xmlData(options: .nodePrettyPrint) + Data("\n".utf8)
    }

    private static func testCase(
        _ judgement: MetricJudgement, _ failsOnInconclusive: Bool
    ) -> XMLElement {
        let figures = GateFigures(judgement)
        let outcome: [XMLElement] =
            switch judgement.verdict {
            case .pass, .improvement:
                []
            case .regression:
                [element("failure", ["type": "regression", "message": figures.sentence], [])]
            case .inconclusive:
                [
                    element(
                        failsOnInconclusive ? "failure" : "skipped",
                        ["message": judgement.reason ?? figures.sentence], [])
                ]
            }
        let output = element("system-out", [:], [])
        output.stringValue = figures.sentence
        return element(
            "testcase",
            ["classname": "gate.\(judgement.strategy)", "name": judgement.metric],
            outcome + [output])
    }

    private static func invalidCase(_ reason: String) -> [XMLElement] {
        [
            element(
                "testcase", ["classname": "gate", "name": "comparable"],
                [element("error", ["type": "invalid", "message": reason], [])])
        ]
    }

    private static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, _ children: [XMLElement]
    ) -> XMLElement {
        let element = XMLElement(name: name)
        set(attributes, on: element)
        for child in children { element.addChild(child) }
        return element
    }

    private static func set(
        _ attributes: KeyValuePairs<String, String>, on element: XMLElement
    ) {
        for (name, value) in attributes {
            guard let attribute = XMLNode.attribute(withName: name, stringValue: value) as? XMLNode
            else { continue }
            element.addAttribute(attribute)
        }
    }
}

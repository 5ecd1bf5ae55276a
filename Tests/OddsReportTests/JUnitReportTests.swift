import Foundation
import OddsFixtures
import OddsResults
import Testing

@testable import OddsReport

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct JUnitReportTests {
    private func judgement(_ metric: String, _ verdict: MetricVerdict) -> MetricJudgement {
        MetricJudgement(
            strategy: "graph", metric: metric, verdict: verdict, isExact: false,
            baseline: 10_000, candidate: 12_000,
            change: GateChange(value: 0.2, low: 0.15, high: 0.25), threshold: 0.05,
            sampleCount: 12, reason: verdict == .inconclusive ? "a < b & \"c\"" : nil)
    }

    private func document(
        _ judgements: [MetricJudgement], reason: String? = nil
    ) throws -> XMLElement {
        let result = ResultEnvelope(
            command: ["bench", "gate"], seed: 42, environment: GateRuns.environment,
            GateResult(
                baseline: GateSide(name: "main", commit: nil),
                candidate: GateSide(name: "this program", commit: nil),
                design: GateDesign(
                    arguments: [], isInterleaved: true, looks: [12], seconds: nil,
                    layouts: nil, falseAlarmProbabilityMax: 0.005, alarmConfidence: 0.999,
                    passConfidence: 0.95, injection: nil),
                verdict: .regression, reason: reason, judgements: judgements, runs: []))
        let data = try JUnitReport.data(result, seconds: 1.5)
        let root = try #require(try XMLDocument(data: data).rootElement())
        #expect(root.name == "testsuites")
        return try #require(root.elements(forName: "testsuite").first)
    }

    @Test func everyFigureIsACase() throws {
        let suite = try document([
            judgement("serviceTime.p50", .regression), judgement("responseTime.p99", .inconclusive),
            judgement("memory.residentBytesPeak", .pass),
            judgement("allocationsPerUpdate", .improvement),
        ])
        func attribute(_ name: String) -> String? { suite.attribute(forName: name)?.stringValue }
        #expect(attribute("tests") == "4")
        #expect(attribute("failures") == "1")
        #expect(attribute("skipped") == "1")
        #expect(attribute("errors") == "0")
        #expect(attribute("time") == "1.500")
        let cases = suite.elements(forName: "testcase")
        #expect(
            cases.map { $0.attribute(forName: "name")?.stringValue ?? "" } == [
                "serviceTime.p50", "responseTime.p99", "memory.residentBytesPeak",
                "allocationsPerUpdate",
            ])
        let failure = try #require(cases[0].elements(forName: "failure").first)
        #expect(
            failure.attribute(forName: "message")?.stringValue?.contains("10.0 µs to 12.0 µs")
                == true)
        let skipped = try #require(cases[1].elements(forName: "skipped").first)
        #expect(skipped.attribute(forName: "message")?.stringValue == "a < b & \"c\"")
    }

    /// XML has no way to write some characters, and the template none to see markup that
    /// combines with its neighbour. Names come from files, the rest from programs.
    @Test(arguments: [
        ("a\u{1B}b.ndjson", #"a\u{1B}b.ndjson"#), ("\u{FFFE}\u{FFFF}\0", #"\u{FFFE}\u{FFFF}\u{0}"#),
        ("<\u{301}&\u{301}\"\u{301}]]>\u{301}", "<\u{301}&\u{301}\"\u{301}]]>\u{301}"),
        ("two\nlines\r\tend", "two\nlines\r\tend"), ("⚽️", "⚽️"),
    ])
    func reportsAreWellFormed(text: String, shown: String) throws {
        let cases = [
            JUnitReport.Case(
                classname: text, name: text,
                outcome: .init(element: "failure", type: text, message: text), output: text)
        ]
        let data = try JUnitReport(
            suite: "bench conform", cases: cases, seconds: 1, timestamp: "2026-11-29T00:00:00Z"
        ).data()
        let root = try #require(try XMLDocument(data: data).rootElement())
        let suite = try #require(root.elements(forName: "testsuite").first)
        let found = try #require(suite.elements(forName: "testcase").first)
        let failure = try #require(found.elements(forName: "failure").first)
        let texts = [
            found.attribute(forName: "classname"), found.attribute(forName: "name"),
            failure.attribute(forName: "type"), failure.attribute(forName: "message"),
            found.elements(forName: "system-out").first,
        ].map { $0?.stringValue }
        #expect(texts == Array(repeating: shown, count: 5))
    }

    @Test func invalidGatesAreErrors() throws {
        let suite = try document([], reason: "other \u{1B}traffic")
        #expect(suite.attribute(forName: "errors")?.stringValue == "1")
        let error = suite.elements(forName: "testcase").first?.elements(forName: "error").first
        #expect(error?.attribute(forName: "message")?.stringValue == #"other \u{1B}traffic"#)
    }
}

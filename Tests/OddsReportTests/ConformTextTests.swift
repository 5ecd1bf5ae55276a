import Foundation
import OddsResults
import Testing

@testable import OddsReport

/// What is said of a program that was not shown all captures.
@Suite struct ConformTextTests {
    private func result(deviation: String?) -> ConformResult {
        var result = ConformResult(
            program: "python3 x.py", name: "x", level: "full", seed: 1,
            cases: [.init(name: "a", rule: "EM-V3", frames: 2, deviation: deviation)],
            brokenRules: deviation == nil
                ? [] : [.init(rule: "EM-V3", text: "versions", failed: 1, captures: 1)],
            smallest: nil)
        result.cutShort = "SIGINT, 1 of 9 captures were shown"
        return result
    }

    @Test("A run that was ended early has not passed")
    func aRunThatWasEndedHasNotPassed() throws {
        let lines = ConformText.lines(result(deviation: nil))
        #expect(!lines.contains { $0.contains("PASSED") })
        #expect(
            lines.last
                == "No deviation so far. Cut short: SIGINT, 1 of 9 captures were shown.")
        let junit = try JUnitReport.data(result(deviation: nil), seconds: 1, timestamp: "t")
        let xml = String(decoding: junit, as: UTF8.self)
        #expect(xml.contains("skipped") && xml.contains("1 of 9 captures"))
    }

    @Test("What was found until then is told")
    func findingsAreTold() {
        let lines = ConformText.lines(result(deviation: "frame 1: wrong"))
        #expect(lines.contains("FAILED: EM-V3, versions."))
        #expect(lines.last == "Cut short: SIGINT, 1 of 9 captures were shown.")
    }
}

/// The self-test of the accounting of runs over sockets.
package struct LiveSelfTestOutcome: Codable, Equatable, Sendable {
    /// The verdict on one script.
    package struct Verdict: Codable, Equatable, Sendable {
        package var script: String
        package var expected: RunResult.Status
        package var reported: RunResult.Status

        package init(script: String, expected: RunResult.Status, reported: RunResult.Status) {
            self.script = script
            self.expected = expected
            self.reported = reported
        }

        package var isRight: Bool { reported == expected }
    }

    package var rows: [SelfTestRow] = []
    package var verdicts: [Verdict] = []

    package init() {}

    /// Whether all rows and verdicts are right.
    package var isRight: Bool { rows.allSatisfy(\.isRight) && verdicts.allSatisfy(\.isRight) }
}

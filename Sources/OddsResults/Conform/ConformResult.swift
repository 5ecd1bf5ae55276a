/// What `bench conform` found out about a program: the document `oddsbench.conform/1`.
package struct ConformResult: Codable, Equatable, Sendable {
    /// A capture, and where the program deviates from the contract on it.
    package struct Case: Codable, Equatable, Sendable {
        package var name: String
        /// The rule that the capture was made for; `nil` for any.
        package var rule: String?
        package var frames: Int
        /// `nil` if the program does not deviate.
        package var deviation: String?

        package init(name: String, rule: String?, frames: Int, deviation: String?) {
            self.name = name
            self.rule = rule
            self.frames = frames
            self.deviation = deviation
        }
    }

    /// A rule, and how many of its own captures show that the program breaks it.
    package struct BrokenRule: Codable, Equatable, Sendable {
        package var rule: String
        /// What it says, in short.
        package var text: String
        package var failed: Int
        package var captures: Int

        package init(rule: String, text: String, failed: Int, captures: Int) {
            self.rule = rule
            self.text = text
            self.failed = failed
            self.captures = captures
        }

        package var share: Double { Double(failed) / Double(max(captures, 1)) }
    }

    /// The smallest capture that shows a deviation.
    package struct Smallest: Codable, Equatable, Sendable {
        /// The capture that it was made from.
        package var of: String
        package var deviation: String
        /// The program's starts that it took.
        package var trials: Int
        /// Lines of a capture (EM-C1).
        package var lines: [String]

        package init(of: String, deviation: String, trials: Int, lines: [String]) {
            self.of = of
            self.deviation = deviation
            self.trials = trials
            self.lines = lines
        }
    }

    package var schema = "oddsbench.conform/1"
    /// The program's command line.
    package var program: String
    /// What the program calls itself.
    package var name: String
    /// What it was held to.
    package var level: String
    package var seed: UInt64
    /// In the order in which they were shown to the program.
    package var cases: [Case]
    /// The rule that is most clearly broken first.
    package var brokenRules: [BrokenRule]
    /// `nil` if the program does not deviate, or if the search for it was ended.
    package var smallest: Smallest?
    /// What was not done, as the run was ended early; `nil` if all was.
    package var cutShort: String?

    package init(
        program: String, name: String, level: String, seed: UInt64, cases: [Case],
        brokenRules: [BrokenRule], smallest: Smallest?
    ) {
        self.program = program
        self.name = name
        self.level = level
        self.seed = seed
        self.cases = cases
        self.brokenRules = brokenRules
        self.smallest = smallest
    }

    /// True if the program has not deviated, on the captures that it was shown.
    package var passes: Bool { cases.allSatisfy { $0.deviation == nil } }

    package var frameCount: Int { cases.map(\.frames).reduce(0, +) }
}

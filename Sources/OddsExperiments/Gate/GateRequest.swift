import OddsResults

/// A gate as it was asked for.
package struct GateRequest {
    /// What the candidate is compared with.
    package enum Baseline: Equatable, Sendable {
        /// A branch, a tag, a commit.
        case revision(String)
        /// A file that `bench baseline` wrote.
        case kept(path: String)
        /// A program that is built already.
        case program(path: String)
    }

    package var baseline: Baseline
    /// The program that is judged; `nil` for this one.
    package var candidateProgram: String?
    package var runs: GatedRuns
    /// Rounds of four runs (ABBA) before the first look.
    package var rounds: Int
    /// After how many pairs the gate looks whether it can tell, ascending.
    package var looks: [Int]
    package var limits: [RegressionLimit]
    /// Whether somebody asked for these limits.
    package var areLimitsExplicit = false
    /// As a share; see `GatePlan`.
    package var floorMin = 0.0
    /// Extra service time of the candidate, as a share of its own.
    package var injectedSlowdown = 0.0
    /// Where other revisions and calibrations are kept; `nil` for `.build/gate`
    /// of the package.
    package var cachePath: String?
    /// The command's words, for the result.
    package var words: [String]

    package init(
        baseline: Baseline, runs: GatedRuns, rounds: Int, looks: [Int],
        limits: [RegressionLimit], words: [String]
    ) {
        self.baseline = baseline
        self.runs = runs
        self.rounds = rounds
        self.looks = looks
        self.limits = limits
        self.words = words
    }

    /// What judges so many figures in so many looks.
    package var judge: GateJudge {
        GateJudge(testCount: limits.count * runs.strategies.count, lookCount: looks.count)
    }

    /// The option that each run of the candidate has for its slowdown.
    var slowdownWords: [String] {
        injectedSlowdown == 0
            ? [] : ["--inject-slowdown", PercentText.text(share: injectedSlowdown)]
    }
}

import OddsResults

/// The options of one gate.
package struct GateRequest {
    /// What the candidate is compared with.
    package enum Baseline: Equatable, Sendable {
        /// A branch, a tag or a commit.
        case revision(String)
        /// A file written by `bench baseline`.
        case kept(path: String)
        /// A built program.
        case program(path: String)
    }

    package var baseline: Baseline
    /// The path of the judged program; `nil` for this program.
    package var candidateProgram: String?
    package var runs: GatedRuns
    /// Rounds of four runs (ABBA) before the first look.
    package var rounds: Int
    /// The numbers of pairs after which the gate may stop, ascending.
    package var looks: [Int]
    package var limits: [RegressionLimit]
    /// Whether the user asked for these limits.
    package var areLimitsExplicit = false
    /// The smallest noise floor, as a share; see `GatePlan`.
    package var floorMin = 0.0
    /// Extra service time of the candidate, as a share of its own.
    package var injectedSlowdown = 0.0
    /// The folder for other revisions and calibrations; `nil` for `.build/gate`
    /// in the package.
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

    /// The judge for these limits, strategies and looks.
    package var judge: GateJudge {
        GateJudge(testCount: limits.count * runs.strategies.count, lookCount: looks.count)
    }

    /// The option for the slowdown in each run of the candidate.
    var slowdownWords: [String] {
        injectedSlowdown == 0
            ? [] : ["--inject-slowdown", PercentText.text(share: injectedSlowdown)]
    }
}

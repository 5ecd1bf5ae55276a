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
    /// The number of pairs before the first look; each further look doubles it.
    package var pairCount: Int
    /// No further pair is run after this time.
    package var seconds: Double
    package var limits: [RegressionLimit]
    /// Whether the user asked for these limits.
    package var areLimitsExplicit = false
    /// The seed of the layouts of both sides, which get different ones.
    package var layoutSeed = 1
    /// The deliberate regression of the candidate.
    package var injection: InjectedSlowdown?
    /// The folder for other revisions; `nil` for `.build/gate` in the clone.
    package var cachePath: String?
    /// The command's words, for the result.
    package var words: [String]

    package init(
        baseline: Baseline, runs: GatedRuns, pairCount: Int, seconds: Double,
        limits: [RegressionLimit], words: [String]
    ) {
        self.baseline = baseline
        self.runs = runs
        self.pairCount = pairCount
        self.seconds = seconds
        self.limits = limits
        self.words = words
    }
}

extension InjectedSlowdown {
    /// The options of `bench run`.
    package var words: [String] {
        switch frames {
        case .all: ["--inject-slowdown", PercentText.text(share: share)]
        case .tail: ["--inject-tail-slowdown", PercentText.text(share: share)]
        }
    }
}

/// One gate: its sides, its judgements and each of its runs.
package struct GateResult: ResultContent {
    package static var kind: String { "gate" }
    package static var version: Int { 3 }

    package var baseline: GateSide
    package var candidate: GateSide
    package var design: GateDesign
    package var verdict: GateVerdict
    /// Why the gate is invalid.
    package var reason: String?
    /// Further facts that a reader needs, one line each.
    package var notes: [String]
    package var judgements: [MetricJudgement]
    /// The counted instructions in order of execution; `nil` if there are none.
    package var counts: [GateCount]?
    /// The runs in order of execution, those of a kept baseline first.
    package var runs: [GateRun]

    package init(
        baseline: GateSide, candidate: GateSide, design: GateDesign, verdict: GateVerdict,
        reason: String? = nil, notes: [String] = [], judgements: [MetricJudgement],
        counts: [GateCount]? = nil, runs: [GateRun]
    ) {
        self.baseline = baseline
        self.candidate = candidate
        self.design = design
        self.verdict = verdict
        self.reason = reason
        self.notes = notes
        self.judgements = judgements
        self.counts = counts
        self.runs = runs
    }
}

/// One of the two sides of a gate.
package struct GateSide: Codable, Equatable, Sendable {
    /// The user's name for it: a revision, a file, or `this program`.
    package var name: String
    /// The commit's hash; `nil` if it is not known.
    package var commit: String?

    package init(name: String, commit: String?) {
        self.name = name
        self.commit = commit
    }
}

/// The design of a gate, fixed before its first run.
package struct GateDesign: Codable, Equatable, Sendable {
    /// The arguments of `bench run` in each run, without the strategy.
    package var arguments: [String]
    /// Whether runs form pairs, of which the sides begin alternately. They do not
    /// with a kept baseline, which was measured at another time.
    package var isInterleaved: Bool
    /// How long a side measured at a time while both ran, in nanoseconds; `nil` where
    /// one ran after the other.
    package var turnNanoseconds: UInt64?
    /// The numbers of pairs per strategy at which the gate judged.
    package var looks: [Int]
    /// No further pair was run after this time; `nil` in results of version 2 and
    /// with a kept baseline.
    package var seconds: Double?
    /// How often each side was linked with another layout of its code; `nil` if
    /// the programs ran in the one that they had.
    package var layouts: Int?
    /// The largest probability of at least one false alarm in the whole gate,
    /// over all figures and looks; `nil` where none can be named, with a kept
    /// baseline and with programs in one layout of their code.
    package var falseAlarmProbabilityMax: Double?
    /// The least confidence, that of the first look, of the end of each interval
    /// that raises alarms, which is the lower end where more is worse. In results
    /// of version 2, that of the last look.
    package var alarmConfidence: Double
    /// The same of the other end.
    package var passConfidence: Double
    /// The deliberate regression of the candidate.
    package var injection: InjectedSlowdown?

    package init(
        arguments: [String], isInterleaved: Bool, turnNanoseconds: UInt64? = nil, looks: [Int],
        seconds: Double?, layouts: Int?, falseAlarmProbabilityMax: Double?,
        alarmConfidence: Double, passConfidence: Double, injection: InjectedSlowdown?
    ) {
        self.arguments = arguments
        self.isInterleaved = isInterleaved
        self.turnNanoseconds = turnNanoseconds
        self.looks = looks
        self.seconds = seconds
        self.layouts = layouts
        self.falseAlarmProbabilityMax = falseAlarmProbabilityMax
        self.alarmConfidence = alarmConfidence
        self.passConfidence = passConfidence
        self.injection = injection
    }
}

/// One run of a gate or a calibration.
package struct GateRun: Codable, Equatable, Sendable {
    package enum Side: String, Codable, Sendable { case baseline, candidate }

    package var side: Side
    /// The pair's number, from 1; each pair has one run of each side.
    package var pair: Int
    package var run: RunResult

    package init(side: Side, pair: Int, run: RunResult) {
        self.side = side
        self.pair = pair
        self.run = run
    }
}

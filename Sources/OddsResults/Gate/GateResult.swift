/// One gate: what it compared and judged, with each run.
package struct GateResult: ResultContent {
    package static var kind: String { "gate" }

    package var baseline: GateSide
    package var candidate: GateSide
    package var design: GateDesign
    package var verdict: GateVerdict
    /// Why the gate is invalid.
    package var reason: String?
    /// What else a reader has to know, a line each.
    package var notes: [String]
    package var judgements: [MetricJudgement]
    /// In order of execution; the runs of a kept baseline come first.
    package var runs: [GateRun]

    package init(
        baseline: GateSide, candidate: GateSide, design: GateDesign, verdict: GateVerdict,
        reason: String? = nil, notes: [String] = [], judgements: [MetricJudgement],
        runs: [GateRun]
    ) {
        self.baseline = baseline
        self.candidate = candidate
        self.design = design
        self.verdict = verdict
        self.reason = reason
        self.notes = notes
        self.judgements = judgements
        self.runs = runs
    }
}

/// One of the two things compared.
package struct GateSide: Codable, Equatable, Sendable {
    /// As the user named it: a revision, a file, or `working tree`.
    package var name: String
    /// `nil` where it is not known.
    package var commit: String?

    package init(name: String, commit: String?) {
        self.name = name
        self.commit = commit
    }
}

/// How a gate was set up, before any run.
package struct GateDesign: Codable, Equatable, Sendable {
    /// The arguments of `bench run` that each run had, but for the strategy.
    package var arguments: [String]
    /// Whether the sides took turns (ABBA), so that runs form pairs; a kept
    /// baseline was measured at another time.
    package var isInterleaved: Bool
    /// After how many pairs of each strategy the gate looked whether it can
    /// tell; the last is the most that it makes.
    package var looks: [Int]
    /// The probability of at least one false alarm that all intervals
    /// together leave, whatever the number of figures and looks.
    package var falseAlarmProbabilityMax: Double
    /// Of the end of each interval that raises alarms, the lower one where
    /// more is worse.
    package var alarmConfidence: Double
    /// Of the other end.
    package var passConfidence: Double
    /// Extra service time that the candidate was given on purpose, as a share.
    package var injectedSlowdown: Double?

    package init(
        arguments: [String], isInterleaved: Bool, looks: [Int],
        falseAlarmProbabilityMax: Double, alarmConfidence: Double, passConfidence: Double,
        injectedSlowdown: Double?
    ) {
        self.arguments = arguments
        self.isInterleaved = isInterleaved
        self.looks = looks
        self.falseAlarmProbabilityMax = falseAlarmProbabilityMax
        self.alarmConfidence = alarmConfidence
        self.passConfidence = passConfidence
        self.injectedSlowdown = injectedSlowdown
    }
}

/// One run of a gate or a calibration.
package struct GateRun: Codable, Equatable, Sendable {
    package enum Side: String, Codable, Sendable { case baseline, candidate }

    package var side: Side
    /// From 1; each pair has one run of each side.
    package var pair: Int
    package var run: RunResult

    package init(side: Side, pair: Int, run: RunResult) {
        self.side = side
        self.pair = pair
        self.run = run
    }
}

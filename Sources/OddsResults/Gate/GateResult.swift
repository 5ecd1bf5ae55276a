/// One gate: the document `oddsbench.gate/1`, with everything needed to repeat
/// it and each run that it judged.
public struct GateResult: Codable, Equatable, Sendable {
    /// See `BenchmarkResult.schemaName`.
    public static let schemaName = "oddsbench.gate/1"

    public let schema: String
    public var command: [String]
    /// The traffic's seed; 0 when a capture was offered.
    public var seed: UInt64
    /// `nil` if no run was made, or if the two sides were offered different
    /// traffic.
    public var trafficDigest: String?
    public var environment: EnvironmentDescription
    public var baseline: GateSide
    public var candidate: GateSide
    public var design: GateDesign
    public var verdict: GateVerdict
    /// Why the gate is invalid.
    public var reason: String?
    /// What else a reader has to know, a line each.
    public var notes: [String]
    public var judgements: [MetricJudgement]
    /// In order of execution; the runs of a kept baseline come first.
    public var runs: [GateRun]

    public init(
        command: [String], seed: UInt64, trafficDigest: String?,
        environment: EnvironmentDescription, baseline: GateSide, candidate: GateSide,
        design: GateDesign, verdict: GateVerdict, reason: String? = nil, notes: [String] = [],
        judgements: [MetricJudgement], runs: [GateRun]
    ) {
        schema = Self.schemaName
        self.command = command
        self.seed = seed
        self.trafficDigest = trafficDigest
        self.environment = environment
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
public struct GateSide: Codable, Equatable, Sendable {
    /// As the user named it: a revision, a file, or `working tree`.
    public var name: String
    /// `nil` where it is not known.
    public var commit: String?

    public init(name: String, commit: String?) {
        self.name = name
        self.commit = commit
    }
}

/// How a gate was set up, before any run.
public struct GateDesign: Codable, Equatable, Sendable {
    /// The arguments of `bench run` that each run had, but for the strategy.
    public var arguments: [String]
    /// Whether the sides took turns (ABBA), so that runs form pairs; a kept
    /// baseline was measured at another time.
    public var isInterleaved: Bool
    /// After how many pairs of each strategy the gate looked whether it can
    /// tell; the last is the most that it makes.
    public var looks: [Int]
    /// The probability of at least one false alarm that all intervals
    /// together leave, whatever the number of figures and looks.
    public var falseAlarmProbabilityMax: Double
    /// Of the end of each interval that raises alarms, the lower one where
    /// more is worse.
    public var alarmConfidence: Double
    /// Of the other end.
    public var passConfidence: Double
    /// Extra service time that the candidate was given on purpose, as a share.
    public var injectedSlowdown: Double?

    public init(
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
public struct GateRun: Codable, Equatable, Sendable {
    public enum Side: String, Codable, Sendable { case baseline, candidate }

    public var side: Side
    /// From 1; each pair has one run of each side.
    public var pair: Int
    public var run: RunResult

    public init(side: Side, pair: Int, run: RunResult) {
        self.side = side
        self.pair = pair
        self.run = run
    }
}

/// One run at one rate, as a curve shows it.
public struct SaturationPoint: Codable, Equatable, Sendable {
    /// As it was asked for, in BETTING_OFFER updates per second.
    public var rate: Int
    /// Whether the objective held; `nil` if the run is invalid or has no such
    /// figure.
    public var holds: Bool?
    public var run: RunResult

    public init(rate: Int, holds: Bool?, run: RunResult) {
        self.rate = rate
        self.holds = holds
        self.run = run
    }
}

/// How far one strategy went.
public struct SaturationCurve: Codable, Equatable, Sendable {
    public var strategy: String
    /// The highest rate at which the objective held in all repeats, in
    /// BETTING_OFFER updates per second; `nil` if there was none.
    public var sustainedRate: Int?
    /// Whether the harness could offer no more, so that the strategy may well
    /// hold higher rates.
    public var isHarnessLimit: Bool
    /// All runs, by rate and then in order of execution.
    public var points: [SaturationPoint]

    public init(
        strategy: String, sustainedRate: Int?, isHarnessLimit: Bool, points: [SaturationPoint]
    ) {
        self.strategy = strategy
        self.sustainedRate = sustainedRate
        self.isHarnessLimit = isHarnessLimit
        self.points = points
    }
}

/// The document `oddsbench.saturation/1`.
public struct SaturationResult: Codable, Equatable, Sendable {
    public var schema = "oddsbench.saturation/1"
    public var command: [String]
    public var seed: UInt64
    public var objective: String
    /// As `runRateUnit`; `nil` in results of `bench saturate`.
    public var rateUnit: String?
    public var environment: EnvironmentDescription
    public var curves: [SaturationCurve]

    /// What the runs' offered and achieved rates count: `updates/s`, or
    /// `records/s` over sockets.
    public var runRateUnit: String { rateUnit ?? "updates/s" }

    public init(
        command: [String], seed: UInt64, objective: String, rateUnit: String? = nil,
        environment: EnvironmentDescription, curves: [SaturationCurve]
    ) {
        self.command = command
        self.seed = seed
        self.objective = objective
        self.rateUnit = rateUnit
        self.environment = environment
        self.curves = curves
    }
}

extension SaturationResult {
    /// What the runs that held achieved at the found rate, their median, such
    /// as `377,000 records/s`; `nil` where that is the rate itself, or there is
    /// none.
    public func achieved(by curve: SaturationCurve) -> String? {
        guard let rateUnit else { return nil }
        let held = curve.points.filter { $0.rate == curve.sustainedRate && $0.holds == true }
        return Spread(held.map(\.run.achievedRate)).map {
            "\(FigureFormat.count($0.median)) \(rateUnit)"
        }
    }
}

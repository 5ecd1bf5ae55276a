/// One run at one rate, as a curve shows it.
package struct SaturationPoint: Codable, Equatable, Sendable {
    /// As it was asked for, in BETTING_OFFER updates per second.
    package var rate: Int
    /// Whether the objective held; `nil` if the run is invalid or has no such
    /// figure.
    package var holds: Bool?
    package var run: RunResult

    package init(rate: Int, holds: Bool?, run: RunResult) {
        self.rate = rate
        self.holds = holds
        self.run = run
    }
}

/// How far one strategy went.
package struct SaturationCurve: Codable, Equatable, Sendable {
    package var strategy: String
    /// The highest rate at which the objective held in all repeats, in
    /// BETTING_OFFER updates per second; `nil` if there was none.
    package var sustainedRate: Int?
    /// Whether the harness could offer no more, so that the strategy may well
    /// hold higher rates.
    package var isHarnessLimit: Bool
    /// All runs, by rate and then in order of execution.
    package var points: [SaturationPoint]

    package init(
        strategy: String, sustainedRate: Int?, isHarnessLimit: Bool, points: [SaturationPoint]
    ) {
        self.strategy = strategy
        self.sustainedRate = sustainedRate
        self.isHarnessLimit = isHarnessLimit
        self.points = points
    }
}

/// How far each strategy went.
package struct SaturationResult: ResultContent {
    package static var kind: String { "saturation" }

    package var objective: String
    /// As `runRateUnit`; `nil` in results of `bench saturate`.
    package var rateUnit: String?
    package var curves: [SaturationCurve]

    /// What the runs' offered and achieved rates count: `updates/s`, or
    /// `records/s` over sockets.
    package var runRateUnit: String { rateUnit ?? "updates/s" }

    package init(objective: String, rateUnit: String? = nil, curves: [SaturationCurve]) {
        self.objective = objective
        self.rateUnit = rateUnit
        self.curves = curves
    }
}

extension SaturationResult {
    /// What the runs that held achieved at the found rate, their median, such
    /// as `377,000 records/s`; `nil` where that is the rate itself, or there is
    /// none.
    package func achieved(by curve: SaturationCurve) -> String? {
        guard let rateUnit else { return nil }
        let held = curve.points.filter { $0.rate == curve.sustainedRate && $0.holds == true }
        return Spread(held.map(\.run.achievedRate)).map {
            "\(FigureFormat.count($0.median)) \(rateUnit)"
        }
    }
}

/// One run at one rate, a point of a curve.
package struct SaturationPoint: Codable, Equatable, Sendable {
    /// The requested rate, in BETTING_OFFER updates per second.
    package var rate: Int
    /// Whether the objective held; `nil` if the run is invalid or lacks the
    /// figure.
    package var holds: Bool?
    package var run: RunResult

    package init(rate: Int, holds: Bool?, run: RunResult) {
        self.rate = rate
        self.holds = holds
        self.run = run
    }
}

/// The search for one strategy's highest sustained rate.
package struct SaturationCurve: Codable, Equatable, Sendable {
    package var strategy: String
    /// The highest rate at which the objective held in all repeats, in
    /// BETTING_OFFER updates per second; `nil` if there was none.
    package var sustainedRate: Int?
    /// Whether the harness could not offer a higher rate, so that the strategy
    /// may well sustain one.
    package var isHarnessLimit: Bool
    /// All runs, sorted by rate and then by order of execution.
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

/// The highest sustained rate of each strategy.
package struct SaturationResult: ResultContent {
    package static var kind: String { "saturation" }

    package var objective: String
    /// The unit of the runs' rates, if it is not `updates/s`; `nil` in results
    /// of `bench saturate`.
    package var rateUnit: String?
    package var curves: [SaturationCurve]

    /// The unit of the runs' offered and achieved rates: `updates/s`, or
    /// `records/s` over sockets.
    package var runRateUnit: String { rateUnit ?? "updates/s" }

    package init(objective: String, rateUnit: String? = nil, curves: [SaturationCurve]) {
        self.objective = objective
        self.rateUnit = rateUnit
        self.curves = curves
    }
}

extension SaturationResult {
    /// The median rate that the runs at the sustained rate achieved, such as
    /// `377,000 records/s`; `nil` if both rates have the same unit, or if no
    /// rate was sustained.
    package func achieved(by curve: SaturationCurve) -> String? {
        guard let rateUnit else { return nil }
        let held = curve.points.filter { $0.rate == curve.sustainedRate && $0.holds == true }
        return Spread(held.map(\.run.achievedRate)).map {
            "\(FigureFormat.count($0.median)) \(rateUnit)"
        }
    }
}

/// One run at one rate, a point of a curve.
package struct SaturationPoint: Codable, Equatable, Sendable {
    /// The requested rate, in BETTING_OFFER updates per second.
    package var rate: Int
    /// Whether the objective held and the strategy sustained the rate; `nil` if
    /// the run is invalid or lacks the figure, or if that is a bound which leaves it
    /// open.
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
    /// Why a search tried no higher rate.
    package enum End: String, Codable, Sendable {
        /// The objective did not hold at a higher rate.
        case objective
        /// No higher rate was allowed.
        case maxRate
        /// The runs at higher rates were invalid.
        case harness
        /// A run lacked the objective's figure, so that the search could not go on.
        case unjudged
        /// Somebody ended the search.
        case interrupted
    }

    package var strategy: String
    /// The highest rate at which the objective held in all repeats, in
    /// BETTING_OFFER updates per second; `nil` if there was none.
    package var sustainedRate: Int?
    /// Whether the harness could not offer a higher rate, so that the strategy
    /// may well sustain one. In results without `end` also whether no higher
    /// rate was allowed.
    package var isHarnessLimit: Bool
    /// Why the search tried no higher rate; `nil` in older results.
    package var end: End?
    /// Why the runs at the next higher rate were invalid, or why a run lacked the
    /// figure; `nil` unless the harness or such a run ended the search.
    package var endReason: String?
    /// All runs, sorted by rate and then by order of execution.
    package var points: [SaturationPoint]

    package init(
        strategy: String, sustainedRate: Int?, end: End, endReason: String?,
        points: [SaturationPoint]
    ) {
        self.strategy = strategy
        self.sustainedRate = sustainedRate
        isHarnessLimit = end == .harness
        self.end = end
        self.endReason = endReason
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

extension SaturationCurve {
    /// Why the strategy may well sustain another rate; `nil` if it does not.
    package var limitation: String? {
        switch end {
        case .objective: nil
        case .maxRate: "higher rates were not tried (--max-rate)"
        case .harness:
            (sustainedRate == nil
                ? "the lowest rate could not be offered, its runs are"
                : "higher rates could not be offered, their runs are")
                + " INVALID" + (endReason.map { ": \($0)" } ?? "")
        case .unjudged: endReason
        case .interrupted: "the search was ended early" + (endReason.map { "; \($0)" } ?? "")
        case nil: isHarnessLimit ? "higher rates were not tried, or could not be offered" : nil
        }
    }

    /// Why nothing is known of the rates that the strategy sustains; `nil` if the
    /// search has a conclusion.
    package var failureToJudge: String? {
        guard sustainedRate == nil else { return nil }
        switch end {
        case .harness, .unjudged, .interrupted: return limitation.map { "\(strategy): \($0)" }
        case .objective, .maxRate, nil: return nil
        }
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

extension SaturationCurve {
    /// The run at the highest rate beyond the sustained one; `nil` if there was none,
    /// or if all of them are INVALID.
    package var beyond: RunResult? {
        points.last { $0.rate > sustainedRate ?? 0 && $0.run.status != .invalid }?.run
    }
}

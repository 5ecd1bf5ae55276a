import OddsResults

/// One run of a search.
package struct RateStep: Equatable, Sendable {
    package var rate: Int
    /// Its number in the search, from 1.
    package var number: Int
    /// How many more there will be, at a guess.
    package var laterCount: Int
}

/// The search for one strategy's highest sustained rate, run by run. Rates are
/// BETTING_OFFER updates per second.
package struct RateSweep {
    let objective: ServiceObjective
    /// The first rate to try.
    let start: Int
    let rateMax: Int
    let precisionPercent: Double
    let repeatCount: Int
    /// Makes one run.
    let measure: (RateStep) async throws -> RunResult

    package init(
        objective: ServiceObjective, start: Int, rateMax: Int, precisionPercent: Double,
        repeatCount: Int, measure: @escaping (RateStep) async throws -> RunResult
    ) {
        self.objective = objective
        self.start = start
        self.rateMax = rateMax
        self.precisionPercent = precisionPercent
        self.repeatCount = repeatCount
        self.measure = measure
    }

    /// Further rates of the curve, as shares of the sustained rate.
    private static let curveShares = [0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2]
    /// The lowest rate of the search, at which a step takes twenty seconds.
    private static let rateMin = 100
    /// How often a rate of the search is tried until a run is valid: a rate that was
    /// disturbed would count as one that the harness cannot offer, and on machines
    /// that share their cores every other run of some seconds may be.
    private static let attemptCountMax = 5
    /// No further attempt begins after this: low rates take long.
    private static let attemptTimeMax = Duration.seconds(30)

    /// Ends early, with `.unjudged`, if a run of the search lacks the objective's
    /// figure, and with `.interrupted` after an interruption.
    ///
    /// - Throws: Errors of `measure`.
    package func curve(of strategy: String) async throws -> SaturationCurve {
        var points: [SaturationPoint] = []
        do {
            return try await curve(of: strategy, &points)
        } catch is RunSession.CutShort {
            return SaturationCurve(
                strategy: strategy, sustainedRate: nil, end: .interrupted,
                endReason: Self.found(by: points), points: sorted(points))
        }
    }

    private func curve(
        of strategy: String, _ points: inout [SaturationPoint]
    ) async throws -> SaturationCurve {
        let lowest = min(Self.rateMin, rateMax)
        var search = SaturationSearch(
            start: start, range: lowest...rateMax,
            precision: precisionPercent / 100, repeatCount: repeatCount)
        while case .run(let rate) = search.step {
            let later = search.laterStepCount + Self.curveShares.count
            let step = RateStep(rate: rate, number: points.count + 1, laterCount: later)
            guard let outcome = try await outcome(of: step, Self.attemptCountMax, &points) else {
                return SaturationCurve(
                    strategy: strategy, sustainedRate: nil, end: .unjudged,
                    endReason: missing(points.last?.run, rate), points: sorted(points))
            }
            search.note(outcome)
        }
        let (sustained, end): (Int?, SaturationCurve.End) =
            switch search.conclusion {
            case .holds(let rate): (rate, .objective)
            case .rangeLimit(let rate): (rate, .maxRate)
            case .harnessLimit(let rate): (rate, .harness)
            case .neverOffered: (nil, .harness)
            case .neverHolds, nil: (nil, .objective)
            }
        let reason = points.last { $0.run.status == .invalid && $0.rate > sustained ?? 0 }?
            .run.reason
        if let sustained {
            for (index, share) in Self.curveShares.enumerated() {
                let rate = Int(Double(sustained) * share)
                guard (lowest...rateMax).contains(rate), !isNear(rate, points) else { continue }
                let step = RateStep(
                    rate: rate, number: points.count + 1,
                    laterCount: Self.curveShares.count - 1 - index)
                _ = try await outcome(of: step, 1, &points)
            }
        }
        return SaturationCurve(
            strategy: strategy, sustainedRate: sustained, end: end,
            endReason: end == .harness ? reason : nil, points: sorted(points))
    }

    /// What the steps of a search that was ended early have found out.
    private static func found(by points: [SaturationPoint]) -> String {
        let text = { (rate: Int) in "\(FigureFormat.count(Double(rate))) updates/s" }
        if let held = points.filter({ $0.holds == true }).map(\.rate).max() {
            return "held so far at \(text(held))"
        }
        if let broken = points.filter({ $0.holds == false }).map(\.rate).min() {
            return "broken so far at \(text(broken)), and held nowhere"
        }
        let steps = FigureFormat.counted(points.count, "step")
        return points.allSatisfy { $0.run.status == .invalid }
            ? "nothing was found out, as of \(steps) none is valid"
            : "nothing was found out, as no step could be judged"
    }

    /// Why the objective cannot be judged by a run.
    private func missing(_ run: RunResult?, _ rate: Int) -> String {
        let start = "\(objective.text) cannot be judged: "
        guard let metric = MetricRegistry[objective.metric], let percentile = metric.percentile,
            let count = run.flatMap({ metric.distribution?($0)?.count })
        else { return start + "runs lack the figure" }
        return start + """
            the step at \(FigureFormat.count(Double(rate))) updates/s is too short for \
            \(percentile.label), with \(FigureFormat.count(Double(count))) of \
            \(FigureFormat.count(Double(percentile.sampleCountMin))) frames; lengthen --duration
            """
    }

    /// Makes runs until one is valid, so many at most. All are kept, without what
    /// takes much space.
    ///
    /// - Returns: `nil` if the run lacks the objective's figure.
    private func outcome(
        of step: RateStep, _ attempts: Int, _ points: inout [SaturationPoint]
    ) async throws -> SaturationSearch.Outcome? {
        let start = ContinuousClock.now
        for attempt in 0..<attempts {
            if attempt > 0, start.duration(to: .now) > Self.attemptTimeMax { break }
            var run = try await measure(step)
            // A saturated strategy does not sustain the rate, even if the
            // figure meets the objective.
            let holds: Bool? =
                switch run.status {
                case .ok: objective.isMet(by: run)
                case .saturated: false
                case .invalid, .incomplete: nil
                }
            run.removeDetail()
            points.append(SaturationPoint(rate: step.rate, holds: holds, run: run))
            if run.status == .invalid { continue }
            if holds == nil, run[objective.metric] == nil { return nil }
            // A bound that leaves it open does not show that the objective holds.
            return holds == true ? .holds : .breaks
        }
        return .invalid
    }

    private func isNear(_ rate: Int, _ points: [SaturationPoint]) -> Bool {
        points.contains { abs(Double($0.rate - rate)) < Double(rate) * 0.05 }
    }

    private func sorted(_ points: [SaturationPoint]) -> [SaturationPoint] {
        points.enumerated()
            .sorted { ($0.element.rate, $0.offset) < ($1.element.rate, $1.offset) }
            .map(\.element)
    }
}

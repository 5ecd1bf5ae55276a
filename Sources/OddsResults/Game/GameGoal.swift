import OddsMeasurement

/// A goal of the page, at each rate of the gate.
package enum GameGoal: String, CaseIterable, Codable, Sendable {
    case mainThread = "mainThread.p99"
    case lateFrames = "frames.lateShare"
    case longTasks = "longTasks.longestNanoseconds"
    case paintMedian = "paint.p50"
    case paintTail = "paint.p99"

    /// The rates that the gate measures, in updates per second: about that of the exercise, and
    /// two hundred times as much.
    package static let rates = [10, 2_000]

    /// The matches that it measures with.
    package static let matches = 100

    /// The largest figure that meets it, in nanoseconds or as a share.
    package var bound: Double {
        switch self {
        case .mainThread: 4e6
        case .lateFrames: 0.01
        case .longTasks, .paintTail: 50e6
        case .paintMedian: 25e6
        }
    }

    package var unit: Metric.Unit { self == .lateFrames ? .share : .nanoseconds }

    /// What it is called in messages.
    package var text: String {
        switch self {
        case .mainThread: "main-thread time a frame, p99"
        case .lateFrames: "late frames"
        case .longTasks: "longest task over 50 ms"
        case .paintMedian: "paint latency, p50"
        case .paintTail: "paint latency, p99"
        }
    }
}

/// What the gate says of a goal at a rate.
package struct GameJudgement: Codable, Equatable, Sendable {
    package enum Outcome: String, Codable, Sendable {
        case met, missed
        /// There is no valid run; or too few samples for a percentile, and the largest of them
        /// is beyond the bound; or the figure is within it, and may be higher in truth.
        case open
    }

    package var rate: Int
    package var goal: GameGoal
    /// In nanoseconds or as a share; `nil` without a valid run.
    package var value: Double?
    /// Whether it is the maximum, as the sample is too small for the percentile.
    package var isMaximum: Bool
    /// Whether it may be higher in truth, as the page did not keep up.
    package var isLowerBound: Bool
    package var bound: Double
    package var outcome: Outcome

    /// Judges a goal by all valid runs of its rate: merged distributions, never percentiles of
    /// percentiles.
    package init(_ goal: GameGoal, rate: Int, _ runs: [GameRun]) {
        self.rate = rate
        self.goal = goal
        bound = goal.bound
        isMaximum = false
        isLowerBound = false
        outcome = .open
        let valid = runs.filter { $0.isValid && $0.rate == rate && $0.render == .frame }
        switch goal {
        case .mainThread: take(.mainThread, .p99, of: valid)
        case .paintMedian: take(.paint, .p50, of: valid)
        case .paintTail: take(.paint, .p99, of: valid)
        case .lateFrames:
            let count = valid.reduce(0) { $0 + $1.frames.count }
            let late = valid.reduce(0) { $0 + $1.frames.late }
            value = count == 0 ? nil : Double(late) / Double(count)
        case .longTasks:
            value = valid.map { Double($0.longTasks.longestNanoseconds) }.max()
        }
        guard let value else { return }
        outcome = value > bound ? (isMaximum ? .open : .missed) : (isLowerBound ? .open : .met)
    }

    private mutating func take(
        _ subject: GameSubject, _ percentile: Percentile, of runs: [GameRun]
    ) {
        var merged = LatencyHistogram()
        for run in runs {
            guard let latencies = try? run.summary(subject)?.latencies() else { return }
            merged.merge(latencies)
        }
        isLowerBound = runs.contains { $0.isLowerBound(subject) }
        guard let max = merged.max else { return }
        let figure = merged.value(at: percentile)
        isMaximum = figure == nil
        value = Double(figure ?? max)
    }

    /// The judgements of all goals at all rates of the gate.
    package static func all(_ runs: [GameRun]) -> [GameJudgement] {
        GameGoal.rates.flatMap { rate in
            GameGoal.allCases.map { GameJudgement($0, rate: rate, runs) }
        }
    }

    /// `missed: main-thread time a frame, p99, at 2,000/s: 31.2 ms, and the goal is 4.00 ms`.
    package var text: String {
        let place = "\(goal.text), at \(FigureFormat.count(Double(rate)))/s"
        let figure = value.map { value in
            (isLowerBound ? "at least " : isMaximum ? "at most " : "") + goal.unit.text(value)
        }
        return """
            \(outcome.rawValue): \(place): \(figure ?? FigureFormat.missing), and the goal is \
            \(goal.unit.text(bound))
            """
    }
}

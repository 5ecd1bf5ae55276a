/// Whether a figure is exact, or a bound of what an undisturbed, endless run
/// would have shown.
package enum RunBound: Equatable {
    case exact
    /// Frames that were not served count with their age, and are so many that they
    /// could raise it.
    case lower
    /// The harness's own delays are more than a tenth of it.
    case upper
    /// Both at once: it says nothing.
    case unbounded

    /// The mark before the figure.
    package var mark: String {
        switch self {
        case .exact, .unbounded: ""
        case .lower: "≥ "
        case .upper: "≤ "
        }
    }

    /// The bound that a figure of some runs is.
    package static func of(_ metric: Metric, _ runs: [RunResult]) -> RunBound {
        // Neither a sample's size nor another distribution's figure.
        guard metric.unit == .nanoseconds else { return .exact }
        let isLower = runs.contains { isLowerBound(metric, $0) }
        let isUpper = runs.contains { isUpperBound(metric, $0) }
        return switch (isLower, isUpper) {
        case (false, false): .exact
        case (true, false): .lower
        case (false, true): .upper
        case (true, true): .unbounded
        }
    }

    private static func isLowerBound(_ metric: Metric, _ run: RunResult) -> Bool {
        guard metric.group == .response || metric.path.hasPrefix("harness.undelayedResponseTime.")
        else { return false }
        guard let value = metric.value(run) else { return false }
        if let account = run.live?.account {
            // Over sockets it is known how old the unseen frames are.
            guard let start = account.lowerBoundFromNanoseconds, value >= Double(start) else {
                return false
            }
        } else if run.unserved.frames == 0 {
            return false
        }
        return run.ceiling(of: metric).map { $0 > value } ?? true
    }

    private static func isUpperBound(_ metric: Metric, _ run: RunResult) -> Bool {
        run.status != .invalid && run.isUpperBound(metric)
    }
}

extension RunResult {
    /// What a percentile of the response time cannot exceed, however long the frames
    /// wait that were not served; `nil` if they are too many, or if the run does not
    /// have the whole distribution.
    ///
    /// - Complexity: O(size of the distribution's histogram).
    package func ceiling(of metric: Metric) -> Double? {
        guard metric.group == .response, let percentile = metric.percentile,
            let latencies = try? metric.distribution?(self)?.latencies()
        else { return nil }
        let unserved = UInt64(live?.account?.unseen.frames ?? self.unserved.frames)
        return latencies.ceiling(at: percentile, unknownCount: unserved).map { Double($0) }
    }
}

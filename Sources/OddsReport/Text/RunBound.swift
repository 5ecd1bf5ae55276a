import OddsResults

/// Whether a figure is exact, or a bound of what an undisturbed, endless run
/// would have shown.
enum RunBound: Equatable {
    case exact
    /// Frames that were not served count with their age.
    case lower
    /// The harness's own delays are more than a tenth of it.
    case upper
    /// Both at once: it says nothing.
    case unbounded

    /// The mark before the figure.
    var mark: String {
        switch self {
        case .exact, .unbounded: ""
        case .lower: "≥ "
        case .upper: "≤ "
        }
    }

    /// The bound that a figure of some runs is.
    static func of(_ metric: Metric, _ runs: [RunResult]) -> RunBound {
        let isResponse =
            metric.group == .response || metric.path.hasPrefix("harness.undelayedResponseTime.")
        let isLower = isResponse && runs.contains { $0.unserved.frames > 0 }
        let isUpper = runs.contains { isUpperBound(metric, $0) }
        return switch (isLower, isUpper) {
        case (false, false): .exact
        case (true, false): .lower
        case (false, true): .upper
        case (true, true): .unbounded
        }
    }

    private static func isUpperBound(_ metric: Metric, _ run: RunResult) -> Bool {
        // Neither a sample's size nor another distribution's figure.
        guard metric.unit == .nanoseconds, run.status != .invalid else { return false }
        return switch metric.group {
        case .response:
            run.isUpperBound(
                metric.percentile, of: run.responseTime, undelayed: \.undelayedResponseTime)
        case .service:
            run.isUpperBound(
                metric.percentile, of: run.serviceTime, undelayed: \.undelayedServiceTime)
        default: false
        }
    }
}

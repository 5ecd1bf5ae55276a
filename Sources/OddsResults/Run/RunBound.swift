/// Whether a figure is exact, or a bound of what an undisturbed, endless run
/// would have shown.
package enum RunBound: Equatable {
    case exact
    /// Frames that were not served count with their age.
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
        guard let account = run.live?.account else { return run.unserved.frames > 0 }
        // Over sockets it is known how old the unseen frames are.
        guard let start = account.lowerBoundFromNanoseconds, let value = metric.value(run) else {
            return false
        }
        return value >= Double(start)
    }

    private static func isUpperBound(_ metric: Metric, _ run: RunResult) -> Bool {
        guard run.status != .invalid else { return false }
        return switch metric.group {
        case .response:
            // Over sockets the harness is the server's generator.
            run.isUpperBound(
                metric.percentile, of: run.responseTime,
                undelayed: run.harness?.undelayedResponseTime ?? run.live?.undelayedResponseTime)
        case .service:
            run.isUpperBound(
                metric.percentile, of: run.serviceTime,
                undelayed: run.harness?.undelayedServiceTime)
        default: false
        }
    }
}

import OddsResults

/// The one figure of a finished run that its progress shows.
package enum RunFigure {
    /// `delta p99 98.1 µs`, or `full SATURATED at 2,245/s`.
    package static func text(_ run: RunResult) -> String {
        switch run.status {
        case .ok:
            let p99 = run.responseTime.p99.map { FigureFormat.duration(nanoseconds: Double($0)) }
            return "\(run.strategy) p99 \(p99 ?? FigureFormat.missing)"
        case .saturated:
            return "\(run.strategy) SATURATED at \(FigureFormat.count(run.achievedRate))/s"
        case .invalid, .incomplete:
            return "\(run.strategy) \(run.status.rawValue)"
        }
    }
}

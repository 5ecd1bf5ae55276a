import OddsMeasurement

/// What conditions and comparisons of `bench game` have figures of: the fields of a run.
package enum GameSubject: String, CaseIterable, Sendable {
    case paint, wire, store, server, network, worker, frame, mainThread, frames, longTasks
    case lateness

    private static let percentiles = Percentile.allCases.map(\.key) + ["max"]

    /// The names of its figures.
    package var metricPaths: [String] {
        switch self {
        case .frames: ["lateShare", "longestNanoseconds"]
        case .longTasks: ["count", "longestNanoseconds"]
        default: Self.percentiles
        }
    }

    /// The unit of one of them.
    package func unit(of metric: String) -> Metric.Unit? {
        guard metricPaths.contains(metric) else { return nil }
        switch metric {
        case "lateShare": return .share
        case "count": return .count
        default: return .nanoseconds
        }
    }
}

extension GameRun {
    /// A figure of a subject; `nil` if the run has none, or if the sample is too small for it.
    package subscript(subject: GameSubject, metric: String) -> Double? {
        switch subject {
        case .frames:
            metric == "lateShare" ? frames.lateShare : Double(frames.longestNanoseconds)
        case .longTasks:
            metric == "count" ? Double(longTasks.count) : Double(longTasks.longestNanoseconds)
        default: summary(subject)?[key: metric]
        }
    }

    /// The distribution of a subject that has one.
    package func summary(_ subject: GameSubject) -> LatencySummary? {
        switch subject {
        case .paint: paint
        case .mainThread: mainThread
        case .lateness: lateness
        case .frames, .longTasks: nil
        case .wire, .store, .server, .network, .worker, .frame:
            stages.first { $0.name.rawValue == subject.rawValue }?.time
        }
    }

    /// Whether a figure may be higher in truth: a page that is behind has not painted what waits.
    package func isLowerBound(_ subject: GameSubject) -> Bool {
        guard status == .saturated else { return false }
        return switch subject {
        case .paint, .network, .worker, .frame: true
        case .wire, .store, .server, .mainThread, .frames, .longTasks, .lateness: false
        }
    }
}

/// A condition that fails a run of `bench game`: `paint.p99>50ms`.
package typealias GameCondition = RunCondition<GameSubject>

extension GameSubject: ConditionSubject {
    package static var kind: String { "subject" }
    package static var example: String { "paint.p99>50ms" }

    package func value(of metric: String, in run: GameRun) -> Double? { run[self, metric] }

    package func isLowerBound(_ metric: String, in run: GameRun) -> Bool {
        run.isLowerBound(self)
    }
}

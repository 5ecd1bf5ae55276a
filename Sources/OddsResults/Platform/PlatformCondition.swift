/// A condition that fails a run of `bench platform`: `balance.responseTime.p99>50ms`.
package typealias PlatformCondition = RunCondition<PlatformRoute>

extension PlatformRoute: ConditionSubject {
    package static var kind: String { "route" }
    package static var example: String { "balance.responseTime.p99>50ms" }

    package var metricPaths: [String] { PlatformRouteFigures.metricPaths }

    package func value(of metric: String, in run: PlatformRun) -> Double? { run[self]?[metric] }

    package func isLowerBound(_ metric: String, in run: PlatformRun) -> Bool {
        run[self]?.isLowerBound(metric) ?? false
    }
}

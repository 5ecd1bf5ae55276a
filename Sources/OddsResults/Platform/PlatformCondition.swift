/// A condition that fails a run of `bench platform`, in the syntax of `--fail-if`, of one
/// route: `balance.responseTime.p99>50ms`.
package struct PlatformCondition: Equatable, Sendable {
    /// Why a text is no condition.
    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// The condition as the user wrote it.
    package let text: String
    package let route: PlatformRoute
    private let condition: FailCondition

    package init(_ text: String) throws(Refusal) {
        let parts = text.split(separator: ".", maxSplits: 1)
        let names = PlatformRoute.allCases.map(\.rawValue)
        guard parts.count == 2, let route = PlatformRoute(rawValue: String(parts[0])) else {
            throw Refusal(
                description: "write ROUTE.METRIC>VALUE, such as balance.responseTime.p99>50ms; "
                    + "routes are \(names.joined(separator: ", "))")
        }
        do throws(FailCondition.ParsingError) {
            condition = try FailCondition(String(parts[1]))
        } catch {
            throw Refusal(description: error.description)
        }
        guard PlatformRouteFigures.metricPaths.contains(condition.metric) else {
            throw Refusal(
                description: "a route has no \(condition.metric)"
                    + NearestName.ending(
                        condition.metric, among: PlatformRouteFigures.metricPaths))
        }
        self.text = text
        self.route = route
    }

    /// Whether a run meets the condition, and so fails.
    package func outcome(for run: PlatformRun) -> FailCondition.Outcome {
        guard run.status != .invalid, let figures = run[route],
            let value = figures[condition.metric]
        else { return .unknown }
        let isBound = figures.isLowerBound(condition.metric)
        return condition.outcome(
            for: FigureRange(low: value, high: isBound ? .infinity : value))
    }

    /// What the run has, for a message.
    package func figure(of run: PlatformRun) -> String {
        guard let metric = MetricRegistry[condition.metric],
            let value = run[route]?[condition.metric]
        else { return FigureFormat.missing }
        return metric.unit.text(value)
    }
}

/// A condition that fails a run of `bench betting`: `tickets.responseTime.p99>50ms`.
package typealias BettingCondition = RunCondition<BettingSubject>

extension BettingSubject: ConditionSubject {
    package static var kind: String { "subject" }
    package static var example: String { "tickets.responseTime.p99>50ms" }

    package func value(of metric: String, in run: BettingRun) -> Double? { run[self, metric] }

    package func isLowerBound(_ metric: String, in run: BettingRun) -> Bool {
        run.isLowerBound(self, metric)
    }
}

import OddsMeasurement
import OddsResults

/// What the last reports of all agents say, for those who watch a run.
package struct FleetProgress: Sendable {
    private struct Last {
        var number: Int
        var arrived: UInt64
        var clients: Int
        var seconds: Double
        var atNanoseconds: UInt64
        var latenessNanoseconds: UInt64
        var response: LatencyHistogram

        func age(_ now: UInt64) -> UInt64 { now - min(now, arrived) }

        /// Figures of seconds ago would look like those of now.
        func isCurrent(_ now: UInt64) -> Bool { age(now) < FleetProgress.currentMax }

        var interval: FleetSnapshot.Interval {
            .init(
                framesPerSecond: Double(response.count) / max(seconds, 1e-9),
                p50: response.value(at: .p50), p99: response.value(at: .p99))
        }
    }

    /// Reports come each second.
    private static let currentMax: UInt64 = 2_500_000_000

    private let plan: FleetRunPlan
    private var reports: [AgentName: Last] = [:]

    package init(_ plan: FleetRunPlan) { self.plan = plan }

    /// Notes a report. One that is older than the last is dropped.
    ///
    /// - Parameter now: The time, on the clock of the coordinator's state machine.
    /// - Complexity: O(size of the histograms).
    package mutating func note(_ report: AgentReport, of agent: AgentName, now: UInt64) {
        let last = reports[agent]
        guard plan.agents.contains(where: { $0.name == agent }), report.number > last?.number ?? 0
        else { return }
        var response = LatencyHistogram.empty
        for edge in report.edges { response.merge(edge.response) }
        let before = min(last?.atNanoseconds ?? 0, report.atNanoseconds)
        reports[agent] = Last(
            number: report.number, arrived: now,
            clients: report.edges.reduce(0) { $0 + $1.clients },
            seconds: Double(report.atNanoseconds - before) / 1e9,
            atNanoseconds: report.atNanoseconds,
            latenessNanoseconds: report.latenessNanoseconds, response: response)
    }

    /// How all stands.
    ///
    /// - Parameters:
    ///   - progress: The progress of the whole, in one line.
    ///   - coordinator: Knows where each agent is.
    ///   - now: The time.
    /// - Complexity: O(agents × size of a histogram).
    package func snapshot(
        _ progress: String, _ coordinator: CoordinatorStateMachine, now: UInt64
    ) -> FleetSnapshot {
        let agents = plan.agents.sorted { $0.name < $1.name }.map { share in
            let state = coordinator.state(of: share.name, now: now) ?? .found
            var agent = FleetSnapshot.Agent(
                name: share.name.text, state: state.rawValue, clients: share.clients)
            if let last = reports[share.name] {
                agent.clients = last.clients
                agent.reportAgeNanoseconds = last.age(now)
                if last.isCurrent(now) {
                    agent.interval = last.interval
                    agent.latenessNanoseconds = last.latenessNanoseconds
                }
            }
            return agent
        }
        return FleetSnapshot(progress: progress, agents: agents, whole: whole(now))
    }

    private func whole(_ now: UInt64) -> FleetSnapshot.Interval? {
        let reports = reports.filter { $0.value.isCurrent(now) }
        guard !reports.isEmpty else { return nil }
        let response = reports.values.reduce(into: LatencyHistogram.empty) { $0.merge($1.response) }
        let rate = reports.sorted { $0.key < $1.key }
            .reduce(0) { $0 + $1.value.interval.framesPerSecond }
        return .init(
            framesPerSecond: rate, p50: response.value(at: .p50), p99: response.value(at: .p99))
    }
}

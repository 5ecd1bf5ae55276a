/// What the agents of a fleet have found so far, for views of a running measurement.
package struct FleetSnapshot: Equatable, Sendable {
    package struct Agent: Equatable, Sendable {
        package var name: String
        /// One word, such as `running` or `silent`.
        package var state: String
        /// Connected clients; of an agent without a report those of the plan.
        package var clients: Int
        /// Of the last report; `nil` before the first.
        package var interval: Interval?
        /// How late the agent itself was with its last report.
        package var latenessNanoseconds: UInt64?
        /// How long ago the last report came.
        package var reportAgeNanoseconds: UInt64?

        package init(name: String, state: String, clients: Int) {
            self.name = name
            self.state = state
            self.clients = clients
        }
    }

    /// What readers had within one interval.
    package struct Interval: Equatable, Sendable {
        package var framesPerSecond: Double
        /// In nanoseconds; `nil` for too few frames.
        package var p50: UInt64?
        package var p99: UInt64?

        package init(framesPerSecond: Double, p50: UInt64?, p99: UInt64?) {
            self.framesPerSecond = framesPerSecond
            self.p50 = p50
            self.p99 = p99
        }
    }

    /// The progress of the whole, in one line.
    package var progress: String
    /// How long the window is still open, in nanoseconds; `nil` before and after it.
    package var remainingNanoseconds: UInt64?
    /// In the order of their names.
    package var agents: [Agent]
    /// The last intervals of all agents together; `nil` before the first report.
    package var whole: Interval?

    package init(progress: String, agents: [Agent], whole: Interval?) {
        self.progress = progress
        self.agents = agents
        self.whole = whole
    }
}

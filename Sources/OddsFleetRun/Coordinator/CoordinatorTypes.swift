/// Which agents a coordinator takes.
package enum AgentChoice: Equatable, Sendable {
    /// So many of those that are free: whoever answers first.
    case count(Int)
    case names([AgentName])
}

/// How a run ended.
package enum RunOutcome: Equatable, Sendable {
    case complete
    /// These agents have no whole result.
    case incomplete([AgentName])
    /// It did not begin, and why.
    case notStarted(reason: String)
}

/// How long a coordinator waits, in nanoseconds.
package struct CoordinatorLimits: Equatable, Sendable {
    /// For agents to answer who they are.
    package var discovery: UInt64 = 10_000_000_000
    /// Between two questions who is there.
    package var question: UInt64 = 1_000_000_000
    /// For the source to pause.
    package var pause: UInt64 = 10_000_000_000
    /// For agents to accept the plan.
    package var offer: UInt64 = 10_000_000_000
    /// For agents to be ready, beside the time that connecting takes at the plan's rate.
    package var ready: UInt64 = 60_000_000_000
    /// From the announcement of the start until it, on the source's clock: enough for all agents
    /// to hear of it, also if some of what is sent is lost once.
    package var announcement: UInt64 = 1_000_000_000
    /// Without a report, before an agent counts as silent.
    package var silence: UInt64 = 3_000_000_000
    /// For whole results after the end, beside the time that the source takes to answer.
    package var grace: UInt64 = 15_000_000_000
    /// For one answer of the source, which gives them one after the other.
    package var answer: UInt64 = 10_000_000

    package init() {}

    /// For the results of all agents, who together ask the source so much.
    func results(questions: Int) -> UInt64 { grace + UInt64(questions) * answer }
}

extension FleetRunPlan {
    /// What all agents together ask the source at the end: of each topic the truth and the
    /// schedule.
    package var questions: Int { 2 * agents.count * topics.count }
}

/// Where an agent is in a run, as its coordinator sees it.
package enum AgentState: String, Equatable, Sendable {
    case found, offered, connecting, ready, running, silent, checking, done, lost
}

extension CoordinatorStateMachine {
    /// What has happened.
    package enum Input: Sendable {
        case present(AgentPresence)
        /// The source has paused the world.
        case paused
        /// An answer to the plan.
        case answer(AgentAnswer, AgentName)
        case ready(AgentName)
        case failed(AgentName, reason: String)
        /// The start stands in the stream, the agents know it, and the world goes on. The window is
        /// on the coordinator's clock; agents report from its opening on.
        case started(window: Range<UInt64>)
        case report(AgentName)
        /// All parts of an agent's result are in the stream.
        case whole(AgentName)
        /// The run cannot begin, such as without an answer of the source.
        case impossible(reason: String)
        case natsAway
        case natsBack
        /// Ctrl-C.
        case interrupted
        /// Time has passed.
        case tick
    }

    /// What is to be done, in this order.
    package enum Effect: Equatable, Sendable {
        /// To ask all agents who is there.
        case ask
        case pause
        /// To write the plan into the stream, and to offer it to these agents.
        case offer([AgentName])
        /// To write the start, a little ahead of the source's clock, to let the agents go, and to
        /// resume the world.
        case start
        case check([AgentName], isAtRest: Bool)
        /// To write the end.
        case end(isCutShort: Bool)
        case resume
        case release([AgentName], reason: String)
        case finish(RunOutcome)
    }
}

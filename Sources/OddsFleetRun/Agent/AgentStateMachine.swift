/// An agent's part in a run, without clocks, threads and connections: what comes in goes with the
/// time, in nanoseconds of one monotonic clock, and what is to be done comes out. One caller at a
/// time.
package struct AgentStateMachine: Sendable {
    /// What the agent is to do.
    package enum Effect: Equatable, Sendable {
        /// To compare clocks, to connect its clients and to wait until all are equal to the
        /// source.
        case connect(FleetRunPlan)
        /// To write `ready`, with its clock.
        case sayReady
        /// To write `failed`.
        case sayFailed(reason: String)
        /// To let the warm-up begin, at a time of the source's clock.
        case open(startNanoseconds: UInt64)
        /// To close the window if it is open, to compare clocks and, if the world is at rest, the
        /// trees, and to write the whole result.
        case finish(compares: Bool)
        /// To end all clients and to forget the run, and why.
        case letGo(reason: String)
    }

    package enum Phase: Equatable, Sendable {
        case idle
        case connecting
        case ready(since: UInt64)
        case running
        /// The window has passed, and the coordinator has not said that the world is at rest.
        case closed(since: UInt64)
        case finishing
    }

    /// How long an agent is ready without a start before it lets go.
    package static let startLimit: UInt64 = 30_000_000_000
    /// How long an agent waits after the window for a coordinator, which may be gone.
    package static let checkLimit: UInt64 = 10_000_000_000

    package let name: AgentName
    package let instance: String
    /// Whether it has its name for good.
    package var isSettled = false
    package private(set) var phase = Phase.idle
    /// The run that has it, and whose it is.
    package private(set) var run: (id: RunID, coordinator: String)?

    package init(name: AgentName, instance: String) {
        self.name = name
        self.instance = instance
    }

    /// What others are told who ask who is there.
    package var presence: AgentPresence {
        AgentPresence(name: name, instance: instance, isSettled: isSettled, run: run?.id)
    }

    // MARK: Requests

    /// - Parameters:
    ///   - request: What a coordinator asks for. One that asks again, as an answer was lost, gets
    ///     the same answer, and nothing is done twice.
    ///   - refusal: Why the agent cannot carry out an offered plan; `nil` if it can.
    ///   - now: The time.
    package mutating func handle(
        _ request: AgentRequest, refusal: String? = nil, now: UInt64
    ) -> (answer: AgentAnswer, effects: [Effect]) {
        switch request {
        case .who: (.here(presence), [])
        case .offer(let plan, let coordinator): offer(plan, coordinator, refusal)
        case .go(let id, let start):
            asked(of: id) { machine in
                switch machine.phase {
                case .ready:
                    machine.phase = .running
                    return (.accepted, [.open(startNanoseconds: start)])
                case .running, .closed, .finishing: return (.accepted, [])
                case .idle, .connecting: return (.refused(reason: "it is not ready"), [])
                }
            }
        case .check(let id, let isAtRest):
            asked(of: id) { machine in
                switch machine.phase {
                case .running, .closed:
                    machine.phase = .finishing
                    return (.accepted, [.finish(compares: isAtRest)])
                case .finishing: return (.accepted, [])
                case .idle, .connecting, .ready:
                    return (.refused(reason: "the run has not begun"), [])
                }
            }
        case .release(let id, let reason): asked(of: id) { (.accepted, $0.letGo(reason)) }
        }
    }

    private mutating func offer(
        _ plan: FleetRunPlan, _ coordinator: String, _ refusal: String?
    ) -> (answer: AgentAnswer, effects: [Effect]) {
        if let run {
            let isTheSame = run.id == plan.run && run.coordinator == coordinator
            return (isTheSame ? .accepted : .busy(run.id, coordinator: run.coordinator), [])
        }
        guard plan.agents.contains(where: { $0.name == name }) else {
            return (.refused(reason: "the plan has no agent '\(name)'"), [])
        }
        if let refusal { return (.refused(reason: refusal), []) }
        run = (plan.run, coordinator)
        phase = .connecting
        return (.accepted, [.connect(plan)])
    }

    /// What only the coordinator of the present run may ask.
    private mutating func asked(
        of id: RunID,
        _ body: (inout AgentStateMachine) -> (answer: AgentAnswer, effects: [Effect])
    ) -> (answer: AgentAnswer, effects: [Effect]) {
        guard let run else { return (.refused(reason: "it has no run '\(id)'"), []) }
        guard run.id == id else { return (.busy(run.id, coordinator: run.coordinator), []) }
        return body(&self)
    }

    // MARK: What happens at the agent

    /// All clients are connected and equal to the source.
    package mutating func connected(now: UInt64) -> [Effect] {
        guard phase == .connecting else { return [] }
        phase = .ready(since: now)
        return [.sayReady]
    }

    /// It cannot take part, or not any longer.
    package mutating func failed(_ reason: String) -> [Effect] {
        guard run != nil else { return [] }
        return [.sayFailed(reason: reason)] + letGo(reason)
    }

    /// The window has passed.
    package mutating func windowPassed(now: UInt64) -> [Effect] {
        guard phase == .running else { return [] }
        phase = .closed(since: now)
        return []
    }

    /// The stream has acknowledged the whole result.
    package mutating func delivered() -> [Effect] {
        phase == .finishing ? letGo("the run is over") : []
    }

    /// Time has passed. A coordinator that is gone must not keep an agent.
    package mutating func tick(now: UInt64) -> [Effect] {
        switch phase {
        case .ready(let since) where now >= since + Self.startLimit:
            return letGo("no start came within 30 s after it was ready")
        case .closed(let since) where now >= since + Self.checkLimit:
            phase = .finishing
            return [.finish(compares: false)]
        case .idle, .connecting, .ready, .running, .closed, .finishing: return []
        }
    }

    private mutating func letGo(_ reason: String) -> [Effect] {
        phase = .idle
        run = nil
        return [.letGo(reason: reason)]
    }
}

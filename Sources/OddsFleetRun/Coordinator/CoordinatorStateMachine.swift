/// The coordinator of a run, without clocks, threads and connections: what happens goes in with
/// the time, in nanoseconds of one monotonic clock, and what is to be done comes out. One caller
/// at a time.
package struct CoordinatorStateMachine: Sendable {
    package enum Phase: Equatable, Sendable {
        case discovering(until: UInt64)
        /// The world is to be paused, first for the plan and then for the comparison.
        case pausing(until: UInt64)
        case offering(until: UInt64)
        case connecting(until: UInt64)
        case starting
        case running(windowCloses: UInt64)
        case closing(until: UInt64)
        case checking(until: UInt64)
        case ended
    }

    private struct Agent {
        var state = AgentState.found
        /// When it was heard of last.
        var heard: UInt64
    }

    private let choice: AgentChoice
    /// How long connecting takes at the plan's rate, for so many agents.
    private let connecting: @Sendable (_ agents: Int) -> UInt64
    private let limits: CoordinatorLimits
    package private(set) var phase: Phase
    private var present: [AgentName: AgentPresence] = [:]
    private var agents: [AgentName: Agent] = [:]
    private var nextQuestion: UInt64
    /// Whether the source was asked to pause, which it may also do without an answer.
    private var mayBePaused = false
    private var isCutShort = false
    private var isInterrupted = false
    private var awaySince: UInt64?
    /// What all agents together ask the source at the end.
    package var questions = 0

    /// - Parameters:
    ///   - choice: Which agents the run needs.
    ///   - limits: How long it waits.
    ///   - now: The time.
    ///   - connecting: How long connecting takes at the plan's rate, with so many agents.
    package init(
        _ choice: AgentChoice, limits: CoordinatorLimits = CoordinatorLimits(), now: UInt64,
        connecting: @escaping @Sendable (_ agents: Int) -> UInt64
    ) {
        self.choice = choice
        self.limits = limits
        self.connecting = connecting
        phase = .discovering(until: now + limits.discovery)
        nextQuestion = now
    }

    /// The agents of the run, by name.
    package var names: [AgentName] { agents.keys.sorted() }

    /// Where an agent is. One that is not heard of is silent, unless NATS itself is away.
    package func state(of name: AgentName, now: UInt64) -> AgentState? {
        guard let agent = agents[name] else { return nil }
        let isSilent = agent.state == .running && awaySince == nil
            && now >= agent.heard + limits.silence
        return isSilent ? .silent : agent.state
    }

    /// Since when an agent was not heard of.
    package func heard(of name: AgentName) -> UInt64? { agents[name]?.heard }

    package mutating func handle(_ input: Input, now: UInt64) -> [Effect] {
        switch input {
        case .present(let presence): return found(presence, now)
        case .paused: return paused(now)
        case .answer(let answer, let name): return answered(answer, name, now)
        case .ready(let name): return ready(name, now)
        case .failed(let name, let reason): return failed(name, reason)
        case .started(let window): return started(window, now)
        case .report(let name):
            agents[name]?.heard = now
            return []
        case .whole(let name): return whole(name)
        case .impossible(let reason): return hasBegun ? [] : giveUp(reason)
        case .natsAway:
            awaySince = awaySince ?? now
            return []
        case .natsBack:
            natsBack(now)
            return []
        case .interrupted: return interrupted(now)
        case .tick: return awaySince == nil ? tick(now) : []
        }
    }

    private var hasBegun: Bool {
        switch phase {
        case .discovering, .pausing, .offering, .connecting, .starting: false
        case .running, .closing, .checking, .ended: true
        }
    }

    // MARK: Before the start

    private mutating func found(_ presence: AgentPresence, _ now: UInt64) -> [Effect] {
        // One that has not taken its name may have to give it up.
        guard case .discovering = phase, presence.isSettled else { return [] }
        if let known = present[presence.name], known.instance != presence.instance {
            return giveUp("two agents are called '\(presence.name)'")
        }
        present[presence.name] = presence
        let free = present.values.filter { $0.run == nil }.map(\.name).sorted()
        switch choice {
        case .count(let count):
            guard free.count >= count else { return [] }
            return take(free.prefix(count), now)
        case .names(let names):
            if let run = presence.run, names.contains(presence.name) {
                return giveUp("agent '\(presence.name)' has run '\(run)'")
            }
            guard Set(names).isSubset(of: free) else { return [] }
            return take(names[...], now)
        }
    }

    private mutating func take(_ names: some Sequence<AgentName>, _ now: UInt64) -> [Effect] {
        for name in names { agents[name] = Agent(heard: now) }
        phase = .pausing(until: now + limits.pause)
        mayBePaused = true
        return [.pause]
    }

    private mutating func paused(_ now: UInt64) -> [Effect] {
        switch phase {
        case .pausing:
            for name in names { agents[name]?.state = .offered }
            phase = .offering(until: now + limits.offer)
            return [.offer(names)]
        case .closing: return check(now, isAtRest: true)
        case .discovering, .offering, .connecting, .starting, .running, .checking, .ended:
            return []
        }
    }

    private mutating func answered(
        _ answer: AgentAnswer, _ name: AgentName, _ now: UInt64
    ) -> [Effect] {
        guard case .offering = phase, let agent = agents[name] else { return [] }
        switch answer {
        case .accepted:
            if agent.state == .offered { agents[name]?.state = .connecting }
            return allAccepted(now)
        case .refused(let reason):
            return giveUp("agent '\(name)' refused the plan: \(reason)", except: name)
        case .busy(let run, let coordinator):
            return giveUp(
                "agent '\(name)' has run '\(run)' of coordinator '\(coordinator)'", except: name)
        case .here: return []
        }
    }

    private mutating func allAccepted(_ now: UInt64) -> [Effect] {
        guard agents.values.allSatisfy({ $0.state != .offered }) else { return [] }
        phase = .connecting(until: now + limits.ready + connecting(agents.count))
        return allReady()
    }

    private mutating func ready(_ name: AgentName, _ now: UInt64) -> [Effect] {
        // It may be ready before its answer is here.
        guard let agent = agents[name], [.offered, .connecting].contains(agent.state) else {
            return []
        }
        agents[name] = Agent(state: .ready, heard: now)
        switch phase {
        case .offering: return allAccepted(now)
        case .connecting: return allReady()
        default: return []
        }
    }

    private mutating func allReady() -> [Effect] {
        guard agents.values.allSatisfy({ $0.state == .ready }) else { return [] }
        phase = .starting
        return [.start]
    }

    private mutating func failed(_ name: AgentName, _ reason: String) -> [Effect] {
        guard agents[name] != nil else { return [] }
        guard hasBegun else {
            return giveUp("agent '\(name)' cannot take part: \(reason)", except: name)
        }
        if agents[name]?.state != .done { agents[name]?.state = .lost }
        return endIfAllAreThrough()
    }

    /// Ends the run before its start, and lets all others go.
    private mutating func giveUp(_ reason: String, except name: AgentName? = nil) -> [Effect] {
        phase = .ended
        let others = names.filter { $0 != name && agents[$0]?.state != .found }
        return (others.isEmpty ? [] : [.release(others, reason: reason)])
            + (mayBePaused ? [.resume] : []) + [.finish(.notStarted(reason: reason))]
    }

    // MARK: From the start on

    private mutating func started(_ window: Range<UInt64>, _ now: UInt64) -> [Effect] {
        guard phase == .starting else { return [] }
        mayBePaused = false
        // Before the window there is nothing to report.
        let heard = max(now, window.lowerBound)
        for name in names { agents[name] = Agent(state: .running, heard: heard) }
        phase = .running(windowCloses: window.upperBound)
        return []
    }

    private mutating func close(_ now: UInt64) -> [Effect] {
        phase = .closing(until: now + limits.pause)
        mayBePaused = true
        return [.pause]
    }

    private mutating func check(_ now: UInt64, isAtRest: Bool) -> [Effect] {
        let open = names.filter { ![.done, .lost].contains(agents[$0]?.state) }
        for name in open { agents[name]?.state = .checking }
        phase = .checking(until: now + limits.results(questions: questions))
        return open.isEmpty ? end() : [.check(open, isAtRest: isAtRest)]
    }

    private mutating func whole(_ name: AgentName) -> [Effect] {
        guard hasBegun else { return [] }
        agents[name]?.state = .done
        return endIfAllAreThrough()
    }

    private mutating func endIfAllAreThrough() -> [Effect] {
        guard case .checking = phase,
            agents.values.allSatisfy({ [.done, .lost].contains($0.state) })
        else { return [] }
        return end()
    }

    private mutating func end() -> [Effect] {
        phase = .ended
        let lost = names.filter { agents[$0]?.state != .done }
        for name in lost { agents[name]?.state = .lost }
        let release = lost.isEmpty
            ? [] : [Effect.release(lost, reason: "no whole result came in time")]
        return [.end(isCutShort: isCutShort)] + (mayBePaused ? [.resume] : []) + release
            + [.finish(lost.isEmpty ? .complete : .incomplete(lost))]
    }

    // MARK: Time

    private mutating func tick(_ now: UInt64) -> [Effect] {
        switch phase {
        case .discovering(let until):
            guard now < until else { return giveUp(missing) }
            guard now >= nextQuestion else { return [] }
            nextQuestion = now + limits.question
            return [.ask]
        case .pausing(let until) where now >= until:
            return giveUp("the source did not pause the world")
        case .offering(let until) where now >= until:
            return giveUp(late { $0 == .offered } + " did not answer the plan")
        case .connecting(let until) where now >= until:
            return giveUp(late { $0 != .ready } + " not ready in time")
        case .running(let windowCloses) where now >= windowCloses: return close(now)
        // A source that is gone cannot pause: the agents finish without it.
        case .closing(let until) where now >= until: return check(now, isAtRest: false)
        case .checking(let until) where now >= until: return end()
        case .pausing, .offering, .connecting, .starting, .running, .closing, .checking, .ended:
            return []
        }
    }

    private var missing: String {
        let free = present.values.filter { $0.run == nil }.map(\.name).sorted()
        let found = free.isEmpty ? "" : ": \(Self.text(free))"
        return switch choice {
        case .count(let count):
            "\(count) free agents were asked for, and \(free.count) answered\(found)\(taken)"
        case .names(let names):
            "\(Self.text(names.filter { present[$0] == nil })) did not answer"
        }
    }

    /// Who has the others that answered.
    private var taken: String {
        present.values.sorted { $0.name < $1.name }
            .compactMap { agent in agent.run.map { "; agent '\(agent.name)' has run '\($0)'" } }
            .joined()
    }

    private func late(_ isLate: (AgentState) -> Bool) -> String {
        Self.text(names.filter { agents[$0].map { isLate($0.state) } ?? false })
    }

    private static func text(_ names: [AgentName]) -> String {
        (names.count == 1 ? "agent " : "agents ")
            + names.map { "'\($0)'" }.joined(separator: ", ")
    }

    /// What NATS was away for counts for nobody: no agent could be heard.
    private mutating func natsBack(_ now: UInt64) {
        guard let since = awaySince else { return }
        awaySince = nil
        let away = now - since
        for name in names { agents[name]?.heard += away }
        nextQuestion += away
        phase =
            switch phase {
            case .discovering(let until): .discovering(until: until + away)
            case .pausing(let until): .pausing(until: until + away)
            case .offering(let until): .offering(until: until + away)
            case .connecting(let until): .connecting(until: until + away)
            case .closing(let until): .closing(until: until + away)
            case .checking(let until): .checking(until: until + away)
            // The agents measure on.
            case .starting, .running, .ended: phase
            }
    }

    /// Before the start it lets all go, and within the window it closes that. Whoever does not
    /// want to wait for the results either interrupts it again.
    private mutating func interrupted(_ now: UInt64) -> [Effect] {
        guard hasBegun else { return giveUp("it was interrupted") }
        defer { isInterrupted = true }
        switch phase {
        case .running:
            isCutShort = true
            return close(now)
        case .closing, .checking: return isInterrupted ? end() : []
        default: return []
        }
    }
}

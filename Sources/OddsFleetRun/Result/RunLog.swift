/// The messages of one run. They may come in any order and more than once: what they mean depends
/// on their contents, their senders and their times in the stream alone.
package struct RunLog: Sendable {
    /// A message as it stands in the stream. Distributions stay encoded: a run has thousands.
    struct Entry: Sendable {
        /// When the stream took it, in nanoseconds since 1970.
        var streamNanoseconds: UInt64
        var bytes: [UInt8]

        /// Of two messages that say different things under one name the earlier counts.
        func comesBefore(_ other: Entry) -> Bool {
            streamNanoseconds != other.streamNanoseconds
                ? streamNanoseconds < other.streamNanoseconds
                : bytes.lexicographicallyPrecedes(other.bytes)
        }
    }

    /// What there is one of by each sender.
    private enum Slot: Hashable {
        case plan, start, end, ready, failed
        case report(Int)
        case part(digest: String, Int)
    }

    private var entries: [RunMessage.Sender: [Slot: Entry]] = [:]
    /// How many messages were none of a run.
    package private(set) var droppedCount = 0

    package init() {}

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - bytes: Its payload.
    ///   - sender: The last token of its subject.
    ///   - time: When the stream took it, in nanoseconds since 1970.
    /// - Returns: What it says; `nil` for what is no message of a run, which is counted.
    /// - Complexity: O(bytes).
    @discardableResult
    package mutating func add(
        _ bytes: [UInt8], from sender: String, at time: UInt64
    ) -> RunMessage? {
        do throws(FleetDocumentError) {
            let sender = try RunMessage.Sender(sender)
            let message = try RunMessage(json: bytes, from: sender)
            let entry = Entry(streamNanoseconds: time, bytes: bytes)
            let slot = Self.slot(of: message)
            let known = entries[sender]?[slot]
            if known.map(entry.comesBefore) ?? true { entries[sender, default: [:]][slot] = entry }
            return message
        } catch {
            droppedCount += 1
            return nil
        }
    }

    private static func slot(of message: RunMessage) -> Slot {
        switch message {
        case .planned: .plan
        case .start: .start
        case .end: .end
        case .ready: .ready
        case .failed: .failed
        case .report(let report): .report(report.number)
        case .part(let part): .part(digest: part.digest, part.number)
        }
    }

    // MARK: What it says

    /// The message in a slot, unless it came after the end.
    private func message(_ slot: Slot, from sender: RunMessage.Sender) -> RunMessage? {
        entry(slot, of: sender).flatMap { try? RunMessage(json: $0.bytes, from: sender) }
    }

    private func entry(_ slot: Slot, of sender: RunMessage.Sender) -> Entry? {
        guard let entry = entries[sender]?[slot] else { return nil }
        guard slot != .end, let end = entries[.coordinator]?[.end] else { return entry }
        return entry.streamNanoseconds <= end.streamNanoseconds ? entry : nil
    }

    var plan: (plan: FleetRunPlan, origin: RunOrigin)? {
        guard case .planned(let plan, let origin) = message(.plan, from: .coordinator) else {
            return nil
        }
        return (plan, origin)
    }

    /// When the run began, on the source's clock.
    var start: UInt64? {
        guard case .start(let time) = message(.start, from: .coordinator) else { return nil }
        return time
    }

    /// Until when messages may still come, in nanoseconds since 1970; `nil` once all are there.
    ///
    /// Without an end of the coordinator, which may be gone, it is a limit: agents finish, or the
    /// run does not begin, by then.
    ///
    /// - Complexity: O(messages + bytes of the parts).
    package var openUntil: UInt64? {
        guard message(.end, from: .coordinator) == nil, let plan = plan?.plan,
            let planned = entry(.plan, of: .coordinator)
        else { return nil }
        let limits = CoordinatorLimits()
        guard let opened = windowOpened(plan) else {
            return planned.streamNanoseconds + limits.offer + limits.ready
                + plan.connectingNanoseconds
        }
        let isThrough = plan.agents.allSatisfy { agent in
            entry(.failed, of: .agent(agent.name)) != nil || result(of: agent.name) != nil
        }
        guard !isThrough else { return nil }
        return opened + plan.durationNanoseconds + limits.pause
            + limits.results(questions: plan.questions)
    }

    /// When the stream had the opening of the window: by the first report that it still has, as
    /// plan and start are written again now and then, or by the start.
    private func windowOpened(_ plan: FleetRunPlan) -> UInt64? {
        let opened = plan.agents.map(\.name).compactMap { name -> UInt64? in
            guard let number = reportNumbers(of: [name]).first,
                let (report, time) = report(number, of: name)
            else { return nil }
            return time - min(time, report.atNanoseconds)
        }.min()
        guard let started = entry(.start, of: .coordinator)?.streamNanoseconds else { return nil }
        let announcement = CoordinatorLimits().announcement
        return min(opened ?? .max, started + announcement + plan.warmupNanoseconds)
    }

    /// Why the run ended early.
    var cutShort: String? {
        guard case .end(let reason) = message(.end, from: .coordinator) else { return nil }
        return reason
    }

    /// The clock of an agent as it was before the run.
    func clock(of agent: AgentName) -> ClockMapping? {
        guard case .ready(let clock) = message(.ready, from: .agent(agent)) else {
            return nil
        }
        return clock
    }

    /// A report, and when the stream took it.
    func report(
        _ number: Int, of agent: AgentName
    ) -> (report: AgentReport, streamNanoseconds: UInt64)? {
        let slot = Slot.report(number)
        guard case .report(let report) = message(slot, from: .agent(agent)),
            let entry = entry(slot, of: .agent(agent))
        else { return nil }
        return (report, entry.streamNanoseconds)
    }

    /// The numbers of the reports of some agents, ascending.
    ///
    /// - Complexity: O(messages of the agents).
    func reportNumbers(of agents: [AgentName]) -> [Int] {
        var numbers: Set<Int> = []
        for agent in agents.map(RunMessage.Sender.agent) {
            for case .report(let number) in (entries[agent] ?? [:]).keys
            where entry(.report(number), of: agent) != nil { numbers.insert(number) }
        }
        return numbers.sorted()
    }

    /// The whole result of an agent; `nil` if parts are missing. Of several documents the one
    /// counts that was there first.
    ///
    /// - Complexity: O(messages of the agent + bytes of the parts).
    func result(of agent: AgentName) -> AgentResult? {
        var documents: [String: [(part: DocumentPart, time: UInt64)]] = [:]
        let sender = RunMessage.Sender.agent(agent)
        for case .part(let digest, let number) in (entries[sender] ?? [:]).keys {
            let slot = Slot.part(digest: digest, number)
            guard let entry = entry(slot, of: sender),
                case .part(let part) = message(slot, from: sender)
            else { continue }
            documents[digest, default: []].append((part, entry.streamNanoseconds))
        }
        let whole = documents.values.compactMap {
            parts -> (result: AgentResult, time: UInt64, digest: String)? in
            var assembler = DocumentAssembler()
            let document = parts.compactMap { assembler.add($0.part) }.first
            guard let document, let result = try? AgentResult(json: document) else { return nil }
            return (result, parts.map(\.time).max() ?? 0, parts[0].part.digest)
        }
        return whole.min { ($0.time, $0.digest) < ($1.time, $1.digest) }?.result
    }
}

import OddsJSON

/// What an agent answers a coordinator.
package enum AgentAnswer: Equatable, Sendable {
    /// To the question who is there.
    case here(AgentPresence)
    case accepted
    /// It does not do what it was asked for.
    case refused(reason: String)
    /// Another run has it, of that coordinator.
    case busy(RunID, coordinator: String)

    package static let schema = "oddsbench.fleet-answer/1"

    package var json: [UInt8] {
        let content: [(String, JSONValue)] =
            switch self {
            case .here(let agent): [("kind", "here"), ("agent", agent.document)]
            case .accepted: [("kind", "accepted")]
            case .refused(let reason):
                [("kind", "refused"), ("reason", .string(FleetText.cut(reason, to: 1_024)))]
            case .busy(let run, let coordinator):
                [
                    ("kind", "busy"), ("run", .string(run.text)),
                    ("coordinator", .string(coordinator)),
                ]
            }
        return FleetText.document(Self.schema, content)
    }

    /// - Throws: `FleetDocumentError` for what is no answer.
    package init(json bytes: some Collection<UInt8>) throws(FleetDocumentError) {
        var reader = try DocumentReader(document: bytes, schema: Self.schema, bytesMax: 8 << 10)
        switch try reader.text("kind", bytes: 1...16) {
        case "here": self = .here(try AgentPresence(try reader.object("agent")))
        case "accepted": self = .accepted
        case "refused": self = .refused(reason: try reader.text("reason", bytes: 0...1_024))
        case "busy":
            self = .busy(
                try reader.runID("run"),
                coordinator: try reader.text(
                    "coordinator", bytes: AgentRequest.coordinatorBytes))
        case let kind: throw FleetText.unknownKind(kind)
        }
        try reader.end()
    }
}

/// An agent that is there.
package struct AgentPresence: Equatable, Sendable {
    package var name: AgentName
    /// A random text that no other process has.
    package var instance: String
    /// Whether it has its name for good: at its start it asks whether another has it.
    package var isSettled: Bool
    /// The run that has it; `nil` if it is free.
    package var run: RunID?

    package init(name: AgentName, instance: String, isSettled: Bool, run: RunID? = nil) {
        self.name = name
        self.instance = instance
        self.isSettled = isSettled
        self.run = run
    }

    var document: JSONValue {
        [
            "name": .string(name.text), "instance": .string(instance),
            "isSettled": .bool(isSettled), "run": .text(run?.text),
        ]
    }

    init(_ reader: DocumentReader) throws(FleetDocumentError) {
        var reader = reader
        name = try reader.agentName("name")
        instance = try reader.text("instance", bytes: 1...64)
        isSettled = try reader.flag("isSettled")
        let hasRun = try reader.optionalText("run", bytes: 1...32)
        if let hasRun {
            do throws(FleetDocumentError) {
                run = try RunID(hasRun)
            } catch {
                throw reader.error("run", error.problem)
            }
        }
        try reader.end()
    }

    /// Why an agent that has just started may not have its name; `nil` if it may. Of two that
    /// start at once only the one with the lower instance stays.
    ///
    /// - Parameter others: Who answered to the name.
    package func refusal(others: [AgentPresence]) -> String? {
        let isTaken = others.contains { other in
            other.name == name && other.instance != instance
                && (other.isSettled || other.instance < instance)
        }
        guard isTaken else { return nil }
        return "another agent is called '\(name)': give this one another name with --name"
    }
}

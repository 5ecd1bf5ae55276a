import OddsFleetRun

/// What agents and coordinators are told.
enum FleetRunMessages {
    /// Has every reader read it. What one accepts it must also read from how that is written.
    ///
    /// - Returns: What was read differently; `nil` if nothing was.
    static func difference(_ json: [UInt8]) -> String? {
        difference(json, "request", { try AgentRequest(json: $0) }, \.json)
            ?? difference(json, "answer", { try AgentAnswer(json: $0) }, \.json)
            ?? difference(json, "result", { try AgentResult(json: $0) }, \.json)
            ?? difference(json, "plan", { try FleetRunPlan(json: $0) }, \.json)
            ?? difference(
                json, "coordinator's message", { try RunMessage(json: $0, from: .coordinator) },
                \.json)
            ?? agent.flatMap { agent in
                difference(
                    json, "agent's message", { try RunMessage(json: $0, from: agent) }, \.json)
            }
    }

    private static let agent = (try? AgentName("a")).map(RunMessage.Sender.agent)

    private static func difference<Message>(
        _ json: [UInt8], _ what: String, _ read: ([UInt8]) throws -> Message,
        _ written: (Message) -> [UInt8]
    ) -> String? {
        guard let message = try? read(json) else { return nil }
        let once = written(message)
        guard let again = try? read(once) else { return "\(what): its own text is refused" }
        return written(again) == once ? nil : "another \(what)"
    }
}

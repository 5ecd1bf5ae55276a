import OddsFleetRun

/// The subjects of the load's requests.
enum FleetSubjects {
    /// Of all agents.
    static let agents = "agents"

    /// Of one agent.
    static func agent(_ name: AgentName) -> String { "agents.\(name)" }
}

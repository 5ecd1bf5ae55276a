import OddsFleetRun
import OddsReconstruction

/// What a coordinator is to have measured.
package struct FleetRunRequest: Sendable {
    /// The name of the run.
    package var run: RunID
    package var world: String
    package var seed: UInt64
    /// The edges, or the source itself where it serves sockets.
    package var targets: [Target]
    package var agents: AgentChoice
    /// Those of all agents together.
    package var clients: Int
    package var topics = FleetTopics.matches
    package var connectionsPerSecond = 500
    package var warmupMilliseconds: UInt64 = 2_000
    package var durationMilliseconds: UInt64 = 10_000
    package var strategy = StrategyName.graph
    package var compression: FleetRunPlan.Compression?
    package var storms = 0
    /// Whether the source's world begins anew, so that the traffic is that of its seed alone.
    package var rewinds = true
    package var backoffMaxMilliseconds = 1_000
    /// Who asks, for the result.
    package var origin: RunOrigin

    package init(
        run: RunID, world: String, seed: UInt64, targets: [Target], agents: AgentChoice,
        clients: Int, origin: RunOrigin
    ) {
        self.run = run
        self.world = world
        self.seed = seed
        self.targets = targets
        self.agents = agents
        self.clients = clients
        self.origin = origin
    }

    /// The plan for these agents and topics.
    ///
    /// - Precondition: There are agents, and no more of them than clients.
    func plan(_ names: [AgentName], topics: [String]) -> FleetRunPlan {
        var plan = FleetRunPlan(
            run: run, world: world, seed: seed, targets: targets,
            agents: FleetRunPlan.shares(of: clients, among: names), topics: topics)
        plan.connectionsPerSecond = connectionsPerSecond
        plan.warmupMilliseconds = warmupMilliseconds
        plan.durationMilliseconds = durationMilliseconds
        plan.strategy = strategy
        plan.compression = compression
        plan.storms = storms
        plan.backoffMaxMilliseconds = backoffMaxMilliseconds
        return plan
    }

    /// How long it takes so many agents to connect all clients, in nanoseconds.
    func connecting(_ agents: Int) -> UInt64 {
        UInt64(clients / max(agents, 1) + 1) * 1_000_000_000 / UInt64(connectionsPerSecond)
    }
}

extension FleetRunPlan {
    /// What a client of the fleet does.
    package struct Client: Equatable, Sendable {
        /// Its number in the whole fleet, from 0.
        package let number: Int
        /// The position of its topic.
        package let topic: Int
        /// The position of the edge that it connects to first.
        package let target: Int
    }

    /// The clients of an agent, in order; none if it is not in the plan.
    ///
    /// Topics and edges go round. Where both counts have a divisor in common the edges move on
    /// by one after each round, so that a topic does not stay with one edge.
    ///
    /// - Complexity: O(agents + clients of the agent).
    package func clients(of agent: AgentName) -> [Client] {
        guard let index = agents.firstIndex(where: { $0.name == agent }) else { return [] }
        let first = agents[..<index].reduce(0) { $0 + $1.clients }
        let round = Self.leastCommonMultiple(topics.count, targets.count)
        return (first..<first + agents[index].clients).map { number in
            Client(
                number: number, topic: number % topics.count,
                target: (number + number / round) % targets.count)
        }
    }

    /// The edge that a client takes when its own is gone: the next.
    package func target(after target: Int) -> Int { (target + 1) % targets.count }

    /// Divides clients among agents, by their names: as evenly as whole numbers are.
    ///
    /// - Precondition: There are agents, and no more of them than clients.
    package static func shares(of clients: Int, among agents: [AgentName]) -> [Share] {
        precondition((1...clients).contains(agents.count))
        let (each, more) = clients.quotientAndRemainder(dividingBy: agents.count)
        return agents.sorted().enumerated().map { index, name in
            Share(name: name, clients: each + (index < more ? 1 : 0))
        }
    }

    private static func leastCommonMultiple(_ left: Int, _ right: Int) -> Int {
        var (a, b) = (left, right)
        while b > 0 { (a, b) = (b, a % b) }
        return left / a * right
    }
}

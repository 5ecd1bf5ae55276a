import OddsResults

/// The machines of one plan, at one end of the costs' intervals.
struct Fleet {
    let input: FleetPlanInput
    private let values: CostValues
    /// Of a region, as all have the same share of the clients.
    let edges: Int
    private let servers, serversElsewhere: Int
    private let agents: Int

    init(_ input: FleetPlanInput, _ values: CostValues) throws(FleetPlanError) {
        self.input = input
        self.values = values
        let source = Self.sourceLimits(input, values)
        if let limit = source.first(where: { $0.share > 1 }) { throw .impossible(.source, limit) }

        let edge = { (connections: Int) -> [FleetLimit] in
            EdgeModel(connections: Double(connections), values, input).limits
        }
        let clients = (input.connections + input.regions - 1) / input.regions
        let connections = input.most(upTo: clients, edge)
        guard connections > 0 else { throw .impossible(.edge, edge(1).largest) }
        edges = (clients + connections - 1) / connections + input.spareEdges

        func fewest(_ hasStream: Bool, _ edges: Int) throws(FleetPlanError) -> Int {
            if let count = ServerModel.fewest(
                edges: edges, hasStream: hasStream, values, input)
            { return count }
            let one = ServerModel(servers: 2, edges: edges, hasStream: hasStream, values, input)
            throw .impossible(.nats, one.limits.largest)
        }
        servers = try fewest(true, edges)
        serversElsewhere = try fewest(false, edges)

        let targets = edges * input.regions
        let agent = { (clients: Int) -> [FleetLimit] in
            AgentModel(clients: Double(clients), targets: targets, values, input).limits
        }
        let most = input.most(upTo: input.connections, agent)
        guard most > 0 else { throw .impossible(.agent, agent(1).largest) }
        agents = (input.connections + most - 1) / most
    }

    // MARK: Edges

    private var connectionsOfRegion: Double {
        Double(input.connections) / Double(input.regions)
    }

    /// An edge of a region in which so many run.
    private func edge(of count: Int) -> EdgeModel {
        EdgeModel(connections: connectionsOfRegion / Double(count), values, input)
    }

    var burst: FleetBurst {
        let (all, left) = (edge(of: edges), edge(of: edges - input.spareEdges))
        return FleetBurst(
            fanOut: all.fanOut, serviceNanoseconds: all.burst * 1e9,
            p99Nanoseconds: all.burstP99 * 1e9, p99NanosecondsAfterLoss: left.burstP99 * 1e9)
    }

    /// The loss of one edge; `nil` if a region has only one.
    var loss: LossModel? {
        edges > 1
            ? LossModel(before: edge(of: edges), after: edge(of: edges - 1), values, input) : nil
    }

    private var edgeRole: FleetRole {
        let (all, left) = (edge(of: edges), edge(of: edges - input.spareEdges))
        let count = edges * input.regions
        return FleetRole(
            role: .edge, count: count, utilization: all.utilization,
            utilizationAfterLoss: left.utilization, memoryBytes: left.memoryBytes,
            bytesInPerSecond: left.bytesInPerSecond, bytesOutPerSecond: left.bytesOutPerSecond,
            totalBytesInPerSecond: all.bytesInPerSecond * Double(count),
            totalBytesOutPerSecond: all.bytesOutPerSecond * Double(count), limits: left.limits)
    }

    // MARK: NATS

    private var serverRole: FleetRole {
        func server(_ count: Int, _ hasStream: Bool) -> ServerModel {
            ServerModel(servers: count, edges: edges, hasStream: hasStream, values, input)
        }
        let (all, left) = (server(servers, true), server(servers - 1, true))
        // Each server takes in each frame once, and each edge gets each once.
        let inner = Double(servers + serversElsewhere * (input.regions - 1))
        let wire = WireFormat(input)
        let frames = input.sourceFramesPerSecond
        let message = wire.bytes(Double(input.frameBytes) + values.deliveredEnvelope)
        let replicas = Double(input.replicas - 1)
        let copies = inner - 1 + replicas + Double(edges * input.regions)
        return FleetRole(
            role: .nats, count: servers + serversElsewhere * (input.regions - 1),
            utilization: all.utilization, utilizationAfterLoss: left.utilization,
            bytesInPerSecond: left.bytesInPerSecond, bytesOutPerSecond: left.bytesOutPerSecond,
            totalBytesInPerSecond: frames * message * (inner + replicas),
            totalBytesOutPerSecond: frames * message * copies, limits: left.limits)
    }

    // MARK: The source

    private static func sourceBytesPerSecond(
        _ input: FleetPlanInput, _ values: CostValues
    ) -> Double {
        input.sourceFramesPerSecond
            * WireFormat(input).bytes(Double(input.frameBytes) + values.publishedEnvelope)
    }

    private static func sourceLimits(
        _ input: FleetPlanInput, _ values: CostValues
    ) -> [FleetLimit] {
        // One thread has the world, and one publishes: what one can do is on the safe side.
        let thread = input.sourceFramesPerSecond * values.source
        return [
            FleetLimit(.feedThread, share: thread / input.utilization),
            FleetLimit(
                .networkOut, share: sourceBytesPerSecond(input, values) / input.networkBytesMax),
        ]
    }

    private var sourceRole: FleetRole {
        let bytes = Self.sourceBytesPerSecond(input, values)
        let utilization = input.sourceFramesPerSecond * values.source / Double(input.cores)
        let acknowledgements =
            input.sourceFramesPerSecond
            * WireFormat(input).acknowledgement(Double(input.frameBytes))
        return FleetRole(
            role: .source, count: 1, utilization: utilization, utilizationAfterLoss: utilization,
            bytesInPerSecond: acknowledgements, bytesOutPerSecond: bytes,
            totalBytesInPerSecond: acknowledgements, totalBytesOutPerSecond: bytes,
            limits: Self.sourceLimits(input, values))
    }

    // MARK: Agents

    private var agentRole: FleetRole {
        let clients = Double(input.connections) / Double(agents)
        let agent = AgentModel(
            clients: clients, targets: edges * input.regions, values, input)
        return FleetRole(
            role: .agent, count: agents, utilization: agent.utilization,
            utilizationAfterLoss: agent.utilization, memoryBytes: agent.memoryBytes,
            bytesInPerSecond: agent.bytesInPerSecond, bytesOutPerSecond: agent.bytesOutPerSecond,
            totalBytesInPerSecond: agent.bytesInPerSecond * Double(agents),
            totalBytesOutPerSecond: agent.bytesOutPerSecond * Double(agents),
            limits: agent.limits)
    }

    var roles: [FleetRole] { [sourceRole, serverRole, edgeRole, agentRole] }
}

extension [FleetLimit] {
    /// The one that is used most.
    fileprivate var largest: FleetLimit {
        dropFirst().reduce(self[0]) { $0.share < $1.share ? $1 : $0 }
    }
}

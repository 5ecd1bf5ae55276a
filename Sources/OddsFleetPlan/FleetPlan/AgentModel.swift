import OddsResults

/// One agent with a number of clients.
struct AgentModel {
    let clients: Double
    /// Addresses that it connects to, one an edge.
    let targets: Int
    private let values: CostValues
    private let input: FleetPlanInput

    init(clients: Double, targets: Int, _ values: CostValues, _ input: FleetPlanInput) {
        self.clients = clients
        self.targets = targets
        self.values = values
        self.input = input
    }

    var utilization: Double {
        clients * input.framesPerSecond * values.agent / Double(input.cores)
    }

    var memoryBytes: Double { clients * (values.clientBytes + Double(input.socketBytes)) }

    private var message: Double { Double(input.frameBytes) + values.sentEnvelope }

    var bytesInPerSecond: Double {
        let wire = WireFormat(input)
        return clients * input.framesPerSecond * (wire.bytes(message) + wire.emptySegment)
    }

    var bytesOutPerSecond: Double {
        clients * input.framesPerSecond * WireFormat(input).answer
    }

    var limits: [FleetLimit] {
        [
            FleetLimit(.processor, share: utilization / input.utilization),
            FleetLimit(.networkIn, share: bytesInPerSecond / input.networkBytesMax),
            FleetLimit(.networkOut, share: bytesOutPerSecond / input.networkBytesMax),
            FleetLimit(.memory, share: memoryBytes / input.memoryBytesMax),
            FleetLimit(.descriptors, share: clients / Double(input.descriptors)),
            FleetLimit(.ports, share: clients / Double(input.ports * targets)),
        ]
    }
}

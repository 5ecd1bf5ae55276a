import OddsResults

/// The NATS server that has most to do in the region of the source: frames enter there,
/// its stream's leader is there, and it passes them on to everyone else.
package struct ServerModel: Sendable {
    /// Servers of the region that run.
    package let servers: Int
    package let edges: Int
    private let values: CostValues
    private let input: FleetPlanInput
    /// Regions beside this one that it passes frames on to: 0 for a region without the source.
    private let otherRegions: Int
    private let hasStream: Bool

    /// - Parameter hasStream: Whether this is the region of the source.
    package init(
        servers: Int, edges: Int, hasStream: Bool, _ values: CostValues, _ input: FleetPlanInput
    ) {
        self.servers = servers
        self.edges = edges
        self.hasStream = hasStream
        otherRegions = hasStream ? input.regions - 1 : 0
        self.values = values
        self.input = input
    }

    /// Messages that leave it for each that comes in: its share of the edges, a route to
    /// each other server, a gateway to each other region, and the stream's other replicas.
    package var copies: Double {
        (Double(edges) / Double(servers)).rounded(.up) + Double(servers - 1 + otherRegions)
            + (hasStream ? Double(input.replicas - 1) : 0)
    }

    private var framesPerSecond: Double { input.sourceFramesPerSecond }

    package var utilization: Double {
        let message =
            hasStream
            ? values.natsInStream + copies * values.natsOutStream
            : values.natsIn + copies * values.natsOut
        return framesPerSecond * message / Double(input.cores)
    }

    /// The share of a second that the one thread is busy that reads what the source publishes.
    package var readThread: Double {
        framesPerSecond * (hasStream ? values.natsInStream : values.natsIn)
    }

    package var bytesInPerSecond: Double {
        let wire = WireFormat(input)
        return framesPerSecond
            * (wire.bytes(published) + copies * wire.acknowledgement(delivered))
    }

    package var bytesOutPerSecond: Double {
        let wire = WireFormat(input)
        return framesPerSecond
            * (copies * wire.bytes(delivered) + wire.acknowledgement(published))
    }

    private var published: Double { Double(input.frameBytes) + values.publishedEnvelope }
    private var delivered: Double { Double(input.frameBytes) + values.deliveredEnvelope }

    package var limits: [FleetLimit] {
        [
            FleetLimit(.processor, share: utilization / input.utilization),
            FleetLimit(.feedThread, share: readThread / input.utilization),
            FleetLimit(.networkOut, share: bytesOutPerSecond / input.networkBytesMax),
            FleetLimit(.networkIn, share: bytesInPerSecond / input.networkBytesMax),
        ]
    }

    /// The fewest servers of a region with one to spare; `nil` if no cluster of up to a
    /// hundred carries the frames: more servers pass on more.
    ///
    /// - Complexity: O(1).
    package static func fewest(
        edges: Int, hasStream: Bool, _ values: CostValues, _ input: FleetPlanInput
    ) -> Int? {
        (max(input.natsServers, 2)...100).first { count in
            ServerModel(servers: count - 1, edges: edges, hasStream: hasStream, values, input)
                .limits.allSatisfy { $0.share <= 1 }
        }
    }
}

extension FleetPlanInput {
    /// Frames of all topics.
    var sourceFramesPerSecond: Double { framesPerSecond * Double(topics) }
}

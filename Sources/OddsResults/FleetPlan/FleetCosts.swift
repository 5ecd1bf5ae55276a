import OddsMeasurement

/// What a frame, a connection and a client cost each program of a fleet. Measured on one
/// machine, which the envelope describes, with `bench fleet plan --calibrate`.
///
/// Processor time is that of a whole process, in user mode and in the kernel.
package struct FleetCosts: ResultContent {
    package static var kind: String { "fleet-costs" }

    /// The size of the frames that were measured, without any envelope.
    package var frameBytes: Int
    /// The source: to publish a frame and to take its acknowledgement, ns.
    package var sourceNanosecondsPerFrame: MeasuredCost
    /// A NATS server: to take in a message, without a stream, ns.
    package var natsNanosecondsIn: MeasuredCost
    /// The same with the stream, which stores and acknowledges it.
    package var natsNanosecondsInStream: MeasuredCost
    /// A NATS server: to send a message to one edge, ns.
    package var natsNanosecondsOut: MeasuredCost
    /// The same beside the stream.
    package var natsNanosecondsOutStream: MeasuredCost
    /// An edge: to receive a frame, whoever it is for, ns.
    package var edgeNanosecondsPerFrame: MeasuredCost
    /// An edge: to send a frame, by fan-out, ascending.
    package var edgeSends: [FanOutCost]
    /// An edge: a connection with TLS, from its first packet until its dump is sent, ns;
    /// `nil` if that was not measured.
    package var edgeNanosecondsPerConnection: MeasuredCost?
    /// An edge: memory of the process for each connection.
    package var edgeBytesPerConnection: MeasuredCost
    /// An agent: to receive a frame with one client and to apply it, ns.
    package var agentNanosecondsPerFrame: MeasuredCost
    /// An agent: memory of the process for each client.
    package var agentBytesPerClient: MeasuredCost
    /// Bytes that sockets carry for a frame from the source to NATS, headers included;
    /// without TLS, TCP and IP.
    package var publishedBytesPerFrame: MeasuredCost
    /// The same from NATS to an edge.
    package var deliveredBytesPerFrame: MeasuredCost
    /// The same from an edge to a client.
    package var sentBytesPerFrame: MeasuredCost

    package init(
        frameBytes: Int, sourceNanosecondsPerFrame: MeasuredCost,
        natsNanosecondsIn: MeasuredCost, natsNanosecondsInStream: MeasuredCost,
        natsNanosecondsOut: MeasuredCost, natsNanosecondsOutStream: MeasuredCost,
        edgeNanosecondsPerFrame: MeasuredCost, edgeSends: [FanOutCost],
        edgeNanosecondsPerConnection: MeasuredCost? = nil, edgeBytesPerConnection: MeasuredCost,
        agentNanosecondsPerFrame: MeasuredCost, agentBytesPerClient: MeasuredCost,
        publishedBytesPerFrame: MeasuredCost, deliveredBytesPerFrame: MeasuredCost,
        sentBytesPerFrame: MeasuredCost
    ) {
        self.frameBytes = frameBytes
        self.sourceNanosecondsPerFrame = sourceNanosecondsPerFrame
        self.natsNanosecondsIn = natsNanosecondsIn
        self.natsNanosecondsInStream = natsNanosecondsInStream
        self.natsNanosecondsOut = natsNanosecondsOut
        self.natsNanosecondsOutStream = natsNanosecondsOutStream
        self.edgeNanosecondsPerFrame = edgeNanosecondsPerFrame
        self.edgeSends = edgeSends
        self.edgeNanosecondsPerConnection = edgeNanosecondsPerConnection
        self.edgeBytesPerConnection = edgeBytesPerConnection
        self.agentNanosecondsPerFrame = agentNanosecondsPerFrame
        self.agentBytesPerClient = agentBytesPerClient
        self.publishedBytesPerFrame = publishedBytesPerFrame
        self.deliveredBytesPerFrame = deliveredBytesPerFrame
        self.sentBytesPerFrame = sentBytesPerFrame
    }
}

extension FleetCosts {
    /// What one more connection costs between two neighbouring fan-outs, ns a frame. The
    /// interval takes both measurements as independent.
    package var marginalSends: [(from: Int, to: Int, nanoseconds: Estimate)] {
        zip(edgeSends, edgeSends.dropFirst()).map { fewer, more in
            let (few, many) = (Double(fewer.connections), Double(more.connections))
            func whole(_ end: KeyPath<MeasuredCost, Double>) -> (few: Double, many: Double) {
                (
                    few * fewer.nanosecondsPerSend[keyPath: end],
                    many * more.nanosecondsPerSend[keyPath: end]
                )
            }
            let (value, low, high) = (whole(\.value), whole(\.low), whole(\.high))
            let margins = (few: (high.few - low.few) / 2, many: (high.many - low.many) / 2)
            let margin = (margins.few * margins.few + margins.many * margins.many).squareRoot()
            let difference = value.many - value.few
            let step = many - few
            return (
                fewer.connections, more.connections,
                Estimate(
                    value: difference / step, low: (difference - margin) / step,
                    high: (difference + margin) / step)
            )
        }
    }

    /// All costs, in the order in which they are shown; unit `ns` or `B`.
    package var rows: [(name: String, unit: String, cost: MeasuredCost)] {
        var rows = [
            ("source, publish a frame", "ns", sourceNanosecondsPerFrame),
            ("NATS, take in a message", "ns", natsNanosecondsIn),
            ("NATS, take in and store one", "ns", natsNanosecondsInStream),
            ("NATS, send a message", "ns", natsNanosecondsOut),
            ("NATS, send one, with a stream", "ns", natsNanosecondsOutStream),
            ("edge, receive a frame", "ns", edgeNanosecondsPerFrame),
        ]
        rows += edgeSends.map {
            ("edge, send a frame to 1 of \($0.connections)", "ns", $0.nanosecondsPerSend)
        }
        if let connection = edgeNanosecondsPerConnection {
            rows.append(("edge, a connection with TLS", "ns", connection))
        }
        return rows + [
            ("agent, receive a frame", "ns", agentNanosecondsPerFrame),
            ("edge, memory of a connection", "B", edgeBytesPerConnection),
            ("agent, memory of a client", "B", agentBytesPerClient),
            ("source to NATS, a frame", "B", publishedBytesPerFrame),
            ("NATS to an edge, a frame", "B", deliveredBytesPerFrame),
            ("edge to a client, a frame", "B", sentBytesPerFrame),
        ]
    }

    /// Why no plan can be made of these costs, as read from a file; `nil` if one can.
    package var objection: String? {
        if frameBytes < 1 { return "frameBytes \(frameBytes): must be at least 1" }
        let fanOuts = edgeSends.map(\.connections)
        if fanOuts.count < 2 || fanOuts.first != 1 || zip(fanOuts, fanOuts.dropFirst()).contains(
            where: { $0 >= $1 })
        {
            return "edgeSends: must have fan-outs that ascend from 1, at least two of them"
        }
        // One more connection may not make a frame cheaper.
        if let falling = marginalSends.first(where: { $0.nanoseconds.value < 0 }) {
            return """
                edgeSends: a frame to \(falling.to) connections costs less than one to \
                \(falling.from); measure again
                """
        }
        return rows.first { _, _, cost in
            !(cost.low >= 0 && cost.low <= cost.value && cost.value <= cost.high
                && cost.value > 0 && cost.high.isFinite)
        }.map { "\($0.name): the value must be above 0 and in its interval" }
    }
}

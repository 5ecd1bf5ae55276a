import OddsResults

/// The costs as plain numbers on a machine of the plan: seconds of one core, and bytes.
package struct CostValues: Sendable {
    package let source: Double
    package let natsIn, natsInStream: Double
    package let natsOut, natsOutStream: Double
    /// An edge, to receive a frame.
    package let receive: Double
    /// An edge, a connection until its dump is sent.
    package let connection: Double
    package let connectionBytes: Double
    package let agent: Double
    package let clientBytes: Double
    /// Bytes in a socket around a frame, from the source, to an edge and to a client.
    let publishedEnvelope, deliveredEnvelope, sentEnvelope: Double
    /// What a frame costs an edge to send, by the fan-outs that were measured.
    private let sends: [(fanOut: Double, seconds: Double)]

    /// - Parameter end: The value of each cost, or one end of its interval.
    /// - Precondition: The costs have no `objection`.
    package init(
        _ costs: FleetCosts, _ input: FleetPlanInput,
        at end: KeyPath<MeasuredCost, Double> = \.value
    ) {
        precondition(costs.objection == nil)
        func seconds(_ cost: MeasuredCost) -> Double { cost[keyPath: end] / 1e9 / input.speed }
        func envelope(_ cost: MeasuredCost) -> Double {
            max(cost[keyPath: end] - Double(costs.frameBytes), 0)
        }
        source = seconds(costs.sourceNanosecondsPerFrame)
        natsIn = seconds(costs.natsNanosecondsIn)
        natsInStream = seconds(costs.natsNanosecondsInStream)
        natsOut = seconds(costs.natsNanosecondsOut)
        natsOutStream = seconds(costs.natsNanosecondsOutStream)
        receive = seconds(costs.edgeNanosecondsPerFrame)
        connection =
            costs.edgeNanosecondsPerConnection.map(seconds)
            ?? input.connectionNanoseconds / 1e9 / input.speed
        connectionBytes = costs.edgeBytesPerConnection[keyPath: end]
        agent = seconds(costs.agentNanosecondsPerFrame)
        clientBytes = costs.agentBytesPerClient[keyPath: end]
        publishedEnvelope = envelope(costs.publishedBytesPerFrame)
        deliveredEnvelope = envelope(costs.deliveredBytesPerFrame)
        sentEnvelope = envelope(costs.sentBytesPerFrame)
        sends = costs.edgeSends.map {
            (Double($0.connections), Double($0.connections) * seconds($0.nanosecondsPerSend))
        }
    }

    /// Seconds of a core to send one frame to so many connections: along straight lines
    /// between the fan-outs that were measured, and beyond the last one as before it.
    ///
    /// - Complexity: O(measured fan-outs).
    package func send(to fanOut: Double) -> Double {
        if fanOut <= sends[0].fanOut { return fanOut * sends[0].seconds }
        let end = sends.firstIndex { fanOut <= $0.fanOut } ?? sends.count - 1
        let (low, high) = (sends[end - 1], sends[end])
        let slope = (high.seconds - low.seconds) / (high.fanOut - low.fanOut)
        return max(high.seconds + slope * (fanOut - high.fanOut), 0)
    }
}

/// Messages on the wire.
package struct WireFormat: Sendable {
    private let input: FleetPlanInput

    package init(_ input: FleetPlanInput) { self.input = input }

    /// The bytes that a message takes: its segments with what is around them, and its
    /// records of TLS, of which each has 16 KiB at most.
    package func bytes(_ message: Double) -> Double {
        let data = message + (message / 16_384).rounded(.up) * Double(input.recordBytes)
        return data + segments(data) * Double(input.segmentOverheadBytes)
    }

    /// The bytes of a client's answer to a frame, which acknowledges the frame as well: WAMP's
    /// YIELD, with the head of its WebSocket message.
    package var answer: Double { bytes(24) }

    /// The bytes of a segment without data, which acknowledges an answer.
    package var emptySegment: Double { Double(input.segmentOverheadBytes) }

    /// The bytes that its acknowledgements take the other way: one for two segments.
    package func acknowledgement(_ message: Double) -> Double {
        segments(message) / 2 * Double(input.segmentOverheadBytes)
    }

    private func segments(_ bytes: Double) -> Double {
        (bytes / Double(input.segmentBytes)).rounded(.up)
    }
}

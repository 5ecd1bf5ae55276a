import OddsMeasurement
import OddsResults

/// What a cell's processes took for the frames of one window, beyond what they take at rest.
package struct CellSample: Equatable, Sendable {
    /// Frames of all open topics.
    package var frames: Int
    /// Frames that clients received.
    package var sends: Int
    /// Processor time, ns.
    package var source, edge, clients: Double
    /// Bytes of the frames, and those that the edge wrote to its clients.
    package var bytesPublished, bytesSent: Double

    package init(
        frames: Int, sends: Int, source: Double, edge: Double = 0, clients: Double = 0,
        bytesPublished: Double = 0, bytesSent: Double = 0
    ) {
        self.frames = frames
        self.sends = sends
        self.source = source
        self.edge = edge
        self.clients = clients
        self.bytesPublished = bytesPublished
        self.bytesSent = bytesSent
    }
}

/// What a NATS server took for the messages of one window, beyond what it takes at rest.
package struct NATSSample: Equatable, Sendable {
    package var messages: Int
    /// Processor time, ns.
    package var processor: Double
    package var bytesIn, bytesOut: Double

    package init(messages: Int, processor: Double, bytesIn: Double, bytesOut: Double) {
        self.messages = messages
        self.processor = processor
        self.bytesIn = bytesIn
        self.bytesOut = bytesOut
    }
}

/// One round of a calibration: a window of each condition.
package struct CalibrationRound: Sendable {
    package var cells: [CalibrationCell.Kind: CellSample]
    package var servers: [NATSCondition: NATSSample]

    package init(
        cells: [CalibrationCell.Kind: CellSample], servers: [NATSCondition: NATSSample]
    ) {
        self.cells = cells
        self.servers = servers
    }
}

/// All that a calibration measured; the costs follow from it.
package struct CalibrationSamples: Sendable {
    package var frameBytes: Int
    package var rounds: [CalibrationRound] = []
    /// Memory for a connection of an edge, and for a client of an agent, by step.
    package var connectionBytes: [Double] = []
    package var clientBytes: [Double] = []

    package init(frameBytes: Int) { self.frameBytes = frameBytes }

    /// The costs, each the mean of a figure of every round.
    ///
    /// - Throws: `CalibrationError` with the cost that came out as none, or as impossible.
    package func costs() throws(CalibrationError) -> FleetCosts {
        let (plain, stored) = (lines(hasStream: false), lines(hasStream: true))
        let rate = "\(CalibrationPlan.natsMessagesPerSecond)/s one by one"
        let nats = "\(rate), 0, 1 and 4 subscribers"
        var sends: [FanOutCost] = []
        for fanOut in CalibrationCell.Kind.fanOuts {
            sends.append(
                FanOutCost(
                    connections: fanOut,
                    nanosecondsPerSend: try cost(
                        "edge, send to 1 of \(fanOut)", rounds.compactMap { $0.send(fanOut) },
                        "less what receiving the frame takes")))
        }
        let costs = FleetCosts(
            frameBytes: frameBytes,
            sourceNanosecondsPerFrame: try cost(
                "source", rounds.compactMap(\.source), "less what the world takes unpublished"),
            natsNanosecondsIn: try cost("NATS, in", plain.map(\.processor.intercept), nats),
            natsNanosecondsInStream: try cost(
                "NATS, in, with a stream", stored.map(\.processor.intercept),
                "\(nats), stored in memory"),
            natsNanosecondsOut: try cost("NATS, out", plain.map(\.processor.slope.value), nats),
            natsNanosecondsOutStream: try cost(
                "NATS, out, with a stream", stored.map(\.processor.slope.value),
                "\(nats), stored in memory"),
            edgeNanosecondsPerFrame: try cost(
                "edge, receive", rounds.compactMap(\.receive), "clients that wait for a dump"),
            edgeSends: sends,
            edgeBytesPerConnection: try cost(
                "edge, memory", connectionBytes, "resident, without TLS, one topic each"),
            agentNanosecondsPerFrame: try cost(
                "agent", rounds.compactMap(\.agent), "clients of one match each, graph"),
            agentBytesPerClient: try cost(
                "agent, memory", clientBytes, "resident, one match each, graph"),
            publishedBytesPerFrame: try cost(
                "source to NATS, bytes", rounds.compactMap(\.publishedBytes), "read by NATS"),
            deliveredBytesPerFrame: try cost(
                "NATS to an edge, bytes", stored.map(\.bytesOut.slope.value), "written by NATS"),
            sentBytesPerFrame: try cost(
                "edge to a client, bytes", rounds.compactMap { $0.sentBytes(frameBytes) },
                "written by the edge"))
        if let objection = costs.objection { throw CalibrationError(objection) }
        return costs
    }

    private func cost(
        _ name: String, _ samples: [Double], _ method: String
    ) throws(CalibrationError) -> MeasuredCost {
        guard let cost = MeasuredCost(samples: samples, method: method) else {
            throw CalibrationError("\(name): not above what the machine does anyway")
        }
        return cost
    }

    /// Lines through what a message costs by its subscribers, one for each round.
    private func lines(hasStream: Bool) -> [(processor: LineFit, bytesOut: LineFit)] {
        rounds.compactMap { round in
            let samples = round.servers.filter { $0.key.hasStream == hasStream }
            func line(_ figure: KeyPath<NATSSample, Double>) -> LineFit? {
                LineFit(
                    samples.map { condition, sample in
                        (
                            Double(condition.copies),
                            sample[keyPath: figure] / Double(max(sample.messages, 1))
                        )
                    })
            }
            guard let processor = line(\.processor), let bytes = line(\.bytesOut) else {
                return nil
            }
            return (processor, bytes)
        }
    }
}

extension CalibrationRound {
    /// Of the source, a frame: what it takes more than its world without topics.
    fileprivate var source: Double? {
        guard let world = cells[.world], let waiting = cells[.waiting], let one = cells[.fanOut(1)]
        else { return nil }
        let more = waiting.source + one.source - 2 * world.source
        return more / Double(max(waiting.frames + one.frames, 1))
    }

    /// Of an edge, a frame that goes to nobody.
    fileprivate var receive: Double? {
        cells[.waiting].map { $0.edge / Double(max($0.frames, 1)) }
    }

    /// Of an edge, to send a frame to one of so many clients.
    fileprivate func send(_ fanOut: Int) -> Double? {
        guard let cell = cells[.fanOut(fanOut)], let receive else { return nil }
        return (cell.edge - receive * Double(cell.frames)) / Double(max(cell.sends, 1))
    }

    fileprivate var agent: Double? {
        cells[.agent].map { $0.clients / Double(max($0.sends, 1)) }
    }

    fileprivate var publishedBytes: Double? {
        let stored = servers.filter(\.key.hasStream).values
        guard !stored.isEmpty else { return nil }
        return stored.reduce(0) { $0 + $1.bytesIn / Double(max($1.messages, 1)) }
            / Double(stored.count)
    }

    /// For a frame of so many bytes: the frames of these worlds have other sizes, and what an edge
    /// writes around each is the same. By the cells in which all else that it writes weighs least.
    fileprivate func sentBytes(_ frameBytes: Int) -> Double? {
        var (sends, around) = (0, 0.0)
        for (kind, cell) in cells {
            guard case .fanOut(let fanOut) = kind, fanOut >= 10 else { continue }
            sends += cell.sends
            around += cell.bytesSent - cell.bytesPublished * Double(fanOut)
        }
        return sends > 0 ? Double(frameBytes) + around / Double(sends) : nil
    }
}

/// Why a calibration has no costs: the machine was too busy for it.
package struct CalibrationError: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String {
        "\(reason); measure again, with nothing beside on this machine"
    }
}

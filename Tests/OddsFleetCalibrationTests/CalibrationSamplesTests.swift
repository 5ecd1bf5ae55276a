import OddsFleetCalibration
import OddsResults
import Testing

/// A machine whose costs are known: what a calibration makes of its counters.
private struct KnownMachine {
    var source = 30_000.0
    var world = 5_000_000.0
    var receive = 12_000.0
    var sends: [Int: Double] = [1: 9_000, 10: 5_000, 100: 4_000, 1_000: 3_900]
    var agent = 80_000.0
    var natsIn = 7_000.0
    var natsOut = 3_000.0
    var stream = 6_000.0

    /// - Parameter noise: Added to all processor times of the round, as a factor.
    func round(noise: Double = 1) -> CalibrationRound {
        var cells: [CalibrationCell.Kind: CellSample] = [
            .world: CellSample(frames: 0, sends: 0, source: world * noise),
            .waiting: CellSample(
                frames: 1_000, sends: 0, source: (world + 1_000 * source) * noise,
                edge: 1_000 * receive * noise, bytesSent: 900),
            .agent: CellSample(
                frames: 500, sends: 2_500, source: 0, edge: 0, clients: 2_500 * agent * noise),
        ]
        for (fanOut, send) in sends {
            let frames = fanOut == 1 ? 1_000 : 100
            cells[.fanOut(fanOut)] = CellSample(
                frames: frames, sends: frames * fanOut,
                source: (world + Double(frames) * source) * noise,
                edge: Double(frames) * (receive + Double(fanOut) * send) * noise,
                // The worlds have frames of other sizes.
                bytesPublished: Double(frames * (800 + fanOut)),
                bytesSent: Double(frames * fanOut * (900 + fanOut)))
        }
        var servers: [NATSCondition: NATSSample] = [:]
        for condition in NATSCondition.all {
            let copies = Double(condition.copies)
            let work = natsIn + (condition.hasStream ? stream : 0) + copies * natsOut
            servers[condition] = NATSSample(
                messages: 3_000, processor: 3_000 * work * noise,
                bytesIn: 3_000 * 1_450,
                bytesOut: 3_000 * ((condition.hasStream ? 90 : 0) + copies * 1_420))
        }
        return CalibrationRound(cells: cells, servers: servers)
    }

    func samples(noises: [Double] = [1, 1, 1, 1, 1]) -> CalibrationSamples {
        var samples = CalibrationSamples(frameBytes: 1_200)
        samples.rounds = noises.map(round)
        samples.connectionBytes = [20_000, 21_000, 19_000, 20_500, 19_500]
        samples.clientBytes = [300_000, 310_000, 290_000, 305_000, 295_000]
        return samples
    }
}

private func isNear(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= 1e-6 * max(abs(one), abs(other))
}

@Suite struct CalibrationSamplesTests {
    @Test("Costs come out of the counters as they went in")
    func known() throws {
        let machine = KnownMachine()
        let costs = try machine.samples().costs()
        #expect(isNear(costs.sourceNanosecondsPerFrame.value, machine.source))
        #expect(isNear(costs.edgeNanosecondsPerFrame.value, machine.receive))
        #expect(isNear(costs.agentNanosecondsPerFrame.value, machine.agent))
        #expect(isNear(costs.natsNanosecondsIn.value, machine.natsIn))
        #expect(isNear(costs.natsNanosecondsInStream.value, machine.natsIn + machine.stream))
        #expect(isNear(costs.natsNanosecondsOut.value, machine.natsOut))
        #expect(isNear(costs.natsNanosecondsOutStream.value, machine.natsOut))
        #expect(costs.edgeSends.map(\.connections) == [1, 10, 100, 1_000])
        for send in costs.edgeSends {
            let due = try #require(machine.sends[send.connections])
            #expect(isNear(send.nanosecondsPerSend.value, due))
        }
        #expect(isNear(costs.publishedBytesPerFrame.value, 1_450))
        #expect(isNear(costs.deliveredBytesPerFrame.value, 1_420))
        #expect(isNear(costs.sentBytesPerFrame.value, 1_300))
        #expect(isNear(costs.edgeBytesPerConnection.value, 20_000))
        #expect(costs.objection == nil)
    }

    @Test("An interval is as wide as the rounds differ, and has the number of its samples")
    func interval() throws {
        let noises = [0.9, 1.1, 1, 0.95, 1.05, 1]
        let cost = try KnownMachine().samples(noises: noises).costs().sourceNanosecondsPerFrame
        #expect(cost.sampleCount == noises.count)
        #expect(cost.low < 30_000 && cost.high > 30_000)
        #expect(cost.high - cost.low > 30_000 * 0.05)
        #expect(cost.high - cost.low < 30_000 * 0.3)
    }

    @Test("A cost that noise has swallowed is none, and is named")
    func swallowed() {
        var machine = KnownMachine()
        machine.receive = -1
        #expect(throws: CalibrationError("edge, receive: not above what the machine does anyway")) {
            try machine.samples().costs()
        }
    }

    @Test("Costs that no plan can be made of are refused: more clients may not take less")
    func falling() {
        var machine = KnownMachine()
        machine.sends[1_000] = 10
        #expect(throws: CalibrationError.self) { try machine.samples().costs() }
    }

    @Test("Without rounds there are no costs")
    func empty() {
        #expect(throws: CalibrationError.self) {
            try CalibrationSamples(frameBytes: 1_200).costs()
        }
    }
}

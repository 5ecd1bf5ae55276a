import Foundation
import OddsResults

/// One edge with a number of connections: what it uses, and how long a burst takes.
package struct EdgeModel: Sendable {
    package let connections: Double
    private let values: CostValues
    private let input: FleetPlanInput

    package init(connections: Double, _ values: CostValues, _ input: FleetPlanInput) {
        self.connections = connections
        self.values = values
        self.input = input
    }

    /// Topics that at least one of the connections chose.
    package var topics: Double {
        let topics = Double(input.topics)
        return topics * (1 - pow(1 - 1 / topics, connections))
    }

    /// Connections that a frame is sent to.
    package var fanOut: Double { topics > 0 ? connections / topics : 0 }

    /// Frames that come in per second.
    package var framesPerSecond: Double { input.framesPerSecond * topics }

    /// Seconds of a core for one frame, to all of its connections.
    package var work: Double { values.receive + values.send(to: fanOut) }

    /// The share of the cores that is busy with frames.
    package var utilization: Double { framesPerSecond * work / Double(input.cores) }

    /// Seconds that the cores take for a burst, which they share evenly.
    package var burst: Double {
        Double(input.burst) * topics / Double(input.topics) * work / Double(input.cores)
    }

    /// From the arrival of a burst to its last hand-out, p99: its first frame is received
    /// by one core, then the burst takes all of them, after the bursts before it. These
    /// come at random moments, so it is an M/D/1 queue; the delay of bursts that wait is
    /// taken as exponential with its own mean, burst ÷ 2(1 − utilization), which is on the
    /// safe side. Infinite from full utilization on.
    package var burstP99: Double {
        guard utilization < 1 else { return .infinity }
        let wait = burst / (2 * (1 - utilization)) * max(log(100 * utilization), 0)
        return values.receive + burst + wait
    }

    package var memoryBytes: Double {
        connections * (values.connectionBytes + Double(input.socketBytes))
    }

    /// Frames from NATS, and answers of clients.
    package var bytesInPerSecond: Double {
        let wire = WireFormat(input)
        return framesPerSecond * wire.bytes(frameBytes + values.deliveredEnvelope)
            + input.framesPerSecond * connections * wire.answer
    }

    /// Frames to clients, and acknowledgements to both.
    package var bytesOutPerSecond: Double {
        let wire = WireFormat(input)
        return input.framesPerSecond * connections
            * (wire.bytes(frameBytes + values.sentEnvelope) + wire.emptySegment)
            + framesPerSecond * wire.acknowledgement(frameBytes + values.deliveredEnvelope)
    }

    private var frameBytes: Double { Double(input.frameBytes) }

    /// How much of each limit is used.
    package var limits: [FleetLimit] {
        [
            FleetLimit(.processor, share: utilization / input.utilization),
            FleetLimit(
                .feedThread, share: framesPerSecond * values.receive / input.utilization),
            FleetLimit(.networkOut, share: bytesOutPerSecond / input.networkBytesMax),
            FleetLimit(.networkIn, share: bytesInPerSecond / input.networkBytesMax),
            FleetLimit(.memory, share: memoryBytes / input.memoryBytesMax),
            FleetLimit(.descriptors, share: connections / Double(input.descriptors)),
            FleetLimit(.burst, share: burstP99 * 1e9 / input.burstNanoseconds),
        ]
    }
}

extension FleetPlanInput {
    /// Bytes per second each way that a machine may have.
    var networkBytesMax: Double { networkBits / 8 * networkShare }

    /// Memory that a machine may use.
    var memoryBytesMax: Double { memoryBytes * memoryShare }

    /// The most of something that a machine can have while no limit is used by more than
    /// all that is allowed; 0 if not even 1 fits.
    ///
    /// - Parameter limits: Their shares may only rise.
    /// - Complexity: O(log `max`) times that of `limits`.
    package func most(upTo max: Int, _ limits: (Int) -> [FleetLimit]) -> Int {
        func fits(_ count: Int) -> Bool { limits(count).allSatisfy { $0.share <= 1 } }
        var (low, high) = (0, max + 1)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if fits(middle) { low = middle } else { high = middle }
        }
        return low
    }
}

import Foundation
import OddsClient
import OddsFleetPlan
import OddsFleetSimulation
import OddsFixtures
import OddsResults
import SeededRandom

/// A plan's input with costs, drawn at random, and the same for the simulation.
struct RandomSet {
    var input = FleetPlanInput()
    var costs: FleetCosts
    /// Connections of an edge, such that its cores are as busy as was drawn.
    var connections = 0
    let seed: UInt64

    /// Between two ends, evenly by the logarithm.
    static func spread(_ range: ClosedRange<Double>, _ random: inout SplitMix64) -> Double {
        exp(Double.random(in: log(range.lowerBound)...log(range.upperBound), using: &random))
    }

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        self.seed = seed
        input.cores = Int(Self.spread(2...8, &random).rounded())
        input.topics = Int(Self.spread(1...500, &random).rounded())
        input.burst = Int.random(in: 1...min(input.topics, 5), using: &random)
        input.framesPerSecond = Self.spread(2...50, &random)
        var marginal = Self.spread(3_000...30_000, &random)
        var whole = 0.0
        var sends: [FanOutCost] = []
        for count in [1, 10, 100, 1_000] {
            let more = count - (sends.last?.connections ?? 0)
            whole += Double(more) * marginal
            sends.append(
                FanOutCost(
                    connections: count,
                    nanosecondsPerSend: FleetFixtures.cost(whole / Double(count))))
            marginal *= Double.random(in: 0.5...1, using: &random)
        }
        costs = FleetFixtures.costs
        costs.edgeSends = sends
        costs.edgeNanosecondsPerFrame = FleetFixtures.cost(Self.spread(5_000...50_000, &random))
        costs.edgeNanosecondsPerConnection = FleetFixtures.cost(
            Self.spread(300_000...5_000_000, &random))
        let busy = Double.random(in: 0.1...0.75, using: &random)
        connections = input.most(upTo: 100_000) {
            [FleetLimit(.processor, share: edge($0).utilization / busy)]
        }
    }

    /// Bursts to simulate: neighbours are alike over 1 ÷ (1 − utilization)² of them, so
    /// that these are worth some 1,500.
    var bursts: Int {
        let idle = 1 - edge(connections).utilization
        return Int(1_500 / (idle * idle))
    }

    var values: CostValues { CostValues(costs, input) }

    func edge(_ connections: Int) -> EdgeModel {
        EdgeModel(connections: Double(connections), values, input)
    }

    /// The same edge, for the simulation.
    func simulated(_ connections: Int) -> SimulatedEdge {
        SimulatedEdge(
            cores: input.cores, topics: input.topics, connections: connections,
            framesPerSecond: input.framesPerSecond, burst: input.burst,
            receive: costs.edgeNanosecondsPerFrame.value / 1e9,
            sends: costs.edgeSends.map {
                ($0.connections, $0.nanosecondsPerSend.value * Double($0.connections) / 1e9)
            })
    }
}

extension RandomSet {
    /// The loss of one of some edges, by the formula and for the simulation: what comes
    /// back keeps the cores busy for 0.1 s to 60 s, and the network for 0.05 s to 30 s. Frames
    /// come in some 200 bursts a second, so that there are fewer events. `nil` if too few
    /// clients are lost to speak of a herd.
    func loss() -> (LossModel, HerdSimulation.Parameters)? {
        var random = SplitMix64(seed: ~seed)
        let edges = max(Int.random(in: 2...10, using: &random), connections / 5_000)
        let herd = connections / edges
        guard herd >= 50 else { return nil }
        var set = self
        set.input.burst = max(Int(input.framesPerSecond * Double(input.topics) / 200), 1)
        let (before, after) = (set.edge(connections - herd), set.edge(connections))
        let work = Self.spread(0.1...60, &random) / Double(herd)
        let free = Double(input.cores) * (1 - after.utilization)
        set.costs.edgeNanosecondsPerConnection = FleetFixtures.cost(work * free * 1e9)
        let bytes = after.bytesOutPerSecond / Double.random(in: 0.1...0.7, using: &random)
        set.input.networkBits = 8 * bytes
        let dump = Self.spread(0.05...30, &random) / Double(herd)
        set.input.dumpBytes = max(Int(dump * (bytes - after.bytesOutPerSecond)), 1)

        let wire = WireFormat(set.input)
        let parameters = HerdSimulation.Parameters(
            edge: set.simulated(connections - herd), herd: herd, backoff: Backoff(),
            connection: set.values.connection,
            dumpBytes: wire.bytes(Double(set.input.dumpBytes)), networkBytes: bytes,
            frameBytes: after.bytesOutPerSecond / after.connections / input.framesPerSecond)
        return (LossModel(before: before, after: after, set.values, set.input), parameters)
    }
}

import OddsMeasurement
import OddsResults

/// Costs and plans of fleets with made-up figures, in the order of magnitude of real ones.
package enum FleetFixtures {
    /// A cost with an interval of 10% either side.
    package static func cost(_ value: Double, _ method: String = "made up") -> MeasuredCost {
        MeasuredCost(
            Estimate(value: value, low: 0.9 * value, high: 1.1 * value), sampleCount: 8,
            method: method)
    }

    package static var costs: FleetCosts {
        FleetCosts(
            frameBytes: 1_200, sourceNanosecondsPerFrame: cost(20_000),
            natsNanosecondsIn: cost(3_000), natsNanosecondsInStream: cost(12_000),
            natsNanosecondsOut: cost(4_000), natsNanosecondsOutStream: cost(5_000),
            edgeNanosecondsPerFrame: cost(15_000),
            edgeSends: [(1, 12_000), (10, 6_000), (100, 4_500), (1_000, 4_000)].map {
                FanOutCost(connections: $0, nanosecondsPerSend: cost($1))
            },
            edgeNanosecondsPerConnection: cost(1_500_000), edgeBytesPerConnection: cost(9_000),
            agentNanosecondsPerFrame: cost(18_000), agentBytesPerClient: cost(60_000),
            publishedBytesPerFrame: cost(1_420), deliveredBytesPerFrame: cost(1_420),
            sentBytesPerFrame: cost(1_260))
    }
}

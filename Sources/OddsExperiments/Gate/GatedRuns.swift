import OddsReconstruction
import OddsResults

/// The runs of a gate. They are described by arguments of `bench run`, the
/// interface that all revisions share.
package struct GatedRuns: Equatable, Sendable {
    package var strategies: [StrategyName]
    /// The arguments of `bench run` in each run, without the strategy.
    package var arguments: [String]
    /// Whose wire generated traffic is on; `nil` for a capture.
    package var provider: String?
    /// The traffic's seed; `nil` for a capture.
    package var seed: UInt64?
    /// When the frames are due.
    package var arrival: Arrival
    /// The size of the memory for frames, in bytes.
    package var frameMappingBytes: Int
    /// The same runs as options of a gate's command line.
    package var words: [String]

    package init(
        strategies: [StrategyName], arguments: [String], provider: String?, seed: UInt64?,
        arrival: Arrival, frameMappingBytes: Int, words: [String]
    ) {
        self.strategies = strategies
        self.arguments = arguments
        self.provider = provider
        self.seed = seed
        self.arrival = arrival
        self.frameMappingBytes = frameMappingBytes
        self.words = words
    }

    /// The environment variables of each run. A gate compares the digests of
    /// hundreds of runs, of which none needs a verification of its own.
    var environment: [String: String] {
        [
            RunSession.mappingVariable: "\(frameMappingBytes)",
            TrafficVerification.variable: "0",
        ]
    }
}

import OddsReconstruction

/// What each run of a gate does. Revisions have `bench run` and its JSON in
/// common, so that it is said in words of that command.
package struct GatedRuns: Equatable, Sendable {
    package var strategies: [StrategyName]
    /// The arguments of `bench run` for each run, but for the strategy.
    package var arguments: [String]
    /// The traffic's seed; `nil` for a capture.
    package var seed: UInt64?
    /// Bytes of the mapping that frames lie ready in.
    package var frameMappingBytes: Int
    /// The same as words of a gate's command line.
    package var words: [String]

    package init(
        strategies: [StrategyName], arguments: [String], seed: UInt64?, frameMappingBytes: Int,
        words: [String]
    ) {
        self.strategies = strategies
        self.arguments = arguments
        self.seed = seed
        self.frameMappingBytes = frameMappingBytes
        self.words = words
    }

    /// What each run finds in its environment.
    var environment: [String: String] { [RunSession.mappingVariable: "\(frameMappingBytes)"] }
}

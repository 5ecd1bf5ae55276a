import SeededRandom

/// The generator for resampling.
public typealias SplitMix64 = SeededRandom.SplitMix64

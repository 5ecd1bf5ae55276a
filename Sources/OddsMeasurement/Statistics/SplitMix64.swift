import SeededRandom

/// The generator for resampling.
package typealias SplitMix64 = SeededRandom.SplitMix64

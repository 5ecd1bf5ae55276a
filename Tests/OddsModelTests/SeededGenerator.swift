import SeededRandom

typealias SeededGenerator = SplitMix64

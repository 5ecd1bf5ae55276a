import Foundation
import Testing

@testable import OddsTraffic

@Suite struct RandomnessTests {
    @Test("Logarithm and exponential agree with the C library's")
    func mathematics() {
        for value in [1e-300, 1e-9, 0.1, 0.5, 0.999_999, 1, 1.5, 2, 3.7, 1e6, 1e300] {
            let expected = log(value)
            #expect(abs(DeterministicMath.log(value) - expected) <= 1e-13 * max(1, abs(expected)))
        }
        for value in [-600, -10, -1, -0.3, 0, 0.3, 1, 2.5, 100, 600] as [Double] {
            #expect(abs(DeterministicMath.exp(value) / exp(value) - 1) < 1e-12)
        }
    }

    @Test("The generator is xoshiro256**, seeded by SplitMix64")
    func knownNumbers() {
        var random = TrafficRandom(seed: 0)
        #expect((0..<3).map { _ in random.next() } == [
                11_091_344_671_253_066_420, 13_793_997_310_169_335_082, 1_900_383_378_846_508_768,
            ])
    }

    @Test("Bounds hold")
    func bounds() {
        var random = TrafficRandom(seed: 42)
        let drawn = (0..<10_000).map { _ in random.below(7) }
        #expect(Set(drawn) == Set(0..<7))
        let bursts = (0..<10_000).map { _ in random.around(5) }
        #expect(Set(bursts) == Set(1...9))
        #expect(abs(Double(bursts.reduce(0, +)) / 10_000 - 5) < 0.1)
        #expect((0..<10_000).allSatisfy { _ in (0..<1).contains(random.fraction()) })
    }
}

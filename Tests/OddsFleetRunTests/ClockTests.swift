import SeededRandom
import Testing

@testable import OddsFleetRun

@Suite struct ClockTests {
    /// Two clocks, one of which is off and drifts, and a way between them that takes its time.
    private struct Network {
        var random: SplitMix64
        let offset: Int64
        let drift: Double
        /// The longest delay of each way, in nanoseconds.
        let delays: (there: UInt64, back: UInt64)

        func source(at own: UInt64) -> UInt64 {
            UInt64(Int64(own) + offset + Int64((Double(own) * drift).rounded()))
        }

        func trueOffset(at own: UInt64) -> Int64 { Int64(source(at: own)) - Int64(own) }

        mutating func exchanges(from start: UInt64, bootID: String = "s") -> [ClockExchange] {
            var now = start
            return (0..<ClockOffset.exchangeCount).map { _ in
                let asked = now
                let read = asked + .random(in: 1_000...delays.there, using: &random)
                now = read + .random(in: 1_000...delays.back, using: &random)
                return ClockExchange(
                    asked: asked, answered: now, source: source(at: read), bootID: bootID)
            }
        }
    }

    private static let minute: UInt64 = 60_000_000_000

    @Test("The true offset lies within the uncertainty, however unlike both ways are",
        arguments: 1...40 as ClosedRange<UInt64>)
    func trueOffsetIsWithinTheUncertainty(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let delays = (
            there: UInt64.random(in: 2_000...40_000_000, using: &random),
            back: UInt64.random(in: 2_000...40_000_000, using: &random)
        )
        var network = Network(
            random: random,
            offset: .random(in: -3_000_000_000...3_000_000_000, using: &random),
            drift: .random(in: -100e-6...100e-6, using: &random), delays: delays)
        let start = 10 * Self.minute
        let before = try #require(ClockOffset(network.exchanges(from: start)))
        let end = start + Self.minute
        let after = try #require(ClockOffset(network.exchanges(from: end)))
        var mapping = ClockMapping(before: before, ownBootID: "a")

        func check(_ time: UInt64) {
            let error = Int64(mapping.sourceTime(at: time)) - Int64(network.source(at: time))
            // What drifts within an exchange is below a nanosecond in ten microseconds.
            let bound = mapping.uncertainty(at: time) + 8_000
            #expect(error.magnitude <= bound, "seed \(seed), at \(time)")
            let back = mapping.ownTime(ofSource: mapping.sourceTime(at: time))
            #expect(max(back, time) - min(back, time) <= 1)
        }
        let times = (0...20).map { before.at + UInt64($0) * (after.at - before.at) / 20 }
        // Without the second comparison the uncertainty grows as clocks may drift.
        for time in times { check(time) }
        mapping.compare(after: after)
        for time in times { check(time) }
        #expect(mapping.uncertainty(at: end) == max(before.uncertainty, after.uncertainty))
    }

    @Test("The offset is that of the fastest exchange, and half its round trip the uncertainty")
    func fastestExchange() throws {
        let exchange = { (asked: UInt64, answered: UInt64, source: UInt64) in
            ClockExchange(asked: asked, answered: answered, source: source, bootID: "s")
        }
        let offset = try #require(
            ClockOffset([
                exchange(1_000, 9_000, 1_004_000), exchange(10_000, 10_101, 1_010_100),
                exchange(20_000, 20_500, 9_000_000),
            ]))
        #expect(offset.at == 10_050)
        #expect(offset.nanoseconds == 1_000_050)
        #expect(offset.uncertainty == 51)
    }

    @Test("Times that no clock has, and a source that changed, give no offset")
    func illegalExchanges() {
        let exchange = { (asked: UInt64, answered: UInt64, source: UInt64, bootID: String) in
            ClockExchange(asked: asked, answered: answered, source: source, bootID: bootID)
        }
        #expect(ClockOffset([]) == nil)
        #expect(ClockOffset([exchange(2, 1, 0, "s")]) == nil)
        #expect(ClockOffset([exchange(1, 2, .max, "s")]) == nil)
        #expect(ClockOffset([exchange(1, 2, 3, "s"), exchange(3, 4, 5, "t")]) == nil)
    }

    @Test("On one machine the clock is shared, and nothing is uncertain")
    func sharedClock() throws {
        let exchange = ClockExchange(asked: 1_000, answered: 9_000, source: 2_000, bootID: "s")
        let offset = try #require(ClockOffset([exchange]))
        let mapping = ClockMapping(before: offset, ownBootID: "s")
        #expect(mapping.relation == .shared)
        #expect(mapping.sourceTime(at: 123) == 123)
        #expect(mapping.uncertainty(at: .max) == 0)
    }

    @Test("Another boot of the source's machine ends latencies at its epoch")
    func otherBoot() throws {
        var network = Network(
            random: SplitMix64(seed: 1), offset: 5, drift: 0, delays: (2_000, 2_000))
        let before = try #require(ClockOffset(network.exchanges(from: Self.minute)))
        var mapping = ClockMapping(before: before, ownBootID: "a")
        mapping.noteSource(bootID: "s", epoch: 8)
        #expect(mapping.unknownFromEpoch == nil)
        mapping.noteSource(bootID: "t", epoch: 10)
        mapping.noteSource(bootID: "u", epoch: 12)
        #expect(mapping.unknownFromEpoch == 10)
        // Its clock has nothing to do with the one before.
        let after = try #require(
            ClockOffset(network.exchanges(from: 2 * Self.minute, bootID: "t")))
        mapping.compare(after: after)
        #expect(mapping.relation == .compared(before: before, after: nil))
    }
}

import Foundation
import OddsReference
import Testing

@testable import OddsTraffic

/// Traffic that collides.
@Suite struct SportRadarHostileTrafficTests {
    private func frames(seed: UInt64, count: Int) -> [SportRadarHostileTraffic.Frame] {
        var traffic = SportRadarHostileTraffic(seed: seed)
        return (0..<count).map { _ in traffic.nextFrame() }
    }

    @Test("The same seed gives the same frames at the same times")
    func determinism() {
        #expect(frames(seed: 1, count: 300) == frames(seed: 1, count: 300))
        #expect(frames(seed: 1, count: 300) != frames(seed: 2, count: 300))
        let times = frames(seed: 3, count: 300).map(\.arrivalMilliseconds)
        #expect(times == times.sorted() && Set(times).count > 200)
    }

    @Test("The bytes are the same on every machine")
    func knownDigest() {
        // FNV-1a over all bytes.
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for frame in frames(seed: 42, count: 400) {
            for byte in frame.bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        #expect(digest == 15_400_578_561_142_143_363)
    }

    @Test("Every kind occurs in a capture of some hundred frames or in some of those")
    func kinds() {
        var total: [HostileKind: Int] = [:]
        var seedCounts: [HostileKind: Int] = [:]
        for seed in 0..<20 as Range<UInt64> {
            var traffic = SportRadarHostileTraffic(seed: seed)
            for _ in 0..<250 { _ = traffic.nextFrame() }
            total.merge(traffic.counts, uniquingKeysWith: +)
            for kind in traffic.counts.keys { seedCounts[kind, default: 0] += 1 }
        }
        for kind in HostileKind.allCases { #expect(total[kind, default: 0] > 10, "\(kind)") }
        #expect(seedCounts.values.filter { $0 == 20 }.count > 90)
    }

    @Test("Frames are legal unless they are damaged")
    func legality() {
        var traffic = SportRadarHostileTraffic(seed: 7)
        var (legalCount, illegalCount) = (0, 0)
        for _ in 0..<1_500 {
            let damaged = traffic.counts[.damagedFrame, default: 0]
            let frame = traffic.nextFrame()
            guard traffic.counts[.damagedFrame, default: 0] == damaged else { continue }
            let isLegal = (try? JSONReader.read(frame.bytes)) != nil
            #expect(isLegal, "\(String(decoding: frame.bytes, as: UTF8.self))")
            legalCount += 1
        }
        illegalCount = traffic.counts[.damagedFrame, default: 0]
        #expect(legalCount > 1_300 && illegalCount > 30)
    }

    @Test("Much of it takes effect, and all counters of the contract count")
    func effects() {
        var counts: [String: Int] = [:]
        for seed in 0..<10 as Range<UInt64> {
            var client = SportRadarReference()
            for frame in frames(seed: seed, count: 300) {
                let applied = client.receive(frame.bytes)
                counts["updates", default: 0] += applied.count
            }
            counts["framesRejected", default: 0] += client.framesRejected
            counts["framesIgnored", default: 0] += client.framesIgnored
            counts["elementsRejected", default: 0] += client.elementsRejected
            #expect(client.channels.count >= 14)
            for channel in client.channels {
                let counters = channel.counters
                counts["applied", default: 0] += counters.recordsApplied
                counts["rejected", default: 0] += counters.recordsRejected
                counts["orphanUpdates", default: 0] += counters.orphanUpdates
                counts["orphanDeletes", default: 0] += counters.orphanDeletes
                counts["ignored", default: 0] += channel.changesIgnored
                counts["early", default: 0] += channel.changesBeforeRefreshed
            }
        }
        for (name, count) in counts { #expect(count > 50, "\(name)") }
        #expect(counts.count == 10 && counts["applied", default: 0] > 5_000)
    }
}

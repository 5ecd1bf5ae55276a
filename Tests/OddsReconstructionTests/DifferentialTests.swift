import Foundation
import OddsReference
import OddsTestInputs
import Testing

/// Random hostile captures: three strategies and the reference agree after
/// every frame.
///
/// `ODDSBENCH_DIFFERENTIAL_CAPTURES` sets how many (100 by default), and
/// `ODDSBENCH_DIFFERENTIAL_SEED` the first seed (1 by default). A failure names
/// its seed and the first frame that shows it.
@Suite struct DifferentialTests {
    static let frameCount = 400

    static let seeds: Range<UInt64> = {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["ODDSBENCH_DIFFERENTIAL_SEED"].flatMap(UInt64.init) ?? 1
        let count = environment["ODDSBENCH_DIFFERENTIAL_CAPTURES"].flatMap(UInt64.init) ?? 100
        return first..<first + max(count, 1)
    }()

    /// EM-S5.
    @Test(arguments: seeds)
    func strategiesAndReferenceAgreeAfterEveryFrame(seed: UInt64) {
        run(seed: seed)
    }

    /// Run whatever the range above is; a seed that fails once goes here.
    static let fixedSeeds: [UInt64] = [0, 1 << 63, .max]

    @Test(arguments: fixedSeeds)
    func strategiesAndReferenceAgreeOnFixedSeeds(seed: UInt64) {
        run(seed: seed)
    }

    /// Values that change in a tree which stays, and which a reader may still hold.
    @Test(arguments: seeds)
    func strategiesAndReferenceAgreeAfterEveryChangeOfValues(seed: UInt64) {
        run(seed: seed, changesStructure: false)
    }

    private func run(seed: UInt64, changesStructure: Bool = true) {
        var traffic = HostileTraffic(seed: seed, changesStructure: changesStructure)
        var run = DifferentialRun(seed: seed)
        for index in 0..<Self.frameCount {
            let frame = traffic.nextFrame()
            var difference = run.feed(frame)
            if difference == nil, index % 100 == 99 { difference = run.snapshotDifference() }
            if let difference {
                Issue.record(
                    """
                    seed \(seed), frame \(index): \(difference)
                    \(String(decoding: frame, as: UTF8.self))
                    """)
                return
            }
        }
    }

    /// The generator must reach what the rules speak of, or agreement means
    /// little.
    @Test func hostileTrafficHasEverythingInIt() {
        var reference = ReferenceCounts()
        for seed in UInt64(1)...4 {
            var traffic = HostileTraffic(seed: seed)
            var channel = ReferenceChannel()
            for _ in 0..<Self.frameCount { reference.count(&channel, traffic.nextFrame()) }
        }
        #expect(reference.dispositions == ["applied", "held", "rejected", "stale"])
        #expect(reference.changeKinds == ["+", "-", "-+", "~"])
        #expect(reference.offerCountMax > 4)
        #expect(reference.sharedOutcomeCount > 100)
        #expect(reference.orphanCount > 100)
        #expect(reference.rejectedRecordCount > 100)
    }
}

/// What traffic did to channels of the reference.
private struct ReferenceCounts {
    var dispositions: Set<String> = []
    var changeKinds: Set<String> = []
    /// The most offers that one tree showed.
    var offerCountMax = 0
    /// Trees in which an outcome stood under more than one market.
    var sharedOutcomeCount = 0
    var orphanCount = 0
    var rejectedRecordCount = 0

    mutating func count(_ channel: inout ReferenceChannel, _ frame: [UInt8]) {
        let before = channel.counters
        let (disposition, changes) = channel.receive(frame)
        switch disposition {
        case .applied: dispositions.insert("applied")
        case .stale: dispositions.insert("stale")
        case .held: dispositions.insert("held")
        case .rejected: dispositions.insert("rejected")
        }
        for line in changes.flatMap(\.notation) {
            changeKinds.insert(String(line.prefix { "+-~".contains($0) }))
        }
        orphanCount += channel.counters.orphanUpdates - before.orphanUpdates
        orphanCount += channel.counters.orphanDeletes - before.orphanDeletes
        rejectedRecordCount += channel.counters.recordsRejected - before.recordsRejected

        let markets = channel.tree().events().flatMap { $0.children["markets"]! }
        let outcomes = markets.flatMap { $0.children["outcomes"]! }
        if Set(outcomes.map(\.id)).count < outcomes.count { sharedOutcomeCount += 1 }
        let offers = outcomes.flatMap { $0.children["bettingOffers"]! }
        offerCountMax = max(offerCountMax, offers.count)
    }
}

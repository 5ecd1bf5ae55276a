import OddsModel
import OddsReconstruction
import OddsTraffic
import SimdjsonPeer

extension MicroBenchmark {
    static let changeSets = MicroBenchmark(
        "change-sets", operation: "an entry of an update added, and read by a consumer"
    ) { scale in
        let entriesPerFrame = 3
        let frameCount = scale.frames * 256
        let changes = Held(ChangeSet())
        let properties = PropertySet(index: Schema.Offer.odds)
        return Pass(operationCount: frameCount * entriesPerFrame) {
            var sum: UInt64 = 0
            for _ in 0..<frameCount {
                changes.value.begin()
                for id in 0..<UInt64(entriesPerFrame) {
                    _ = changes.value.append(
                        key: EntityKey(rawValue: id), type: .bettingOffer, kinds: .updated,
                        properties: properties)
                }
                changes.value.forEach { sum &+= $0.key.rawValue }
            }
            peerKeep(sum)
        }
    }

    static let treeValues = MicroBenchmark(
        "tree-values", operation: "an offer read from the tree's values"
    ) { scale in
        let events = try loadedEvents(scale)
        let offers = events.reduce(into: 0) { count, event in
            event.forEachBettingOffer { _, _, _ in count += 1 }
        }
        return Pass(operationCount: offers) {
            var sum = 0.0
            for event in events { event.forEachBettingOffer { _, odds, _ in sum += odds } }
            peerKeep(sum.bitPattern)
        }
    }

    static let snapshots = MicroBenchmark(
        "snapshots", operation: "a byte of canonical JSON written"
    ) { scale in
        let events = try loadedEvents(scale)
        let byteCount = SnapshotWriter.state(events: events, references: []).count
        return Pass(operationCount: byteCount) {
            peerKeep(UInt64(SnapshotWriter.state(events: events, references: []).count))
        }
    }

    private static func loadedEvents(_ scale: Scale) throws -> [EventModel] {
        let frames = try FrameSet(
            name: "state", traffic: .odds(events: scale.events, markets: scale.markets),
            updateCount: 0)
        var store = OursApply<IncrementalGraph>()
        try store.apply(0..<frames.initialCount, of: frames)
        return store.channel.strategy.events(limit: .max)
    }
}

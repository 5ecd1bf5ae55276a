import OddsReconstruction
import SimdjsonPeer

extension MicroBenchmark {
    static let fullRebuild = MicroBenchmark(
        "full-rebuild", operation: "the whole tree made anew after an odds frame, sharing nothing"
    ) { scale in
        let frames = try FrameSet(
            name: "odds", traffic: .odds(events: scale.events, markets: scale.markets),
            updateCount: 1)
        let store = Held(OursApply<FullRebuild>())
        try store.value.apply(0..<frames.initialCount, of: frames)
        return Pass(operationCount: 1) {
            // Of the same version each time, hence never stale.
            try store.value.apply(frames.updates, of: frames)
            peerKeep(store.value.readEvents(at: CollectionOfOne(0)))
        }
    }
}

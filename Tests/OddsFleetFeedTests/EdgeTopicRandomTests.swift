import OddsFleetFeed
import OddsTestInputs
import Testing

/// An edge in any order of events: a source that restarts, a network that loses, repeats,
/// delays and reorders, a topic that is closed and opened again, and a stream that forgets.
@Suite(.timeLimit(.minutes(10)))
struct EdgeTopicRandomTests {
    static let runsOfGroup = 125

    @Test(
        "Clients get a dump and the frames behind it, and at rest what the source has",
        arguments: 0..<16)
    func storms(group: Int) {
        print("seeds from \(group * Self.runsOfGroup)")
        var totals = EdgeCounters()
        for run in 0..<Self.runsOfGroup {
            let seed = UInt64(group * Self.runsOfGroup + run)
            var scene = FleetScene(seed: seed)
            scene.storm(steps: 400 + Int(seed % 5) * 100)
            let isAtRest = scene.wrong == nil && scene.calm()
            let effectsAtRest = isAtRest ? scene.effectsAtRest() : 0
            totals.add(scene.topic.counters)
            guard scene.wrong == nil, isAtRest, effectsAtRest <= 1 else {
                Issue.record(
                    """
                    seed \(seed): \(scene.wrong ?? (isAtRest ? "restless" : "never at rest")), \
                    \(effectsAtRest) effects, \(scene.topic.epoch):\(scene.topic.last ?? 0) of \
                    \(scene.source.epoch):\(scene.source.number), \(scene.clients)
                    """)
                return
            }
        }
        // The runs reach what they are about.
        print("\(Self.runsOfGroup) runs: \(totals)")
        #expect(totals.gapsFilled > 50 && totals.redumps > 100 && totals.duplicates > 100)
        #expect(totals.outdated > 20 && totals.dropped > 100 && totals.closed > 20)
    }
}

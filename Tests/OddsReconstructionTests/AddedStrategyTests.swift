import OddsModel
import OddsReconstruction
import OddsTestInputs
import OddsWire
import Testing

/// Shows the tree as it was before the last change of odds: what differential
/// tests have to find.
private struct StaleStrategy: ReconstructionStrategy, ~Copyable {
    static var name: String { "stale" }
    private var base = FullRebuild()
    private var shown: [EventModel] = []
    private var batchCount = 0

    mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        if batchCount < 50 { shown = base.events(limit: .max) }
        batchCount += 1
        return base.apply(batch)
    }

    var changes: ChangeSet { base.changes }

    mutating func events(limit: Int) -> [EventModel] {
        batchCount < 50 ? base.events(limit: limit) : Array(shown.prefix(limit))
    }

    func references() -> [ReferenceModel] { base.references() }
}

@Suite struct AddedStrategyTests {
    /// A strategy that the registry has is compared with the reference, and
    /// found if it is wrong.
    @Test func differentialRunsCompareIt() throws {
        let difference = Strategies.$added.withValue([StaleStrategy.self]) { () -> String? in
            var run = DifferentialRun(seed: 1)
            var traffic = HostileTraffic(seed: 1)
            for _ in 0..<400 {
                if let difference = run.feed(traffic.nextFrame()) { return difference }
            }
            return nil
        }
        #expect(try #require(difference).contains("stale"))
    }
}

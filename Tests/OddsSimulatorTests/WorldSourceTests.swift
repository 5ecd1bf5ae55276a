import OddsTraffic
import Testing

@testable import OddsSimulator

/// A world as bets ask it.
@Suite struct WorldSourceTests {
    private func source(versionOffset: Int64 = 0) throws -> WorldSource {
        var configuration = TrafficConfiguration()
        configuration.events = 12
        configuration.markets = 6
        configuration.rate = 500
        configuration.lifeCycleMilliseconds = 2_000
        return try WorldSource(configuration, versionOffset: versionOffset)
    }

    @Test("Settlements are kept from when they are asked for, and name outcomes with quotes")
    func settlements() throws {
        let (kept, other) = (try source(), try source())
        kept.keepSettlements()
        // Again, which forgets nothing.
        var outcomes: Set<UInt64> = []
        for _ in 0..<500 {
            kept.advance { _, _, _ in }
            other.advance { _, _, _ in }
            kept.keepSettlements()
        }
        for settlement in kept.takeSettlements() { outcomes.formUnion(settlement.outcomeIDs) }
        #expect(outcomes.count > 100)
        #expect(kept.takeSettlements().isEmpty && other.takeSettlements().isEmpty)
        let shown = kept.quotes(outcomes.sorted(), of: .outcome)
        #expect(!shown.isEmpty && shown.allSatisfy { outcomes.contains($0.outcomeID) })
        let offers = kept.quotes(shown.map(\.offerID), of: .offer)
        #expect(offers == shown)
    }

    @Test("Odds are exactly those of the feed, in hundred-millionths")
    func odds() throws {
        let source = try source()
        source.keepSettlements()
        var odds: Set<String> = []
        for _ in 0..<300 {
            source.advance { _, _, _ in }
            for outcome in source.takeSettlements().flatMap(\.outcomeIDs) {
                for quote in source.quotes([outcome], of: .outcome) {
                    #expect(quote.exactOdds.units == Int64(quote.oddsTenMillionths) * 10)
                    odds.insert(quote.exactOdds.text)
                }
            }
        }
        // Such as 1.9090909, and such as 4.35.
        #expect(odds.contains { $0.count == 9 } && odds.contains { $0.count <= 4 })
    }

    @Test("A source that is brought to a position goes on as the one that ran there")
    func position() throws {
        let ran = try source()
        ran.keepSettlements()
        for _ in 0..<400 { ran.advance { _, _, _ in } }
        let change = ran.nextNanoseconds ?? 0
        #expect(try ran.change(scenario: "churn", rate: nil) == ("churn", 500))
        for _ in 0..<200 { ran.advance { _, _, _ in } }
        let come = try source()
        come.keepSettlements()
        let end = ran.nextNanoseconds ?? 0
        let changes = [WorldPosition.Change(nanoseconds: change, scenario: "churn", rate: 500)]
        try come.advance(to: WorldPosition(nanoseconds: end, changes: changes))
        #expect(come.nextNanoseconds == end)
        for _ in 0..<200 {
            ran.advance { _, _, _ in }
            come.advance { _, _, _ in }
        }
        let settlements = ran.takeSettlements()
        #expect(come.takeSettlements() == settlements && settlements.count > 100)
    }
}

import OddsModel
import OddsReconstruction
import Testing

@testable import OddsTraffic

/// What becomes of outcomes.
@Suite struct SettlementTests {
    private static let scenarios = TrafficScenarios.descriptions.map(\.name)

    private func configuration(_ scenario: String, seed: UInt64 = 42) -> TrafficConfiguration {
        var configuration = TrafficConfiguration.small(scenario: scenario, seed: seed)
        configuration.lifeCycleMilliseconds = 4_000
        configuration.rate = 400
        return configuration
    }

    /// The outcomes of each market.
    private func markets(_ feed: borrowing WorldFeed) -> Set<[UInt64]> {
        var markets: Set<[UInt64]> = []
        for event in feed.matchIDs.indices {
            let outcomes = feed.offerIDs(ofEvent: event).map { $0 - IDSequence.step }
            let count = feed.configuration.outcomes
            for first in stride(from: 0, to: outcomes.count, by: count) {
                markets.insert(Array(outcomes[first..<first + count]))
            }
        }
        return markets
    }

    @Test("Each market settles once: with a winner at its event's end, else void as it goes",
        arguments: scenarios)
    func once(scenario: String) throws {
        var feed = try WorldFeed(configuration(scenario))
        feed.keepSettlements()
        var current = markets(feed)
        var results: [[UInt64]: Int?] = [:]
        for _ in 0..<1_000 {
            feed.advance { _, _, _ in }
            for settlement in feed.takeSettlements() {
                #expect(current.contains(settlement.outcomeIDs))
                let known = results.updateValue(settlement.winner, forKey: settlement.outcomeIDs)
                #expect(known == nil)
                let quotes = feed.quotes(settlement.outcomeIDs, of: .outcome)
                if let winner = settlement.winner {
                    #expect(settlement.outcomeIDs.indices.contains(winner))
                    // Of an event that has ended, and is still shown.
                    #expect(quotes.count == settlement.outcomeIDs.count)
                    #expect(!quotes.contains { $0.isOpen } && quotes.allSatisfy(\.isLive))
                } else {
                    #expect(quotes.isEmpty)
                }
            }
            let now = markets(feed)
            for market in current.subtracting(now) { #expect(results[market] != nil) }
            current = now
        }
        #expect(feed.takeSettlements().isEmpty)
        #expect(results.values.count { $0 != nil } > 40)
        // In this one markets stay.
        if scenario != "odds" { #expect(results.values.contains(nil)) }
    }

    @Test("When the feed says that an event has ended, its markets are settled")
    func ended() throws {
        var feed = try WorldFeed(configuration("steady"))
        feed.keepSettlements()
        let topic = try feed.open(.liveMatches(sportID: nil, events: 99, markets: 99))
        var channel = Channel<IncrementalGraph>()
        try feed.dump(of: topic).withUnsafeBytes { _ = channel.receive($0) }
        var settled: Set<String> = []
        var ended: Set<String> = []
        for _ in 0..<1_500 {
            feed.advance { _, frame, _ in _ = channel.receive(frame) }
            for settlement in feed.takeSettlements() {
                settled.formUnion(settlement.outcomeIDs.map { "\($0)" })
            }
            for event in channel.strategy.events(limit: .max) where event.statusId == "3" {
                ended.insert("\(event.id)")
                for outcome in event.markets.flatMap(\.outcomes) {
                    #expect(settled.contains("\(outcome.id)"))
                }
            }
        }
        #expect(ended.count > 10)
    }

    @Test("Winners do not depend on who reads, and traffic not on whether winners are kept")
    func determinism() throws {
        var seldom = try WorldFeed(configuration("churn"))
        var often = try WorldFeed(configuration("churn"))
        var never = try WorldFeed(configuration("churn"))
        seldom.keepSettlements()
        often.keepSettlements()
        _ = try seldom.open(.liveMatches(sportID: nil, events: 5, markets: 5))
        _ = try never.open(.liveMatches(sportID: nil, events: 5, markets: 5))
        var frames: (kept: [[UInt8]], never: [[UInt8]]) = ([], [])
        var taken: [MarketSettlement] = []
        for step in 0..<2_000 {
            seldom.advance { _, frame, _ in frames.kept.append(Array(frame)) }
            never.advance { _, frame, _ in frames.never.append(Array(frame)) }
            often.advance { _, _, _ in }
            // What is asked for between changes leaves no trace either.
            if step % 7 == 0 { _ = try often.open(.matchOdds(matchID: often.matchIDs[0])) }
            _ = often.quotes(often.offerIDs(ofEvent: step % 12), of: .offer)
            taken += often.takeSettlements()
        }
        let settlements = seldom.takeSettlements()
        #expect(settlements == taken && settlements.count > 500)
        #expect(frames.kept == frames.never && frames.kept.count > 300)
        #expect(never.takeSettlements().isEmpty)
    }

    @Test("Other seeds have other winners")
    func seeds() throws {
        let winners = try [1, 2, 3].map { (seed: UInt64) in
            var feed = try WorldFeed(configuration("steady", seed: seed))
            feed.keepSettlements()
            for _ in 0..<1_500 { feed.advance { _, _, _ in } }
            return feed.takeSettlements().compactMap(\.winner).prefix(100).map(\.self)
        }
        #expect(winners.allSatisfy { $0.count == 100 } && Set(winners).count == 3)
    }

    @Test("Winners are drawn with weights of 1 / odds: shares are within four standard deviations")
    func weights() throws {
        var configuration = configuration("steady", seed: 9)
        configuration.events = 200
        configuration.markets = 20
        configuration.recordsPerFrame = 4
        configuration.lifeCycleMilliseconds = 1_000
        var feed = try WorldFeed(configuration)
        feed.keepSettlements()
        // For each tenth of the probability, and for each place in the market: how many
        // outcomes should have won, how many did, and the variance.
        var tenths = [Tally](repeating: Tally(), count: 10)
        var places = [Tally](repeating: Tally(), count: configuration.outcomes)
        var count = 0
        while count < 20_000 {
            feed.advance { _, _, _ in }
            for settlement in feed.takeSettlements() {
                guard let winner = settlement.winner else { continue }
                count += 1
                // Odds of an event that has ended stay as they are.
                let weights = feed.quotes(settlement.outcomeIDs, of: .outcome)
                    .map { 1 / Double($0.oddsTenMillionths) }
                let sum = weights.reduce(0, +)
                for (index, weight) in weights.enumerated() {
                    let share = weight / sum
                    tenths[Int(share * 10)].add(share, hasWon: index == winner)
                    places[index].add(share, hasWon: index == winner)
                }
            }
        }
        #expect(tenths.count { $0.expected > 100 } >= 7)
        for tally in tenths + places {
            let bound = 4 * tally.variance.squareRoot() + 1
            #expect(abs(tally.won - tally.expected) < bound, "\(tally)")
        }
    }

    private struct Tally {
        var expected = 0.0
        var won = 0.0
        var variance = 0.0

        mutating func add(_ share: Double, hasWon: Bool) {
            expected += share
            variance += share * (1 - share)
            won += hasWon ? 1 : 0
        }
    }
}

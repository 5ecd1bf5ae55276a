import OddsJSON
import OddsModel
import OddsReconstruction
import OddsTestInputs
import Testing

@testable import OddsTraffic

/// Offers as bets meet them.
@Suite struct QuoteTests {
    private func configuration(_ scenario: String, seed: UInt64 = 42) -> TrafficConfiguration {
        var configuration = TrafficConfiguration.small(scenario: scenario, seed: seed)
        // Some hundred matches begin and end in a test.
        configuration.lifeCycleMilliseconds = 4_000
        configuration.rate = 400
        return configuration
    }

    /// Where each offer is, found by looking at all markets.
    private struct Scan {
        struct Place: Equatable {
            let market: UInt64
            let event: UInt64
        }

        private(set) var offers: [UInt64: Place] = [:]
        private(set) var outcomes: [UInt64: Place] = [:]
        private(set) var markets: Set<UInt64> = []

        init(_ feed: borrowing WorldFeed, outcomes count: Int) {
            for (event, id) in feed.matchIDs.enumerated() {
                for (index, offer) in feed.offerIDs(ofEvent: event).enumerated() {
                    let market = offer - IDSequence.step * UInt64(3 + 3 * (index % count))
                    offers[offer] = Place(market: market, event: id)
                    outcomes[offer - IDSequence.step] = Place(market: market, event: id)
                    markets.insert(market)
                }
            }
        }
    }

    @Test("Ids are found as by looking at all markets, while markets are replaced",
        arguments: ["churn", "kickoff", "steady"], [1, 3] as [Int])
    func index(scenario: String, outcomes: Int) throws {
        var configuration = configuration(scenario)
        configuration.outcomes = outcomes
        var feed = try WorldFeed(configuration)
        var random = SplitMix64(seed: 87)
        var known: [UInt64] = []
        var markets: Set<UInt64> = []
        var (foundCount, goneCount) = (0, 0)
        for step in 0..<2_000 {
            feed.advance { _, _, _ in }
            guard step % 8 == 0 else { continue }
            let scan = Scan(feed, outcomes: outcomes)
            known += scan.markets.subtracting(markets).sorted()
            markets.formUnion(scan.markets)
            // Of markets of all times, and of ids beside those of their offers.
            let ids = (0..<20).map { _ -> UInt64 in
                let distance = IDSequence.step * UInt64(random.below(3 * outcomes + 5))
                return random.pick(known) + distance - IDSequence.step + UInt64(random.below(9) / 8)
            }
            for (key, places) in [(QuoteKey.offer, scan.offers), (.outcome, scan.outcomes)] {
                let quotes = feed.quotes(ids + ids, of: key)
                var expected: [UInt64] = []
                for id in ids where places[id] != nil && !expected.contains(id) {
                    expected.append(id)
                }
                #expect(quotes.map { key == .offer ? $0.offerID : $0.outcomeID } == expected)
                for quote in quotes {
                    let place = Scan.Place(market: quote.marketID, event: quote.eventID)
                    #expect(quote.offerID == quote.outcomeID + IDSequence.step)
                    #expect(places[key == .offer ? quote.offerID : quote.outcomeID] == place)
                }
                foundCount += quotes.count
                goneCount += ids.count - quotes.count
            }
        }
        // Many more than the list of the index holds.
        #expect(markets.count > 4 * configuration.events * configuration.markets)
        #expect(foundCount > 200 && goneCount > 1_000, "\(foundCount), \(goneCount)")
        #expect(feed.quotes([0, 1, .max], of: .offer).isEmpty)
        #expect(feed.quotes([], of: .outcome).isEmpty)
    }

    private final class Reader { var channel = Channel<IncrementalGraph>() }

    @Test("Bets meet the odds that the feed has sent last, and are taken where it says so",
        arguments: ["steady", "goal", "churn"])
    func sent(scenario: String) throws {
        var feed = try WorldFeed(configuration(scenario))
        var readers: [WorldFeed.TopicID: Reader] = [:]
        for scope: TopicScope in [
            .liveMatches(sportID: nil, events: 99, markets: 99),
            .nextMatches(sportID: nil, events: 99, markets: 99),
        ] {
            let topic = try feed.open(scope)
            let reader = Reader()
            try feed.dump(of: topic).withUnsafeBytes { _ = reader.channel.receive($0) }
            readers[topic] = reader
        }
        var (openCount, closedCount, nextCount) = (0, 0, 0)
        for step in 0..<1_500 {
            feed.advance { topic, frame, _ in _ = readers[topic]?.channel.receive(frame) }
            guard step % 50 == 0 else { continue }
            for reader in readers.values {
                for event in reader.channel.strategy.events(limit: .max) {
                    for market in event.markets {
                        for outcome in market.outcomes {
                            let offer = try #require(outcome.bettingOffers.first)
                            let id = try #require(UInt64("\(offer.id)"))
                            let quote = try #require(feed.quotes([id], of: .offer).first)
                            let odds = try #require(offer.odds)
                            #expect(quote.oddsTenMillionths == UInt64((odds * 1e7).rounded()))
                            #expect("\(quote.outcomeID)" == "\(outcome.id)")
                            #expect("\(quote.marketID)" == "\(market.id)")
                            #expect("\(quote.eventID)" == "\(event.id)")
                            #expect("\(quote.bettingTypeID)" == offer.bettingTypeId)
                            let isOpen =
                                offer.isAvailable == true && offer.statusId == "1"
                                && market.isAvailable == true && event.statusId != "3"
                            #expect(quote.isOpen == isOpen)
                            #expect(quote.isLive == (event.statusId != "1"))
                            openCount += isOpen ? 1 : 0
                            closedCount += isOpen ? 0 : 1
                            nextCount += quote.isLive ? 0 : 1
                        }
                    }
                }
            }
        }
        #expect(openCount > 500 && closedCount > 100 && nextCount > 500)
    }

    @Test("A quote names what a bet shows of it, as the feed does")
    func descriptions() throws {
        var feed = try WorldFeed(configuration("steady"))
        let topic = try feed.open(.liveMatches(sportID: nil, events: 99, markets: 99))
        var channel = Channel<IncrementalGraph>()
        try feed.dump(of: topic).withUnsafeBytes { _ = channel.receive($0) }
        var count = 0
        for event in channel.strategy.events(limit: .max) {
            for market in event.markets {
                for outcome in market.outcomes {
                    let id = try #require(UInt64("\(outcome.id)"))
                    let quote = try #require(feed.quotes([id], of: .outcome).first)
                    var text = quote.description
                    let description = try text.withUTF8 {
                        try JSONValue(json: UnsafeRawBufferPointer($0))
                    }
                    guard case .object(let members) = description else {
                        Issue.record("\(description)")
                        continue
                    }
                    #expect(
                        members.map(\.name) == [
                            "eventName", "marketName", "betName", "sportId", "sportName",
                            "sportCode", "tournamentName", "homeParticipantName",
                            "awayParticipantName", "startTime",
                        ])
                    let names = [
                        "eventName": event.name, "marketName": market.name,
                        "betName": outcome.translatedName, "sportId": event.sportId,
                        "sportName": event.sportName,
                        // Without the season's year.
                        "tournamentName": event.parentName.map { String($0.dropLast(5)) },
                        "homeParticipantName": event.homeParticipantName,
                        "awayParticipantName": event.awayParticipantName,
                    ]
                    for (name, expected) in names {
                        #expect(description[name] == .string(expected ?? ""), "\(name)")
                    }
                    let sport = Vocabulary.sports.first { "\($0.id)" == event.sportId }
                    #expect(description["sportCode"] == .string(sport.map { "\($0.code)" } ?? ""))
                    #expect(description["startTime"] == .number(event.startTime ?? 0))
                    count += 1
                }
            }
        }
        #expect(count > 100)
    }
}

import OddsTestInputs
import Testing

@testable import OddsTopics

@Suite struct TopicTests {
    private static let topics: [(String, EMTopic.Content)] = [
        ("/sports/4093/en/live-matches-aggregator-main/all-disciplines/all-locations/"
            + "default-event-info/10/5", .liveMatches(sport: .all, EMPage(events: 10, markets: 5))),
        ("/sports/4093/en/custom-matches-aggregator/701/all/all/all/POPULAR/LIVE/20/3",
            .popularMatches(sport: .id("701"), EMPage(events: 20, markets: 3))),
        ("/sports/4093/en/next-matches-aggregator-main/702/100/1",
            .nextMatches(sport: .id("702"), EMPage(events: 100, markets: 1))),
        ("/sports/4093/en/competition-matches-aggregator/97000000004194304/20/3",
            .competitionMatches(tournament: "97000000004194304", EMPage(events: 20, markets: 3))),
        ("/sports/4093/en/287259481896947712/match-odds",
            .matchOdds(match: "287259481896947712")),
        ("/sports/4093/en/match-aggregator-groups-overview/7/1", .marketGroups(match: "7")),
        ("/sports/4093/en/disciplines/LIVE/BOTH", .disciplines(liveOnly: true)),
        ("/sports/4093/en/disciplines/BOTH/BOTH", .disciplines(liveOnly: false)),
        ("/sports/4093/en/7/eventPartScores/small", .partScores(match: "7")),
        ("/sports/4093/en/bettingOffers/12", .bettingOffer("12")),
    ]

    @Test("Each topic reads, and writes as it was")
    func roundTrip() throws {
        for (text, content) in Self.topics {
            let topic = try EMTopic(text)
            #expect(topic == EMTopic(operatorID: "4093", language: "en", content: content))
            #expect("\(topic)" == text)
        }
    }

    @Test("What is not a topic is refused, and the segment named", arguments: [
        ("", "expected /sports/"), ("/sports#initialDump", "expected /sports/"),
        ("/sports/x/en/disciplines/BOTH/BOTH", "operator x"),
        ("/sports/1/eng/disciplines/BOTH/BOTH", "language eng"),
        ("/sports/1/en/disciplines/DEAD/BOTH", "neither LIVE nor BOTH"),
        ("/sports/1/en/disciplines/LIVE", "1 segments behind its name, not 2"),
        ("/sports/1/en/disciplines/LIVE/LIVE", "should be \"BOTH\""),
        ("/sports/1/en/next-matches-aggregator-main//10/5", "should be filled"),
        ("/sports/1/en/next-matches-aggregator-main/1/0/5", "1 to 1000 events"),
        ("/sports/1/en/next-matches-aggregator-main/1/10/x", "1 to 1000 events"),
        ("/sports/1/en/competition-matches-aggregator//10/5", "should be filled"),
        ("/sports/1/en/competition-matches-aggregator/7/10", "2 segments behind its name"),
        ("/sports/1/en/competition-matches-aggregator/7/1001/5", "1 to 1000 events"),
        ("/sports/1/en//match-odds", "no topic is called"),
        ("/sports/1/en/7/match-odd", "no topic is called"),
    ])
    func refusals(text: String, what: String) {
        let error = #expect(throws: EMTopicError.self) { try EMTopic(text) }
        #expect(error?.description.contains(what) == true, "\(error?.description ?? "")")
    }

    @Test("Damaged topics never trap, and what reads writes a topic of the same meaning",
        arguments: [11, 12])
    func fuzz(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let original = random.pick(Self.topics).0
            let text = String(
                decoding: ByteMutation.mutate(Array(original.utf8), using: &random),
                as: UTF8.self)
            guard let topic = try? EMTopic(text) else { continue }
            #expect((try? EMTopic(topic.description)) == topic, "seed \(seed): \(text)")
        }
    }
}

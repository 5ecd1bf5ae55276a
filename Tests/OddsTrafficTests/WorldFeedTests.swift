import OddsReconstruction
import OddsTestInputs
import Testing

@testable import OddsTraffic

/// A client of one topic: the contract's channel, fed as a server feeds it.
private final class Follower {
    let topic: WorldFeed.TopicID
    var channel = Channel<IncrementalGraph>()

    init(_ topic: WorldFeed.TopicID) { self.topic = topic }

    func receive(_ frame: UnsafeRawBufferPointer) { _ = channel.receive(frame) }

    var state: [UInt8] {
        SnapshotWriter.state(
            events: channel.strategy.events(limit: .max),
            references: channel.strategy.references())
    }
}

@Suite struct WorldFeedTests {
    private static let scenarios = TrafficScenarios.descriptions.map(\.name)

    private func configuration(_ scenario: String, seed: UInt64 = 42) -> TrafficConfiguration {
        var configuration = TrafficConfiguration.small(scenario: scenario, seed: seed)
        // Some hundred matches begin and end in a test.
        configuration.lifeCycleMilliseconds = 4_000
        configuration.rate = 400
        return configuration
    }

    /// A topic of each kind.
    private func scopes(of feed: borrowing WorldFeed) -> [TopicScope] {
        let match = feed.matchIDs[0]
        return [
            .liveMatches(sportID: nil, events: 5, markets: 4),
            .liveMatches(sportID: nil, events: 1_000, markets: 1_000),
            .liveMatches(sportID: 701, events: 10, markets: 2),
            .popularMatches(sportID: nil, events: 3, markets: 9),
            .nextMatches(sportID: nil, events: 3, markets: 3),
            .competitionMatches(
                tournamentID: Vocabulary.tournamentID(ofLeague: 0), events: 9, markets: 2),
            .competitionMatches(
                tournamentID: Vocabulary.tournamentID(ofLeague: 1), events: 1, markets: 9),
            .matchOdds(matchID: match), .marketGroups(matchID: match),
            .partScores(matchID: match), .disciplines,
            .bettingOffer(offerID: feed.offerIDs(ofEvent: 0)[4]),
        ]
    }

    @Test("Whenever a client joins, dump and updates add up to the truth, in the same order",
        arguments: scenarios, [42, 43] as [UInt64])
    func joining(scenario: String, seed: UInt64) throws {
        var feed = try WorldFeed(configuration(scenario, seed: seed))
        var random = SplitMix64(seed: seed)
        let scopes = scopes(of: feed)
        var followers: [Follower] = []
        for scope in scopes { followers.append(Follower(try feed.open(scope))) }
        let topics = followers.map(\.topic)
        // The first ones get their dumps at once, later ones while frames flow.
        for follower in followers {
            try feed.dump(of: follower.topic).withUnsafeBytes { follower.receive($0) }
        }
        var waiting: [Follower] = []
        for step in 0..<800 {
            feed.advance { topic, frame, _ in
                for follower in followers + waiting where follower.topic == topic {
                    follower.receive(frame)
                }
            }
            if step % 25 == 0 { waiting.append(Follower(random.pick(topics))) }
            if random.chance(3), let follower = waiting.popLast() {
                try feed.dump(of: follower.topic).withUnsafeBytes { follower.receive($0) }
                followers.append(follower)
            }
        }
        let version = feed.writeFence { topic, frame, _ in
            for follower in followers where follower.topic == topic { follower.receive(frame) }
        }
        #expect(followers.count > topics.count + 10)
        for topic in topics {
            let truth = Follower(topic)
            try feed.dump(of: topic).withUnsafeBytes { truth.receive($0) }
            for (index, follower) in followers.enumerated() where follower.topic == topic {
                #expect(follower.state == truth.state, "follower \(index), seed \(seed)")
                #expect(follower.channel.version?.text == "\(version)")
                guard scenario != "hostile" else { continue }
                let counters = follower.channel.counters
                #expect(counters.framesRejected == 0 && counters.recordsRejected == 0)
                // Nothing is repeated: what is deleted twice would be an orphan.
                #expect(counters.orphanUpdates == 0 && counters.orphanDeletes == 0)
                #expect(counters.framesHeld == 0)
            }
        }
    }

    @Test("Matches begin, end and go, and new ones come")
    func lifeCycle() throws {
        var feed = try WorldFeed(configuration("steady"))
        let next = Follower(try feed.open(.nextMatches(sportID: nil, events: 99, markets: 1)))
        let live = Follower(try feed.open(.liveMatches(sportID: nil, events: 99, markets: 1)))
        var liveStatuses: [String: Set<String>] = [:]
        var nextIDs: Set<String> = []
        var settledOfferCount = 0
        for follower in [next, live] {
            try feed.dump(of: follower.topic).withUnsafeBytes { follower.receive($0) }
        }
        for _ in 0..<2_000 {
            feed.advance { topic, frame, _ in
                (topic == next.topic ? next : live).receive(frame)
            }
            for event in next.channel.strategy.events(limit: .max) {
                #expect(event.statusId?.description == "1")
                #expect(event.eventInfos.isEmpty)
                nextIDs.insert("\(event.id)")
            }
            for event in live.channel.strategy.events(limit: .max) {
                liveStatuses["\(event.id)", default: []].insert(
                    event.statusId?.description ?? "")
                guard event.statusId?.description == "3" else { continue }
                for market in event.markets {
                    #expect(market.isClosed == true && market.isAvailable == false)
                    for outcome in market.outcomes {
                        for offer in outcome.bettingOffers {
                            #expect(offer.isAvailable == false)
                            settledOfferCount += 1
                        }
                    }
                }
            }
        }
        #expect(liveStatuses.values.allSatisfy { $0.isSubset(of: ["2", "3"]) })
        #expect(liveStatuses.values.count { $0.count == 2 } > 12)
        // Most of those that were to come have come.
        #expect(nextIDs.intersection(liveStatuses.keys).count > 10)
        #expect(settledOfferCount > 100)
    }

    @Test("A competition shows its matches from before their start until they are removed")
    func competition() throws {
        var configuration = configuration("steady")
        configuration.events = 36
        var feed = try WorldFeed(configuration)
        let tournament = Vocabulary.tournamentID(ofLeague: 3)
        let all = Follower(
            try feed.open(.competitionMatches(tournamentID: tournament, events: 99, markets: 2)))
        let page = Follower(
            try feed.open(.competitionMatches(tournamentID: tournament, events: 2, markets: 2)))
        for follower in [all, page] {
            try feed.dump(of: follower.topic).withUnsafeBytes { follower.receive($0) }
        }
        var statuses: [String: [String]] = [:]
        for _ in 0..<3_000 {
            feed.advance { topic, frame, _ in
                (topic == all.topic ? all : page).receive(frame)
            }
            let events = all.channel.strategy.events(limit: .max)
            // Each of twelve leagues has a twelfth of the matches.
            #expect(events.count == 3)
            #expect(page.channel.strategy.events(limit: .max).count == 2)
            for event in events {
                #expect(event.parentId == "\(tournament)" && event.markets.count == 2)
                #expect(event.eventInfos.isEmpty == (event.statusId == "1"))
                let status = event.statusId ?? ""
                if statuses["\(event.id)"]?.last != status {
                    statuses["\(event.id)", default: []].append(status)
                }
            }
        }
        #expect(statuses.values.contains(["1", "2", "3"]))
        #expect(statuses.values.allSatisfy { $0 == $0.sorted() })
        // What is over when somebody comes is not shown any more.
        while !all.channel.strategy.events(limit: .max).contains(where: { $0.statusId == "3" }) {
            feed.advance { topic, frame, _ in if topic == all.topic { all.receive(frame) } }
        }
        let late = Follower(
            try feed.open(.competitionMatches(tournamentID: tournament, events: 99, markets: 2)))
        try feed.dump(of: late.topic).withUnsafeBytes { late.receive($0) }
        let events = late.channel.strategy.events(limit: .max)
        #expect(events.count == 2 && events.allSatisfy { $0.statusId != "3" })
    }

    @Test("Topics that show the same entity show the same values at the same version")
    func consistency() throws {
        var feed = try WorldFeed(configuration("goal"))
        let scopes: [TopicScope] = [
            .liveMatches(sportID: nil, events: 99, markets: 99),
            .popularMatches(sportID: nil, events: 4, markets: 2),
            .matchOdds(matchID: feed.matchIDs[0]),
        ]
        var followers: [Follower] = []
        for scope in scopes { followers.append(Follower(try feed.open(scope))) }
        for follower in followers {
            try feed.dump(of: follower.topic).withUnsafeBytes { follower.receive($0) }
        }
        var comparedCount = 0
        for step in 0..<600 {
            feed.advance { topic, frame, _ in
                for follower in followers where follower.topic == topic {
                    follower.receive(frame)
                }
            }
            guard step % 20 == 0 else { continue }
            var offers: [String: Double?] = [:]
            for follower in followers {
                for event in follower.channel.strategy.events(limit: .max) {
                    for market in event.markets {
                        for outcome in market.outcomes {
                            for offer in outcome.bettingOffers {
                                if let known = offers["\(offer.id)"] {
                                    #expect(known == offer.odds)
                                    comparedCount += 1
                                }
                                offers["\(offer.id)"] = offer.odds
                            }
                        }
                    }
                }
            }
        }
        #expect(comparedCount > 1_000)
    }

    @Test("The same seed makes the same changes, whichever topics are open")
    func determinism() throws {
        let frames = { (others: Bool) throws -> [[UInt8]] in
            var feed = try WorldFeed(self.configuration("churn"))
            var seen: [[UInt8]] = []
            let topic = try feed.open(.liveMatches(sportID: nil, events: 5, markets: 5))
            if others { for scope in self.scopes(of: feed) { _ = try feed.open(scope) } }
            for _ in 0..<300 {
                feed.advance { open, frame, _ in if open == topic { seen.append(Array(frame)) } }
            }
            return seen
        }
        let alone = try frames(false)
        #expect(try frames(true) == alone)
        #expect(alone.count > 50)
    }

    @Test("Scenario and rate can be changed while the world goes on")
    func changing() throws {
        var feed = try WorldFeed(configuration("steady"))
        _ = try feed.open(.disciplines)
        for _ in 0..<100 { feed.advance { _, _, _ in } }
        let before = feed.nextNanoseconds
        try feed.change(scenario: "odds", rate: 4_000)
        #expect(feed.configuration.scenario == "odds")
        #expect(throws: TrafficConfigurationError.self) {
            try feed.change(scenario: "none", rate: 1)
        }
        for _ in 0..<400 { feed.advance { _, _, _ in } }
        let seconds = Double(feed.nextNanoseconds - before) / 1e9
        // 400 frames of 7 offers at 4,000 a second.
        #expect(abs(seconds - 0.7) < 0.1, "\(seconds)")
    }

    @Test("What the world has not is refused")
    func refusals() throws {
        var feed = try WorldFeed(configuration("steady"))
        #expect(throws: TopicScopeError.noSuchSport(9)) {
            try feed.open(.liveMatches(sportID: 9, events: 1, markets: 1))
        }
        #expect(throws: TopicScopeError.noSuchTournament(9)) {
            try feed.open(.competitionMatches(tournamentID: 9, events: 1, markets: 1))
        }
        #expect(throws: TopicScopeError.noSuchMatch(9)) {
            try feed.open(.matchOdds(matchID: 9))
        }
        #expect(throws: TopicScopeError.noSuchOffer(9)) {
            try feed.open(.bettingOffer(offerID: 9))
        }
    }

    @Test("No frame is larger than the contract allows")
    func frameSizes() throws {
        var configuration = configuration("kickoff")
        configuration.events = 60
        configuration.markets = 40
        configuration.lifeCycleMilliseconds = 1_000
        configuration.stateFrameBytesMax = 1 << 20
        var feed = try WorldFeed(configuration)
        let topic = try feed.open(.liveMatches(sportID: nil, events: 1_000, markets: 1_000))
        #expect(throws: TopicScopeError.dumpTooLarge(byteCount: 1 << 20)) {
            try feed.dump(of: topic)
        }
        var longest = 0
        for _ in 0..<400 { feed.advance { _, frame, _ in longest = max(longest, frame.count) } }
        #expect(longest > 100_000 && longest < 3 << 19)
    }
}

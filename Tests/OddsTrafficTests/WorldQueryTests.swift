import OddsModel
import OddsReconstruction
import Testing

@testable import OddsTraffic

@Suite struct WorldQueryTests {
    /// What an answer holds, as a store of the feed reads it.
    private func read(_ answer: [UInt8]) -> Channel<IncrementalGraph> {
        let head = #"{"records":"#
        #expect(String(decoding: answer, as: UTF8.self).hasPrefix(head))
        let dump = Array(#"{"messageType":"INITIAL_DUMP","records":"#.utf8)
            + answer.dropFirst(head.utf8.count)
        var channel = Channel<IncrementalGraph>()
        let disposition = dump.withUnsafeBytes { channel.receive($0) }
        #expect(disposition == .applied && channel.counters.recordsRejected == 0)
        return channel
    }

    private func feed(
        _ change: (inout TrafficConfiguration) -> Void = { _ in }
    ) throws -> WorldFeed {
        var configuration = TrafficConfiguration.small(scenario: "steady", seed: 7)
        configuration.lifeCycleMilliseconds = 4_000
        configuration.events = 40
        change(&configuration)
        var feed = try WorldFeed(configuration)
        for _ in 0..<500 { feed.advance { _, _, _ in } }
        return feed
    }

    private func events(
        _ query: WorldQuery, _ feed: inout WorldFeed
    ) throws -> [EventModel] {
        var channel = read(try feed.answer(query))
        return channel.strategy.events(limit: .max)
    }

    private func tournaments(
        _ query: TournamentQuery, _ feed: inout WorldFeed
    ) throws -> [(id: String, properties: [String: String])] {
        let channel = read(try feed.answer(.tournaments(query)))
        return channel.strategy.references().map { reference in
            #expect(reference.type == "TOURNAMENT")
            return (
                "\(reference.id)",
                Dictionary(uniqueKeysWithValues: reference.properties.map { ($0.name, $0.json) })
            )
        }
    }

    @Test("Sports are those of the topic of disciplines, as they are now")
    func sports() throws {
        var feed = try feed()
        for _ in 0..<3 {
            let topic = try feed.open(.disciplines)
            var dump = Channel<IncrementalGraph>()
            try feed.dump(of: topic).withUnsafeBytes { _ = dump.receive($0) }
            let answer = read(try feed.answer(.sports))
            #expect(answer.strategy.references() == dump.strategy.references())
            #expect(answer.strategy.references().count == 16)
            feed.close(topic)
            for _ in 0..<200 { feed.advance { _, _, _ in } }
        }
    }

    @Test("A tournament counts its matches as the lists show them")
    func tournamentCounts() throws {
        var feed = try feed()
        let live = try feed.open(.liveMatches(sportID: nil, events: 99, markets: 1))
        let next = try feed.open(.nextMatches(sportID: nil, events: 99, markets: 1))
        var matches: [String: (live: Int, next: Int)] = [:]
        for (topic, path) in [(live, \(live: Int, next: Int).live), (next, \.next)] {
            var channel = Channel<IncrementalGraph>()
            try feed.dump(of: topic).withUnsafeBytes { _ = channel.receive($0) }
            for event in channel.strategy.events(limit: .max) where event.statusId != "3" {
                matches[event.parentId ?? "", default: (0, 0)][keyPath: path] += 1
            }
        }
        let found = try tournaments(TournamentQuery(), &feed)
        #expect(Set(found.map(\.id)) == Set(matches.keys) && found.count > 8)
        for (id, properties) in found {
            let count = try #require(matches[id])
            #expect(properties["numberOfLiveEvents"] == "\(count.live)")
            #expect(properties["numberOfUpcomingMatches"] == "\(count.next)")
            #expect(properties["numberOfEvents"] == "\(count.live + count.next)")
        }
    }

    @Test("Tournaments are chosen by sport and by what they have, and cut by popularity")
    func tournamentChoice() throws {
        var feed = try feed()
        var query = TournamentQuery()
        query.sportID = 701
        let football = try tournaments(query, &feed)
        #expect(football.count == 2)
        #expect(football.allSatisfy { $0.properties["sportId"] == #""701""# })
        query.sportID = 9
        #expect(throws: TopicScopeError.noSuchSport(9)) { try feed.answer(.tournaments(query)) }

        query.sportID = nil
        for (status, key) in [
            (TournamentQuery.LiveStatus.live, "numberOfLiveEvents"),
            (.notLive, "numberOfUpcomingMatches"),
        ] {
            query.liveStatus = status
            let found = try tournaments(query, &feed)
            #expect(!found.isEmpty && found.allSatisfy { $0.properties[key] != "0" })
        }
        query.liveStatus = .both
        query.isByPopularity = true
        query.countMax = 4
        let offers = try tournaments(query, &feed).map {
            Int($0.properties["numberOfBettingOffers"] ?? "") ?? 0
        }
        query.countMax = 99
        let all = try tournaments(query, &feed).map {
            Int($0.properties["numberOfBettingOffers"] ?? "") ?? 0
        }
        #expect(all == all.sorted(by: >) && offers == Array(all.prefix(4)))
    }

    @Test("A match comes with all that its topic shows")
    func match() throws {
        var feed = try feed()
        let id = feed.matchIDs[3]
        let topic = try feed.open(.matchOdds(matchID: id))
        var truth = Channel<IncrementalGraph>()
        try feed.dump(of: topic).withUnsafeBytes { _ = truth.receive($0) }
        let found = try events(.match(id), &feed)
        #expect(found == truth.strategy.events(limit: .max))
        #expect(found.first.map { "\($0.id)" } == "\(id)" && found.count == 1)
        #expect(throws: TopicScopeError.noSuchMatch(9)) { try feed.answer(.match(9)) }
    }

    @Test("Outcomes come with the way up to their matches, unknown ones not at all")
    func outcomes() throws {
        var feed = try feed()
        let ids = feed.matchIDs
        var sought: Set<UInt64> = []
        for id in [ids[2], ids[5]] {
            for market in try #require(try events(.match(id), &feed).first).markets.prefix(2) {
                for outcome in market.outcomes.suffix(1) {
                    sought.insert(try #require(UInt64("\(outcome.id)")))
                }
            }
        }
        // An offer's id, which lies between those of outcomes.
        let other = try #require(try events(.match(ids[9]), &feed).first)
        let offer = try #require(other.markets.first?.outcomes.first?.bettingOffers.first)
        let unknown = try #require(UInt64("\(offer.id)"))
        let found = try events(.outcomes(sought.union([unknown, 1, .max])), &feed)
        #expect(found.map { "\($0.id)" } == ["\(ids[2])", "\(ids[5])"])
        let outcomes = found.flatMap { $0.markets }.flatMap { $0.outcomes }
        #expect(Set(outcomes.compactMap { UInt64("\($0.id)") }) == sought)
        #expect(outcomes.count == 4)
        #expect(outcomes.allSatisfy { $0.bettingOffers.first?.odds != nil })
    }

    @Test("A search finds parts of names in any case, within its limit and statuses")
    func search() throws {
        var feed = try feed()
        let all = try feed.matchIDs.map { try #require(try events(.match($0), &feed).first) }
        let name = try #require(all[7].homeParticipantName)
        let part = String(name.dropFirst().dropLast()).uppercased()
        var query = SearchQuery(text: part)
        query.statusIDs = [1, 2, 3]
        let expected = all.filter {
            [$0.homeParticipantName, $0.awayParticipantName, $0.parentName].contains {
                $0?.lowercased().contains(part.lowercased()) == true
            }
        }
        #expect(try events(.search(query), &feed).map(\.id) == expected.map(\.id))

        query.text = "a"
        for (status, text) in [(1, "1"), (2, "2"), (3, "3")] as [(UInt64, String)] {
            query.statusIDs = [status]
            let found = try events(.search(query), &feed)
            #expect(found.allSatisfy { $0.statusId == text })
        }
        query.statusIDs = [1, 2]
        query.countMax = 3
        #expect(try events(.search(query), &feed).count == 3)
        #expect(read(try feed.answer(.search(query))).strategy.references().count == 3)
    }

    @Test("What comes with a result is what was asked for")
    func searchParts() throws {
        var feed = try feed()
        var query = SearchQuery(text: "e")
        query.kinds = [.match]
        query.statusIDs = [2]
        #expect(read(try feed.answer(.search(query))).strategy.references().isEmpty)
        let whole = try events(.search(query), &feed)
        #expect(whole.allSatisfy { !$0.eventInfos.isEmpty && !$0.markets.isEmpty })
        query.bettingTypeIDs = [1_069]
        let results = try events(.search(query), &feed).flatMap { $0.markets }
        #expect(!results.isEmpty && results.allSatisfy { $0.bettingTypeId == "1069" })
        query.additions = []
        let bare = try events(.search(query), &feed)
        #expect(!bare.isEmpty && bare.allSatisfy { $0.eventInfos.isEmpty && $0.markets.isEmpty })
    }

    @Test("An answer that is larger than a frame may be is refused")
    func sizes() throws {
        var feed = try feed {
            $0.markets = 40
            $0.stateFrameBytesMax = 1 << 18
        }
        #expect(throws: TopicScopeError.answerTooLarge(byteCount: 1 << 18)) {
            try feed.answer(.search(SearchQuery(text: "e")))
        }
    }
}

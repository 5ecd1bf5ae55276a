import OddsModel
import OddsReconstruction
import OddsTraffic
import SeededRandom
import Testing

@testable import GameServer

/// What is read of a list of the feed.
struct ProviderListTests {
    @Test("A match has the odds of the first and the last outcome of its first market")
    func odds() throws {
        var list = RecordedList(match(7, odds: [1.9090909, 3.25, 4.995]))
        let events = list.events
        let match = FeedMatch(try #require(events.first))
        #expect(match.id == EntityID("7") && match.startSeconds == 7)
        #expect([match.teamA, match.teamB] == ["A7", "B7"])
        #expect(match.odds.teamA?.hundredths == 191 && match.odds.teamB?.hundredths == 500)
        #expect(match.odds.areOpen)
    }

    @Test("Teams are the participants; without them, what the name says", arguments: [
        (#""homeParticipantName":"H","awayParticipantName":"A""#, ["H", "A"]),
        (#""homeParticipantName":"H","name":"X vs Y""#, ["X", "Y"]),
        (#""name":"X - Y - Z""#, ["X", "Y - Z"]), (#""name":"Cup""#, ["Cup", "–"]),
        (#""name":null"#, ["7", "–"]),
    ])
    func teams(properties: String, teams: [String]) throws {
        var list = RecordedList([entity("MATCH", "7", properties)])
        let events = list.events
        let match = FeedMatch(try #require(events.first))
        #expect([match.teamA, match.teamB] == teams)
        #expect(match.odds.teamA == nil && !match.odds.areOpen && match.startSeconds == 0)
    }

    @Test("What is not open is suspended", arguments: [
        ("MATCH", "7", #""statusId":"3""#), ("MATCH", "7", #""statusId":"5""#),
        ("MARKET", "71", #""isAvailable":false"#), ("MARKET", "71", #""isClosed":true"#),
        ("BETTING_OFFER", "730", #""isAvailable":false"#),
        ("BETTING_OFFER", "732", #""statusId":"2""#),
        ("BETTING_OFFER", "732", #""isAvailable":null"#),
    ])
    func suspended(type: String, id: String, properties: String) throws {
        var list = RecordedList(match(7, odds: [2, 3, 4]))
        let before = list.events
        #expect(FeedOdds(try #require(before.first)).areOpen)
        list.receive([change(type, id, properties)])
        let events = list.events
        let odds = FeedOdds(try #require(events.first))
        #expect(!odds.areOpen && odds.teamA?.hundredths == 200 && odds.teamB?.hundredths == 400)
    }

    @Test("What is no price is none", arguments: ["1", "0", "-3", "200001", "1e300", "null"])
    func prices(odds: String) throws {
        var list = RecordedList(match(7, odds: [2, 3]))
        list.receive([change("BETTING_OFFER", "730", #""odds":\#(odds)"#)])
        let events = list.events
        #expect(FeedOdds(try #require(events.first)).teamA == nil)
    }

    @Test("Of changes that pages do not show nothing is read")
    func unseen() throws {
        var list = RecordedList(match(7, odds: [2, 3, 4]))
        var reader = FeedList()
        _ = reader.read(list.events)
        for record in [
            change("BETTING_OFFER", "731", #""odds":9"#),
            change("BETTING_OFFER", "730", #""lastChangedTime":5"#),
            change("MATCH", "7", #""numberOfMarkets":5"#),
            create("EVENT_INFO", "1", #""eventId":"7","typeId":"1""#),
            create("SPORT", "1", #""name":"S""#),
        ] {
            let changes = list.receive([record])
            let content = reader.read(changes, isIncomplete: false, of: { list.events })
            let isNothing = content == nil
            #expect(isNothing, "\(record)")
        }
        let changes = list.receive([change("BETTING_OFFER", "732", #""odds":9"#)])
        let content = reader.read(changes, isIncomplete: false, of: { list.events })
        #expect(content?.odds.map(\.place) == [0])
        #expect(content?.odds.first?.odds.teamB?.hundredths == 900)
    }

    @Test("Outcomes that come and go change which of them are first and last")
    func outcomes() throws {
        var list = RecordedList(match(6, odds: [5, 6]) + match(7, odds: [2, 3]))
        var reader = FeedList()
        var shown = ShownList(reader.read(list.events))
        for (records, odds) in [
            // Another one behind the last.
            ([
                create("OUTCOME", "729", #""marketId":"71""#),
                create(
                    "BETTING_OFFER", "739",
                    #""outcomeId":"729","odds":8,"isAvailable":true,"statusId":"1""#),
            ], [200, 800]),
            ([change("BETTING_OFFER", "739", #""odds":8.5"#)], [200, 850]),
            // The first one goes, and its offer is nobody's.
            ([delete("OUTCOME", "720")], [300, 850]),
            ([change("BETTING_OFFER", "731", #""odds":3.5"#)], [350, 850]),
            // One comes for which an offer was there before.
            ([
                create(
                    "BETTING_OFFER", "738",
                    #""outcomeId":"728","odds":7,"isAvailable":true,"statusId":"1""#),
            ], [350, 850]),
            ([create("OUTCOME", "728", #""marketId":"71""#)], [350, 700]),
            // The only market goes, and another one comes.
            ([delete("MARKET", "71")], [nil, nil]),
            (
                [
                    create("MARKET", "75", #""eventId":"7""#),
                    change("OUTCOME", "721", #""marketId":"75""#),
                ], [350, 350]
            ),
        ] as [([String], [Int?])] {
            let changes = list.receive(records)
            let content = reader.read(changes, isIncomplete: false, of: { list.events })
            shown.take(try #require(content, "\(records)"))
            let match = try #require(shown.matches.last)
            #expect([match.odds.teamA?.hundredths, match.odds.teamB?.hundredths] == odds)
            let all = list.events.map(FeedMatch.init)
            #expect(shown.matches == all)
        }
    }

    @Test("A late reader under whom matches have moved reads all of them", arguments: [
        // The second match is another one, and there is none.
        [delete("MATCH", "7"), create("MATCH", "8", #""name":"C - D","statusId":"1""#)],
        [delete("MATCH", "7")],
    ])
    func moved(records: [String]) throws {
        var list = RecordedList(match(6, odds: [5, 6]) + match(7, odds: [2, 3]))
        var reader = FeedList()
        _ = reader.read(list.events)
        let odds = list.receive([change("BETTING_OFFER", "730", #""odds":2.5"#)])
        list.receive(records)
        let content = reader.read(odds, isIncomplete: false, of: { list.events })
        guard case .list(let matches) = content else {
            Issue.record("odds of another match")
            return
        }
        let all = list.events.map(FeedMatch.init)
        #expect(matches == all)
    }

    @Test("Ids that are no numbers are followed as well")
    func otherIDs() throws {
        var list = RecordedList([
            entity("MATCH", "m-1", #""name":"A - B","statusId":"1""#),
            entity("MARKET", "k-1", #""eventId":"m-1""#),
            entity("OUTCOME", "o-1", #""marketId":"k-1""#),
            entity("BETTING_OFFER", "b-1", #""outcomeId":"o-1","odds":2,"isAvailable":true"#),
        ])
        var reader = FeedList()
        var shown = ShownList(reader.read(list.events))
        let changes = list.receive([change("BETTING_OFFER", "b-1", #""odds":9"#)])
        let content = reader.read(changes, isIncomplete: false, of: { list.events })
        shown.take(try #require(content))
        #expect(shown.matches.first?.odds.teamA?.hundredths == 900)
    }

    @Test("A reader, however late, ends with what a whole reading shows", arguments: [
        "steady", "odds", "churn", "goal", "redump",
    ])
    func randomTraffic(scenario: String) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var configuration = TrafficConfiguration()
        configuration.events = 40
        configuration.markets = 4
        configuration.rate = 1_000
        configuration.scenario = scenario
        configuration.lifeCycleMilliseconds = 10_000
        configuration.seed = seed
        var random = SplitMix64(seed: seed)
        var feed = try WorldFeed(configuration)
        let topic = try feed.open(.nextMatches(sportID: nil, events: 15, markets: 3))
        var channel = Channel<IncrementalGraph>()
        _ = try feed.dump(of: topic).withUnsafeBytes { channel.receive($0) }
        var reader = FeedList()
        var shown = ShownList(reader.read(channel.strategy.events(limit: .max)))
        var waiting: [ChangeSet] = []
        var counts = (nothing: 0, odds: 0, lists: 0)
        for _ in 0..<4_000 {
            feed.advance { _, frame, _ in
                _ = channel.receive(frame) { waiting.append($0.changes) }
            }
            guard Int.random(in: 0..<4, using: &random) == 0, !waiting.isEmpty else { continue }
            // Of what waits, some is merged, and some stays until later.
            var merger = ChangeSetMerger()
            let count = Int.random(in: 1...waiting.count, using: &random)
            for changes in waiting.prefix(count) { merger.add(changes) }
            let changes = count > 1 ? merger.finish() : waiting[0]
            waiting.removeFirst(count)
            let content = reader.read(
                changes, isIncomplete: Int.random(in: 0..<500, using: &random) == 0,
                of: { channel.strategy.events(limit: .max) })
            switch content {
            case nil: counts.nothing += 1
            case .odds(let odds):
                counts.odds += 1
                let events = channel.strategy.events(limit: .max)
                for (place, odds) in odds {
                    let id = shown.matches[place].id
                    let isOwn = events.first { $0.id == id }.map(FeedOdds.init) == odds
                    try #require(isOwn, "seed \(seed): odds of another match than \(id)")
                }
            case .list: counts.lists += 1
            }
            if let content { shown.take(content) }
            guard waiting.isEmpty else { continue }
            let isWhole =
                shown.matches == channel.strategy.events(limit: .max).map(FeedMatch.init)
            try #require(isWhole, "seed \(seed)")
        }
        #expect(counts.odds > 20 && counts.lists > 5, "seed \(seed): \(counts)")
    }
}

/// What follows from readings.
private struct ShownList {
    private(set) var matches: [FeedMatch] = []

    init(_ content: FeedReading.Content) { take(content) }

    mutating func take(_ content: FeedReading.Content) {
        switch content {
        case .list(let list): matches = list
        case .odds(let odds): for (place, odds) in odds { matches[place].odds = odds }
        }
    }
}

extension FeedReading.Content {
    fileprivate var odds: [(place: Int, odds: FeedOdds)] {
        if case .odds(let odds) = self { odds } else { [] }
    }
}

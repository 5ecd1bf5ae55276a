import Foundation
import OddsModel
import OddsServer
import OddsTraffic
import Testing

@testable import ServicesProvider

extension EventsTests {
    @Suite struct ListTests {
        private func provider(_ server: EMServer) throws -> EveryMatrixEventsProvider {
            let provider = EveryMatrixEventsProvider(
                try makeClient(feed: server.url).configuration)
            provider.start()
            return provider
        }

        @Test("Groups hold the events of the store, whose trees nobody copies")
        func sharing() async throws {
            try await withServer { server in
                _ = try await server.pause()
                let provider = try provider(server)
                defer { provider.stop() }
                let subscription = try provider.subscribeLiveMatches(forSportType: nil)
                var live = subscription.makeAsyncIterator()
                let shown = try await live.content().flatMap { $0.events }
                let feed = await provider.session.topics.subscribeToLiveData()
                // The same store: nothing else was registered.
                #expect(await provider.session.topics.topics == [feed.topic])
                let stored = await feed.store.events()
                #expect(shown.count == 10 && stored.count == 10)
                for event in shown {
                    let same = stored.first { $0.id == event.id }
                    #expect(same?.storage === event.storage)
                }
            }
        }

        @Test("A page is added to what is shown, until there is no more")
        func pages() async throws {
            try await withServer { server in
                try await withBothForms(of: server) { client in
                    await #expect(throws: ServiceProviderError.subscriptionNotFound) {
                        try await client.requestLiveMatchesNextPage(forSportType: nil)
                    }
                    _ = try await server.pause()
                    let subscription = try client.subscribeLiveMatches(forSportType: nil)
                    var live = subscription.makeAsyncIterator()
                    var shown = Set(try await live.content().eventIDs)
                    #expect(shown.count == 10)
                    while try await client.requestLiveMatchesNextPage(forSportType: nil) {
                        let more = Set(
                            try await live.content { $0.eventIDs.count > shown.count }.eventIDs)
                        #expect(more.isSuperset(of: shown))
                        shown = more
                    }
                    // Of 48 matches, 31 are live.
                    #expect(shown.count > 20 && shown.count < 48)
                    let football = SportType(id: "701", name: "Football")
                    await #expect(throws: ServiceProviderError.subscriptionNotFound) {
                        try await client.requestLiveMatchesNextPage(forSportType: football)
                    }
                }
            }
        }

        @Test("A list that nobody reads any more has no next page")
        func endedList() async throws {
            try await withServer { server in
                try await withClient(of: server) { client in
                    do {
                        var live = try client.subscribeLiveMatches(forSportType: nil)
                            .makeAsyncIterator()
                        _ = try await live.content()
                    }
                    await #expect(throws: ServiceProviderError.subscriptionNotFound) {
                        try await client.requestLiveMatchesNextPage(forSportType: nil)
                    }
                }
            }
        }

        @Test("Matches to come are within their dates and sorted, and go on page by page")
        func preLive() async throws {
            try await withServer { server in
                try await withClient(of: server) { client in
                    _ = try await server.pause()
                    let all = try client.subscribePreLiveMatches(
                        forSportType: nil, initialDate: nil, endDate: nil, eventCount: 50,
                        sortType: .name)
                    var reader = all.makeAsyncIterator()
                    let events = try await reader.content().flatMap { $0.events }
                    #expect(events.count > 10 && events.allSatisfy { $0.statusId == "1" })
                    let groups = EventsGroup.groups(
                        of: events.sorted { ($0.name ?? "") < ($1.name ?? "") })
                    #expect(groups.flatMap { $0.events.map(\.id) } == events.map(\.id))

                    let date = Date(timeIntervalSince1970: 0)
                    let none = try client.subscribePreLiveMatches(
                        forSportType: nil, initialDate: nil, endDate: date, eventCount: 50,
                        sortType: .feed)
                    var nothing = none.makeAsyncIterator()
                    #expect(try await nothing.content().isEmpty)

                    let paged = try client.subscribePreLiveMatches(
                        forSportType: nil, initialDate: date, endDate: nil, eventCount: 3,
                        sortType: .feed)
                    var pages = paged.makeAsyncIterator()
                    #expect(try await pages.content().eventIDs.count == 3)
                    #expect(try await client.requestPreLiveMatchesNextPage(
                        forSportType: nil, initialDate: date, endDate: nil, eventCount: 3,
                        sortType: .feed))
                    #expect(try await pages.content { $0.eventIDs.count > 3 }.eventIDs.count == 6)
                    #expect(throws: ServiceProviderError.invalidRequestFormat) {
                        try client.subscribePreLiveMatches(
                            forSportType: nil, initialDate: nil, endDate: nil, eventCount: 1_001,
                            sortType: .feed)
                    }
                }
            }
        }

        @Test("A competition is one group of its matches, live and to come")
        func competition() async throws {
            try await withServer { server in
                try await withBothForms(of: server) { client in
                    let tournament = try #require(
                        try await client.getTournaments(forSportType: nil).first {
                            $0.numberOfLiveEvents > 0 && $0.numberOfUpcomingMatches > 0
                        })
                    _ = try await server.pause()
                    let subscription = try client.subscribeToCompetitionMatches(
                        tournament: tournament.id)
                    var matches = subscription.makeAsyncIterator()
                    let groups = try await matches.content()
                    #expect(groups.map(\.tournamentID) == [tournament.id])
                    #expect(groups.first?.tournamentName == tournament.name)
                    let statuses = Set(groups.flatMap { $0.events.map(\.statusId) })
                    #expect(statuses.isSuperset(of: ["1", "2"]))
                    #expect(try await !client.requestCompetitionMatchesNextPage(
                        tournament: tournament.id))
                    var unknown = try client.subscribeToCompetitionMatches(tournament: "9")
                        .makeAsyncIterator()
                    await #expect(throws: ServiceProviderError.onSubscribe) {
                        _ = try await unknown.next()
                    }
                    #expect(try await unknown.next() == nil)
                }
            }
        }

        @Test("Filtered lists show what fulfils the conditions, and tell only that")
        func filters() async throws {
            try await withServer { server in
                try await withBothForms(of: server) { client in
                    var live = try client.subscribeLiveMatches(forSportType: nil)
                        .makeAsyncIterator()
                    let event = try #require(
                        try await live.content().first?.events.first)
                    let venue = try #require(event.venueId)
                    let subscription = try client.subscribeToFilteredLiveMatches(
                        filters: MatchFilters(venues: [venue], sort: .popularity))
                    var filtered = subscription.makeAsyncIterator()
                    let first = try await filtered.content()
                    #expect(!first.isEmpty)
                    #expect(first.allSatisfy { $0.events.allSatisfy { $0.venueId == venue } })
                    for _ in 0..<3 {
                        let isOther = try await filtered.content() != first
                        #expect(isOther)
                    }
                    let none = try client.subscribeToFilteredPreLiveMatches(
                        filters: MatchFilters(participant: "nobody of that name"))
                    var nothing = none.makeAsyncIterator()
                    #expect(try await nothing.content().isEmpty)
                    let football = SportType(id: "701", name: "Football")
                    let sport = try client.subscribeToFilteredLiveMatches(
                        filters: MatchFilters(sportTypes: [football.id], eventCount: 2))
                    var ofSport = sport.makeAsyncIterator()
                    // Of two matches of all sports, one would be of football.
                    #expect(try await ofSport.content().eventIDs.count == 2)
                }
            }
        }

        @Test("What lists show of an event, a market and an outcome is told as it changes")
        func listUpdates() async throws {
            try await withServer { server in
                try await withBothForms(of: server) { client in
                    let list = try client.subscribeLiveMatches(forSportType: nil)
                    var live = list.makeAsyncIterator()
                    // The one that stays longest.
                    let event = try #require(
                        try await live.content().flatMap(\.events)
                            .max { ($0.startTime ?? 0) < ($1.startTime ?? 0) })
                    let market = try #require(event.markets.first)
                    let outcome = try #require(market.outcomes.first)
                    var markets = try client.subscribeToEventOnListsMarketUpdates(
                        withId: "\(market.id)").makeAsyncIterator()
                    #expect(try await markets.content { $0 != nil }?.id == market.id)
                    var outcomes = try client.subscribeToEventOnListsOutcomeUpdates(
                        withId: "\(outcome.id)").makeAsyncIterator()
                    let first = try await outcomes.content { $0 != nil }
                    #expect(first?.id == outcome.id)
                    let second = try await outcomes.content { $0 != first }
                    #expect(second?.id ?? outcome.id == outcome.id)
                    var data = try client.subscribeToEventOnListsLiveDataUpdates(
                        withId: "\(event.id)").makeAsyncIterator()
                    let before = try await data.content { $0 != nil }
                    #expect(before?.eventID == "\(event.id)" && before?.status == .live)
                    let after = try await data.content { $0 != before }
                    #expect(after != before)
                    var nobody = try client.subscribeToEventOnListsLiveDataUpdates(withId: "9")
                        .makeAsyncIterator()
                    #expect(try await nobody.content() == nil)
                    withExtendedLifetime(list) {}
                }
            }
        }

        @Test("How an event stands is told only when that changes, until it is removed")
        func liveData() async throws {
            var world = TrafficConfiguration.small
            world.lifeCycleMilliseconds = 4_000
            try await withServer(world: world) { server in
                try await withBothForms(of: server) { client in
                    var live = try client.subscribeLiveMatches(forSportType: nil)
                        .makeAsyncIterator()
                    let id = try #require(try await live.content().eventIDs.last)
                    var updates = try client.subscribeToLiveDataUpdates(forEventWithId: id)
                        .makeAsyncIterator()
                    var seen: [EventLiveData] = []
                    await #expect(throws: ServiceProviderError.resourceUnavailableOrDeleted) {
                        while true { seen.append(try await updates.content()) }
                    }
                    #expect(seen.allSatisfy { $0.eventID == id })
                    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 })
                    #expect(Set(seen.map(\.status)) == [.live, .ended])
                }
            }
        }
    }
}

import Foundation
import OddsModel
import OddsTraffic
import PlatformFixture
import Testing

@testable import ServicesProvider

extension EventsTests {
    /// Events of the second provider from the served contents of a world: contract of the
    /// second provider, sections 3, 6, 7 and 10.
    @Suite struct SportRadarEventsTests {
        /// A world with several pages of live events of a sport.
        private static var world: TrafficConfiguration {
            var world = TrafficConfiguration.small
            (world.events, world.markets) = (240, 3)
            return world
        }

        /// A client of the contents of a world, for as long as the body takes.
        private func withContentsClient(
            world: TrafficConfiguration = Self.world,
            _ body: (ServicesProviderClient, RunningContents) async throws -> Void
        ) async throws {
            try await withContents(of: world) { running in
                var configuration = try ServicesProviderConfiguration(
                    environment: .staging,
                    endpoints: [.staging: .init(sportRadar: .init(all: running.url))])
                configuration.backoff = .init(initial: .milliseconds(10), cap: .milliseconds(50))
                configuration.network.timeLimit = .seconds(120)
                configuration.followsAccounts = false
                configuration.followsBets = false
                let client = ServicesProviderClient(
                    providerType: .sportradar, configuration: configuration)
                client.connect()
                defer { client.disconnect() }
                try await body(client, running)
            }
        }

        /// The sport with the most live events.
        private func sport(_ client: ServicesProviderClient) async throws -> SportType {
            var sports = try client.subscribeSportTypes().makeAsyncIterator()
            let content = try await sports.content()
            return try #require(content.max { $0.numberOfLiveEvents < $1.numberOfLiveEvents })
        }

        // MARK: Sports data

        @Test func sportsAndTournamentsHaveTheirNumbers() async throws {
            try await withContentsClient { client, _ in
                var sports = try client.subscribeSportTypes().makeAsyncIterator()
                let all = try await sports.content()
                #expect(all.contains { $0.id == "FBL" && $0.name == "Football" })
                let busiest = try await sport(client)
                #expect(busiest.numberOfLiveEvents > 20)
                #expect(busiest.numberOfEvents > busiest.numberOfLiveEvents)
                let tournaments = try await client.getTournaments(forSportType: busiest)
                #expect(tournaments.allSatisfy { $0.sportID == busiest.id })
                #expect(tournaments.allSatisfy { $0.numberOfEvents > 0 && !$0.name.isEmpty })
                let popular = try await client.getPopularTournaments(
                    forSportType: nil, tournamentsCount: 3)
                #expect(popular.count == 3)
                let counts = popular.map(\.numberOfEvents)
                #expect(counts == counts.sorted(by: >))
                let error = try await failure {
                    _ = try await client.getPopularTournaments(
                        forSportType: nil, tournamentsCount: 0)
                }
                #expect(error == .invalidRequestFormat)
                // The events of one of them.
                let one = try #require(tournaments.first)
                var matches = try client.subscribeToCompetitionMatches(tournament: one.id)
                    .makeAsyncIterator()
                let groups = try await matches.content { !$0.isEmpty }
                #expect(groups.map(\.tournamentID) == [one.id])
                #expect(
                    try await !client.requestCompetitionMatchesNextPage(tournament: one.id))
            }
        }

        @Test func eventIsReadWithItsMarketsAndTheirGroups() async throws {
            try await withContentsClient { client, _ in
                let sport = try await sport(client)
                var live = try client.subscribeLiveMatches(forSportType: sport)
                    .makeAsyncIterator()
                let first = try #require(try await live.content().first?.events.first)
                let id = "\(first.id)"
                let event = try await client.getEventDetails(eventId: id)
                #expect(event.id == first.id && event.name == first.name)
                #expect(event.markets.count == 3)
                let groups = try await client.getMarketGroups(forEvent: id)
                #expect(groups.contains { $0.id == "all" && $0.numberOfMarkets == 3 })
                #expect(groups.first?.id == "main" && groups.first?.isDefault == true)
                #expect(groups.map(\.position) == Array(groups.indices))
                var details = try client.subscribeEventDetails(eventId: id).makeAsyncIterator()
                #expect(try await details.content().id == first.id)
                var data = try client.subscribeToLiveDataUpdates(forEventWithId: id)
                    .makeAsyncIterator()
                #expect(try await data.content().eventID == id)
                let unknown = try await failure {
                    _ = try await client.getEventDetails(eventId: "7.1")
                }
                guard case .errorDetailedMessage("CONTENT_NOT_FOUND", _) = unknown else {
                    Issue.record("\(String(describing: unknown))")
                    return
                }
                let refused = try await failure {
                    for try await _ in try client.subscribeEventDetails(eventId: "7.1") {}
                }
                #expect(refused == .onSubscribe)
            }
        }

        // MARK: Lists

        /// The contract's section 6.
        @Test func liveListGrowsPageByPage() async throws {
            try await withContentsClient { client, _ in
                let sport = try await sport(client)
                let none = try await failure {
                    _ = try await client.requestLiveMatchesNextPage(forSportType: sport)
                }
                #expect(none == .subscriptionNotFound)
                let subscription = try client.subscribeLiveMatches(forSportType: sport)
                var live = subscription.makeAsyncIterator()
                let first = try await live.content { $0.eventIDs.count == 20 }
                #expect(first.flatMap(\.events).allSatisfy { $0.sportId == sport.id })
                #expect(try await client.requestLiveMatchesNextPage(forSportType: sport))
                let second = try await live.content { $0.eventIDs.count > 20 }
                #expect(Set(second.eventIDs).count == second.eventIDs.count)
                var pages = 2
                while try await client.requestLiveMatchesNextPage(forSportType: sport) {
                    pages += 1
                }
                #expect(pages <= sport.numberOfLiveEvents / 20 + 2)
            }
        }

        @Test func listToComeIsOfItsTimeAndInItsOrder() async throws {
            try await withContentsClient { client, running in
                // So that both orders are of the same events.
                _ = try await running.server.pause()
                let sport = try await sport(client)
                let page = { (sort: EventsSort) async throws -> [EventModel] in
                    var list = try client.subscribePreLiveMatches(
                        forSportType: sport, initialDate: nil, endDate: nil, eventCount: 10,
                        sortType: sort
                    ).makeAsyncIterator()
                    return try await list.content { $0.eventIDs.count == 10 }.flatMap(\.events)
                }
                let byTime = try await page(.startTime)
                #expect(byTime.allSatisfy { $0.startTime != nil && $0.sportId == sport.id })
                let byName = try await page(.name)
                #expect(Set(byName.map(\.id)) == Set(byTime.map(\.id)))
                let end = try #require(byTime.compactMap(\.startTime).min())
                let date = Date(timeIntervalSince1970: Double(end) / 1_000)
                let subscribe = {
                    try client.subscribePreLiveMatches(
                        forSportType: sport, initialDate: nil, endDate: date, eventCount: 10,
                        sortType: .feed)
                }
                var early = try subscribe().makeAsyncIterator()
                let groups = try await early.content()
                #expect(groups.flatMap(\.events).allSatisfy { $0.startTime ?? .max <= end })
                let error = try await failure {
                    _ = try client.subscribePreLiveMatches(
                        forSportType: sport, initialDate: nil, endDate: nil, eventCount: 0,
                        sortType: .feed)
                }
                #expect(error == .invalidRequestFormat)
            }
        }

        @Test func outcomesOnListsAreFollowed() async throws {
            try await withContentsClient { client, _ in
                let sport = try await sport(client)
                let subscription = try client.subscribeLiveMatches(forSportType: sport)
                var live = subscription.makeAsyncIterator()
                let event = try #require(try await live.content().first?.events.first)
                let market = try #require(event.markets.first)
                let outcome = try #require(market.outcomes.first)
                var markets = try client.subscribeToEventOnListsMarketUpdates(
                    withId: "\(market.id)"
                ).makeAsyncIterator()
                #expect(try await markets.content { $0 != nil }?.id == market.id)
                var outcomes = try client.subscribeToEventOnListsOutcomeUpdates(
                    withId: "\(outcome.id)"
                ).makeAsyncIterator()
                #expect(try await outcomes.content { $0 != nil }?.id == outcome.id)
                var data = try client.subscribeToEventOnListsLiveDataUpdates(
                    withId: "\(event.id)"
                ).makeAsyncIterator()
                #expect(try await data.content { $0 != nil }?.eventID == "\(event.id)")
            }
        }

        // MARK: Search, and what is not offered

        @Test func eventsAreFoundByTheirNames() async throws {
            try await withContentsClient { client, _ in
                let sport = try await sport(client)
                var live = try client.subscribeLiveMatches(forSportType: sport)
                    .makeAsyncIterator()
                let event = try #require(try await live.content().first?.events.first)
                let name = try #require(event.homeParticipantName)
                let found = try await client.getSearchEvents(
                    query: name, resultLimit: 200, page: 0, isLive: false)
                #expect(found.eventIDs.contains("\(event.id)"))
                let alive = try await client.getSearchEvents(
                    query: name, resultLimit: 200, page: 0, isLive: true)
                #expect(alive.flatMap(\.events).allSatisfy { $0.allowsLiveOdds == true })
                let nothing = try await client.getSearchEvents(
                    query: "no such name", resultLimit: 10, page: 0, isLive: false)
                #expect(nothing.isEmpty)
                let error = try await failure {
                    _ = try await client.getSearchEvents(
                        query: "", resultLimit: 10, page: 0, isLive: false)
                }
                #expect(error == .invalidRequestFormat)
            }
        }

        @Test func listsOfAllSportsAreNotOffered() async throws {
            try await withContentsClient { client, _ in
                for call in [
                    { _ = try client.subscribeLiveMatches(forSportType: nil) },
                    { _ = try client.subscribeToFilteredLiveMatches(filters: .init()) },
                    { _ = try client.subscribeToFilteredPreLiveMatches(filters: .init()) },
                ] as [() throws -> Void] {
                    let error = try await failure { try call() }
                    #expect(error == .notSupportedForProvider)
                }
            }
        }

        // MARK: The connection

        /// The contract's section 7.
        @Test func subscriberIsATokenOfTheCoordinator() async throws {
            try await withContentsClient { client, _ in
                let sport = try await sport(client)
                let subscription = try client.subscribeLiveMatches(forSportType: sport)
                var live = subscription.makeAsyncIterator()
                _ = try await live.content()
                let provider = try #require(try client.events() as? SportRadarEventsProvider)
                let accounts = try #require(
                    try client.accounts() as? SportRadarPrivilegedAccessManager)
                let coordinator = accounts.coordinator
                let key = SessionTokenKey.socketSessionToken
                try await eventually { await coordinator.current(forKey: key) != nil }
                let old = await provider.session.contents.client.subscriberID
                #expect(await coordinator.current(forKey: key)?.value == old)
                let new = try await coordinator.forceTokenRefresh(forKey: key)
                #expect(new != old)
                #expect(await provider.session.contents.client.subscriberID == new)
                // The list is current again.
                var isStale = true
                while isStale {
                    if case .connected = try await live.next() { isStale = false }
                }
            }
        }

        @Test func disconnectEndsWhatIsUnderWay() async throws {
            try await withContentsClient { client, _ in
                let sport = try await sport(client)
                let subscription = try client.subscribeLiveMatches(forSportType: sport)
                var live = subscription.makeAsyncIterator()
                _ = try await live.content()
                #expect(client.eventsConnectionStates.latest == .connected)
                client.disconnect()
                let end = try await failure { while try await live.next() != nil {} }
                #expect(end == .cancelled)
                #expect(client.eventsConnectionStates.latest == .disconnected)
                let error = try await failure { _ = try client.subscribeSportTypes() }
                #expect(error == .eventsProviderNotFound)
            }
        }
    }
}

/// The error of something that must fail; `nil` if it does not.
private func failure(
    _ body: () async throws -> Void
) async throws -> ServiceProviderError? {
    do {
        try await body()
        return nil
    } catch let error as ServiceProviderError { return error }
}

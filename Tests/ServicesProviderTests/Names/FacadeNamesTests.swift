import Foundation
import OddsClient
import OddsModel
import OddsTraffic
import OpenCombine
import PlatformFixture
import PublisherFixture
import ServicesProvider
import ServicesProviderCombine
import Testing

/// The article Names: what apps of this family call facade, protocols and lists, with the types
/// written out, against the real service.
@Suite(.serialized, .timeLimit(.minutes(15))) struct FacadeNamesTests {
    private typealias Published<Value> = AnyPublisher<Value, ServiceProviderError>
    private typealias Groups = SubscribableContent<[EventsGroup]>

    private static var traffic: TrafficConfiguration {
        var traffic = TrafficConfiguration()
        traffic.events = 48
        traffic.markets = 6
        traffic.rate = 500
        traffic.lifeCycleMilliseconds = 60_000
        return traffic
    }

    /// A client of a platform and its feed, with a player who is not logged in.
    private func withFeed(
        _ body: (ServicesProvider.Client, RunningPlatform, RunningPlatform.Player) async throws
            -> Void
    ) async throws {
        try await withPlatform(beside: Self.traffic) { running, feed in
            _ = try await feed.pause()
            let player = try #require(try await running.makePlayers(1, balance: "500.00").first)
            let configuration: ServicesProviderConfiguration =
                try running.configuration(feed: feed.url)
            let client: ServicesProvider.Client = ServicesProviderClient(
                providerType: ServicesProviderClient.ProviderType.everymatrix,
                configuration: configuration)
            client.connect()
            client.reconnectIfNeeded()
            defer { client.disconnect() }
            try await body(client, running, player)
        }
    }

    @Test func configurationChoosesTheEnvironment() throws {
        typealias Environment = ServicesProviderConfiguration.Environment
        let environments: [Environment] = [.production, .staging, .development]
        let endpoints = ServicesProviderConfiguration.Endpoints.development
        for environment in environments {
            let configuration: ServicesProviderConfiguration = try ServicesProviderConfiguration(
                environment: environment, endpoints: [environment: endpoints])
            #expect(configuration.environment == environment)
        }
        let standard = try ServicesProviderConfiguration(endpoints: [.production: endpoints])
        #expect(standard.environment == .production)
        let types: [ServicesProviderClient.ProviderType] = [.everymatrix, .sportradar]
        #expect(Set(types).count == 2)
    }

    @Test func sessionsAndProfiles() async throws {
        try await withFeed { client, running, player in
            let connection: AnyPublisher<ConnectorState, Never> =
                client.privilegedAccessManagerConnectionStatePublisher
            let events: AnyPublisher<ConnectorState, Never> = client.eventsConnectionStatePublisher
            let betting: AnyPublisher<ConnectorState, Never> =
                client.bettingConnectionStatePublisher
            for states in [connection, events, betting] {
                #expect(
                    try await first(states.setFailureType(to: ServiceProviderError.self)
                        .filter { $0 == .connected }.eraseToAnyPublisher()) == .connected)
            }
            let states: AnyPublisher<UserSessionStatus, ServiceProviderError> =
                client.userSessionStatePublisher
            #expect(try await first(states) == .anonymous)
            let login: Published<UserProfile> = client.loginPublisher(
                username: player.username, password: player.password)
            let profile: UserProfile = try await first(login)
            #expect(try await first(states) == UserSessionStatus.logged(userID: player.id))
            let profiles: Published<UserProfile?> = client.userProfilePublisher
            #expect(try await first(profiles) == profile)
            let again: UserProfile = try await client.login(
                username: player.username, password: player.password)
            #expect(again == profile)
            try await profileIsAskedForByAText(client, running)
        }
    }

    /// With a text the documents are asked about, too; without one they are not.
    private func profileIsAskedForByAText(
        _ client: ServicesProvider.Client, _ running: RunningPlatform
    ) async throws {
        let profile: UserProfile = try await client.getUserProfile(withKycExpire: false)
        for (text, count): (String?, Int) in [(nil, 0), ("", 0), ("true", 4)] {
            let found: UserProfile = try await client.getUserProfile(withKycExpire: text)
            #expect(found == profile)
            let published: Published<UserProfile> = client.getUserProfilePublisher(
                withKycExpire: text)
            #expect(try await first(published) == profile)
            for form in Form.allCases {
                let accounts: any PrivilegedAccessManager & Connector = try form.accounts(client)
                #expect(try await accounts.getUserProfile(withKycExpire: text) == profile)
            }
            #expect(
                try await running.requestCount("GET", "/v1/player/{player}/verification", 200)
                    == count)
        }
    }

    @Test func listsAndWhatTheyShow() async throws {
        try await withFeed { client, _, _ in
            let count: Int? = nil
            let sort: EventListSort = .feed
            let lists: Published<Groups> = client.subscribePreLiveMatchesPublisher(
                forSportType: nil, initialDate: nil, endDate: nil, eventCount: count,
                sortType: sort)
            let subscription: ServicesProvider.Subscription<[EventsGroup]> =
                try client.subscribePreLiveMatches(
                    forSportType: nil, initialDate: nil, endDate: nil, eventCount: count,
                    sortType: sort)
            var contents = Values(lists).makeAsyncIterator()
            let groups: [EventsGroup] = try await content { try await contents.next() }
            var others = subscription.makeAsyncIterator()
            #expect(try await content { try await others.next() } == groups)
            let shown = groups.flatMap(\.events)
            #expect(shown.count == 10)
            let market: Market = try #require(shown.first?.markets.first)
            let markets: Published<SubscribableContent<Market?>> =
                client.subscribeToEventOnListsMarketUpdatesPublisher(withId: "\(market.id)")
            var found = Values(markets).makeAsyncIterator()
            #expect(try await content { try await found.next() }?.id == market.id)
            let outcome: Outcome = try #require(market.outcomes.first)
            let outcomes: Published<SubscribableContent<Outcome?>> =
                client.subscribeToEventOnListsOutcomeUpdatesPublisher(withId: "\(outcome.id)")
            var priced = Values(outcomes).makeAsyncIterator()
            #expect(try await content { try await priced.next() }?.id == outcome.id)
            // A page more of the same list: no number is the default one.
            #expect(
                try await client.requestPreLiveMatchesNextPage(
                    forSportType: nil, initialDate: nil, endDate: nil, eventCount: 10,
                    sortType: sort))
            let sport: SportType? = nil
            let live: Published<Groups> = client.subscribeLiveMatchesPublisher(forSportType: sport)
            var current = Values(live).makeAsyncIterator()
            #expect(try await !content { try await current.next() }.isEmpty)
        }
    }

    /// The next content of a subscription.
    private func content<Content>(
        _ next: () async throws -> SubscribableContent<Content>?
    ) async throws -> Content {
        while let change = try await next() {
            if case .contentUpdate(let content) = change { return content }
        }
        throw ServiceProviderError.cancelled
    }

    @Test func betsAndTheirReturns() async throws {
        try await withFeed { client, _, player in
            _ = try await client.login(username: player.username, password: player.password)
            let ticket: BetTicket = try await ticket(client)
            let expected: Published<BetslipPotentialReturn> =
                client.calculatePotentialReturnPublisher(forBetTicket: ticket)
            let potential: BetslipPotentialReturn = try await first(expected)
            #expect(
                try await client.calculatePotentialReturn(forBetTicket: ticket) == potential)
            let placing: Published<PlacedBetsResponse> = client.placeBetsPublisher(
                betTickets: [ticket], useFreebetBalance: false)
            let placed: PlacedBetsResponse = try await first(placing)
            #expect(placed.bets.map(\.potentialReturn) == [potential.amount])
            let page: Published<BettingHistory> = client.getBetHistoryPublisher(pageIndex: 0)
            let history: BettingHistory = try await first(page)
            #expect(history.bets.map(\.id) == placed.bets.map(\.betID))
            #expect(try await client.getBetHistory(pageIndex: 0) == history)
        }
    }

    /// A ticket on an outcome of the first match that has one on offer.
    private func ticket(_ client: ServicesProvider.Client) async throws -> BetTicket {
        var lists = try client.subscribePreLiveMatches(
            forSportType: nil, initialDate: nil, endDate: nil, eventCount: 20, sortType: .feed
        ).makeAsyncIterator()
        for event in try await content({ try await lists.next() }).flatMap(\.events) {
            for market in event.markets {
                for outcome in market.outcomes
                where outcome.bettingOffers.first?.isAvailable == true {
                    let selection = try #require(
                        BetTicketSelection(outcome, of: market, in: event))
                    return BetTicket(type: .single, selections: [selection], stake: 10)
                }
            }
        }
        throw ServiceProviderError.emptyData
    }
}

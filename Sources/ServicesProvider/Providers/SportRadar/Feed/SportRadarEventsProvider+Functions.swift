import Foundation
import OddsClient
import OddsModel

// MARK: Sports data

extension SportRadarEventsProvider {
    func subscribeSportTypes() throws(ServiceProviderError) -> Subscription<[SportType]> {
        try subscribe(to: navigation("top"), limit: 0, isSame: { $0 == $1 }) {
            [session] _, store throws(ServiceProviderError) in
            session.connection.decode(
                SportRadar.Sport.self, named: "SPORT", of: await store.references()
            )
            .map(SportRadarModelMapper.sportType)
        }
    }

    /// A node of the navigation, by what is shown below it.
    private func navigation(_ node: String) -> SportRadarContent {
        .navigation(frontEnd: session.configuration.frontEnd, node: node)
    }

    func getEventDetails(eventId: String) async throws(ServiceProviderError) -> EventModel {
        let records = try await session.records(of: .event(id: eventId))
        guard let event = records.events.first(where: { "\($0.id)" == eventId }) else {
            throw .invalidResponse
        }
        return event
    }

    /// The server has no groups of markets but the main ones and the others: see
    /// `SportRadarMarketGroup`.
    func getMarketGroups(
        forEvent eventId: String
    ) async throws(ServiceProviderError) -> [MarketGroup] {
        var groups: [MarketGroup] = []
        for group in SportRadarMarketGroup.allCases {
            let records = try await session.records(of: group.content(ofEvent: eventId))
            let count = records.events.first.map { $0.markets.count } ?? 0
            if count > 0 {
                groups.append(group.marketGroup(position: groups.count, markets: count))
            }
        }
        return groups
    }

    /// By the number of their events.
    func getPopularTournaments(
        forSportType sport: SportType?, tournamentsCount count: Int
    ) async throws(ServiceProviderError) -> [Tournament] {
        guard Self.resultsRange.contains(count) else { throw .invalidRequestFormat }
        let tournaments = try await getTournaments(forSportType: sport)
        let byCount = tournaments.enumerated().sorted {
            ($1.element.numberOfEvents, $0.offset) < ($0.element.numberOfEvents, $1.offset)
        }
        return byCount.prefix(count).map(\.element)
    }

    func getTournaments(
        forSportType sport: SportType?
    ) async throws(ServiceProviderError) -> [Tournament] {
        let top = try await session.answer(
            SportRadar.NavigationResponse.self, to: navigation("top"))
        var tournaments: [Tournament] = []
        for node in SportRadarModelMapper.sportNodes(from: top, ofSport: sport?.id) {
            let below = try await session.answer(
                SportRadar.NavigationResponse.self, to: navigation(node.idfwbonavigation))
            tournaments += SportRadarModelMapper.tournaments(from: below, of: node)
        }
        return tournaments.filter { $0.numberOfEvents > 0 }
    }

    /// As at other providers.
    private static let resultsRange = 1...200
}

// MARK: - Lists

extension SportRadarEventsProvider {
    func subscribeLiveMatches(
        forSportType sport: SportType?
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        let sport = try code(sport)
        return try open(.live(sport: sport), filters: nil) { await $0.liveEvents(sport: sport) }
    }

    func requestLiveMatchesNextPage(
        forSportType sport: SportType?
    ) async throws(ServiceProviderError) -> Bool {
        try await showMore(of: .live(sport: try code(sport)))
    }

    func subscribePreLiveMatches(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        let sport = try code(sport)
        let eventCount = eventCount ?? Self.eventsPerPage
        guard Self.eventsRange.contains(eventCount) else { throw .invalidRequestFormat }
        let filters = MatchFilters(
            earliestStart: initialDate, latestStart: endDate, sort: sortType,
            eventCount: eventCount)
        let isFiltered = initialDate != nil || endDate != nil || sortType.isOfClient
        let from = SportRadarModelMapper.contentDate(initialDate, isEnd: false)
        let to = SportRadarModelMapper.contentDate(endDate, isEnd: true)
        return try open(
            .preLive(sport: sport, filters), filters: isFiltered ? filters.ofClient : nil
        ) {
            await $0.events(
                sport: sport, from: from, to: to, pageSize: eventCount,
                order: sortType == .popularity ? .popularity : .time)
        }
    }

    func requestPreLiveMatchesNextPage(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) async throws(ServiceProviderError) -> Bool {
        let filters = MatchFilters(
            earliestStart: initialDate, latestStart: endDate, sort: sortType,
            eventCount: eventCount ?? Self.eventsPerPage)
        return try await showMore(of: .preLive(sport: try code(sport), filters))
    }

    /// The server's list has one page.
    func subscribeToCompetitionMatches(
        tournament: String
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        try open(.competition(tournament), filters: nil) {
            await SportRadarList($0, pageSize: .max) { _ in .eventGroup(id: tournament) }
        }
    }

    func requestCompetitionMatchesNextPage(
        tournament: String
    ) async throws(ServiceProviderError) -> Bool {
        try await showMore(of: .competition(tournament))
    }

    func subscribeToFilteredLiveMatches(
        filters: MatchFilters
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        throw .notSupportedForProvider
    }

    func subscribeToFilteredPreLiveMatches(
        filters: MatchFilters
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        throw .notSupportedForProvider
    }

    /// The server's lists are of one sport each.
    private func code(_ sport: SportType?) throws(ServiceProviderError) -> String {
        guard let sport else { throw .notSupportedForProvider }
        return sport.id
    }

    /// The events of a page.
    private static let eventsRange = 1...1_000
}

// MARK: - Single events and markets

extension SportRadarEventsProvider {
    func subscribeEventDetails(
        eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventModel> {
        try subscribe(to: .event(id: eventId)) { events, _ throws(ServiceProviderError) in
            guard let event = events.first else { throw .resourceUnavailableOrDeleted }
            return event
        }
    }

    func subscribeToLiveDataUpdates(
        forEventWithId eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventLiveData> {
        try subscribe(to: .liveData(ofEvent: eventId), isSame: { $0 == $1 }) {
            events, _ throws(ServiceProviderError) in
            guard let event = events.first else { throw .resourceUnavailableOrDeleted }
            return SportRadarModelMapper.liveData(from: event)
        }
    }

    func subscribeToEventOnListsMarketUpdates(
        withId marketId: String
    ) throws(ServiceProviderError) -> Subscription<MarketModel?> {
        try follow {
            await $0.subscribeToEventOnListsMarketUpdates(withId: EntityID(marketId))
        }
    }

    func subscribeToEventOnListsOutcomeUpdates(
        withId outcomeId: String
    ) throws(ServiceProviderError) -> Subscription<OutcomeModel?> {
        try follow {
            await $0.subscribeToEventOnListsOutcomeUpdates(withId: EntityID(outcomeId))
        }
    }

    func subscribeToEventOnListsLiveDataUpdates(
        withId eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventLiveData?> {
        try follow {
            await $0.subscribeToEventOnListsUpdates(
                withId: EntityID(eventId), SportRadarModelMapper.liveData)
        }
    }
}

// MARK: - Search

extension SportRadarEventsProvider {
    func getSearchEvents(
        query: String, resultLimit: Int, page: Int, isLive: Bool
    ) async throws(ServiceProviderError) -> [EventsGroup] {
        guard (1...100).contains(query.utf8.count), Self.resultsRange.contains(resultLimit),
            (0..<200 / resultLimit).contains(page)
        else { throw .invalidRequestFormat }
        let records = try await session.records(
            of: .search(query, limit: resultLimit, page: page))
        // The server's search knows no difference; an event that is live has live data.
        let events = isLive ? records.events.filter { $0.allowsLiveOdds == true } : records.events
        return EventsGroup.groups(of: events)
    }
}

extension EventsSort {
    /// Whether it is the client that sorts.
    fileprivate var isOfClient: Bool {
        switch self {
        case .feed, .popularity, .startTime: false
        case .name: true
        }
    }
}

extension MatchFilters {
    /// The filters without an order that is the server's.
    fileprivate var ofClient: MatchFilters {
        var filters = self
        if !sort.isOfClient { filters.sort = .feed }
        return filters
    }
}

import Foundation
import OddsClient
import OddsModel
import OddsTopics

// MARK: Sports data

extension EveryMatrixEventsProvider {
    func subscribeSportTypes() throws(ServiceProviderError) -> Subscription<[SportType]> {
        try subscribe(to: .disciplines(liveOnly: false), limit: 0, isSame: { $0 == $1 }) {
            [session] _, store throws(ServiceProviderError) in
            session.connection.decode(
                EveryMatrix.Sport.self, named: "SPORT", of: await store.references()
            )
            .map(EveryMatrixModelMapper.sportType)
        }
    }

    func getEventDetails(eventId: String) async throws(ServiceProviderError) -> EventModel {
        let records = try await session.call(.match(id: eventId, language: language))
        guard let event = records.events.first(where: { "\($0.id)" == eventId }) else {
            throw .invalidResponse
        }
        return event
    }

    func getMarketGroups(
        forEvent eventId: String
    ) async throws(ServiceProviderError) -> [MarketGroup] {
        let topic = EMTopic(
            operatorID: session.configuration.operatorID, language: language,
            content: .marketGroups(match: eventId))
        let records = try await session.call(.dump(of: topic))
        return session.connection.decode(
            EveryMatrix.MarketGroup.self, named: "MARKET_GROUP", of: records.references
        )
        .map(EveryMatrixModelMapper.marketGroup)
        .sorted { $0.position < $1.position }
    }

    func getPopularTournaments(
        forSportType sport: SportType?, tournamentsCount count: Int
    ) async throws(ServiceProviderError) -> [Tournament] {
        guard Self.resultsRange.contains(count) else { throw .invalidRequestFormat }
        return tournaments(
            try await session.call(
                .popularTournaments(sportID: sport?.id, count: count, language: language)))
    }

    func getTournaments(
        forSportType sport: SportType?
    ) async throws(ServiceProviderError) -> [Tournament] {
        tournaments(
            try await session.call(.tournaments(sportID: sport?.id, language: language)))
    }

    private func tournaments(_ records: FeedRecords) -> [Tournament] {
        session.connection.decode(
            EveryMatrix.Tournament.self, named: "TOURNAMENT", of: records.references
        )
        .map(EveryMatrixModelMapper.tournament)
    }

    /// What the server gives at most.
    private static let resultsRange = 1...200
}

// MARK: - Lists

extension EveryMatrixEventsProvider {
    func subscribeLiveMatches(
        forSportType sport: SportType?
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        let sport = sport?.id
        return try open(
            .live(sport: sport), filters: nil, page: try page(Self.eventsPerPage)
        ) { .liveMatches(sport: EMSport(sport), $0) }
    }

    func requestLiveMatchesNextPage(
        forSportType sport: SportType?
    ) async throws(ServiceProviderError) -> Bool {
        try await showMore(of: .live(sport: sport?.id))
    }

    func subscribePreLiveMatches(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        let sport = sport?.id
        let filters = MatchFilters(
            earliestStart: initialDate, latestStart: endDate, sort: sortType,
            eventCount: eventCount ?? Self.eventsPerPage)
        let isFiltered = initialDate != nil || endDate != nil || sortType != .feed
        return try open(
            .preLive(sport: sport, filters), filters: isFiltered ? filters : nil,
            page: try page(filters.eventCount)
        ) { .nextMatches(sport: EMSport(sport), $0) }
    }

    func requestPreLiveMatchesNextPage(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) async throws(ServiceProviderError) -> Bool {
        let filters = MatchFilters(
            earliestStart: initialDate, latestStart: endDate, sort: sortType,
            eventCount: eventCount ?? Self.eventsPerPage)
        return try await showMore(of: .preLive(sport: sport?.id, filters))
    }

    func subscribeToCompetitionMatches(
        tournament: String
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        try open(.competition(tournament), filters: nil, page: try page(Self.eventsPerPage)) {
            .competitionMatches(tournament: tournament, $0)
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
        try filtered(filters) { .liveMatches(sport: $0, $1) }
    }

    func subscribeToFilteredPreLiveMatches(
        filters: MatchFilters
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        try filtered(filters) { .nextMatches(sport: $0, $1) }
    }

    private func filtered(
        _ filters: MatchFilters,
        _ topic: @escaping @Sendable (EMSport, EMPage) -> EMTopic.Content
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        if let end = connection.end { throw end }
        // With one sport, the server fills the list with its matches.
        let sport = filters.sportTypes.count == 1 ? filters.sportTypes.first : nil
        return Subscription(
            groups(filters, page: try page(filters.eventCount)) { topic(EMSport(sport), $0) })
    }
}

// MARK: - Single events and markets

extension EveryMatrixEventsProvider {
    func subscribeEventDetails(
        eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventModel> {
        try subscribe(to: .matchOdds(match: eventId)) { events, _ throws(ServiceProviderError) in
            guard let event = events.first else { throw .resourceUnavailableOrDeleted }
            return event
        }
    }

    func subscribeToLiveDataUpdates(
        forEventWithId eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventLiveData> {
        try subscribe(to: .matchOdds(match: eventId), isSame: { $0 == $1 }) {
            events, _ throws(ServiceProviderError) in
            guard let event = events.first else { throw .resourceUnavailableOrDeleted }
            return EveryMatrixModelMapper.liveData(from: event)
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
                withId: EntityID(eventId), EveryMatrixModelMapper.liveData)
        }
    }
}

// MARK: - Search

extension EveryMatrixEventsProvider {
    func getSearchEvents(
        query: String, resultLimit: Int, page: Int, isLive: Bool
    ) async throws(ServiceProviderError) -> [EventsGroup] {
        guard (1...100).contains(query.utf8.count), Self.resultsRange.contains(resultLimit),
            (0..<200 / resultLimit).contains(page)
        else { throw .invalidRequestFormat }
        // The server has no pages: those before are read again.
        let records = try await session.call(
            .search(
                query, limit: resultLimit * (page + 1), isLive: isLive, language: language))
        return EventsGroup.groups(of: Array(records.events.dropFirst(resultLimit * page)))
    }
}

extension EMSport {
    /// All sports if there is no id.
    fileprivate init(_ id: String?) { self = id.map(EMSport.id) ?? .all }
}

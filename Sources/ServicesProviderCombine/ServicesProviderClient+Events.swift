#if canImport(Combine)
    public import Combine
#else
    public import OpenCombine
#endif
public import Foundation
public import OddsClient
public import OddsModel
public import ServicesProvider

// The feed as publishers. Each one calls, or subscribes, at each subscription.
extension ServicesProviderClient {
    /// The states of the connection of the feed: the current one first.
    public var eventsConnectionStatePublisher: AnyPublisher<ConnectorState, Never> {
        let states = eventsConnectionStates
        return SequencePublisher { states }.eraseToAnyPublisher()
    }

    // MARK: Sports data

    /// As `subscribeSportTypes()`.
    public func subscribeSportTypesPublisher()
        -> AnyPublisher<SubscribableContent<[SportType]>, ServiceProviderError>
    {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeSportTypes()
        }
    }

    /// As `getEventDetails(eventId:)`.
    public func getEventDetailsPublisher(
        eventId: String
    ) -> AnyPublisher<EventModel, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getEventDetails(eventId: eventId)
        }
    }

    /// As `getMarketGroups(forEvent:)`.
    public func getMarketGroupsPublisher(
        forEvent eventId: String
    ) -> AnyPublisher<[MarketGroup], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getMarketGroups(forEvent: eventId)
        }
    }

    /// As `getPopularTournaments(forSportType:tournamentsCount:)`.
    public func getPopularTournamentsPublisher(
        forSportType sport: SportType?, tournamentsCount count: Int
    ) -> AnyPublisher<[Tournament], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getPopularTournaments(forSportType: sport, tournamentsCount: count)
        }
    }

    /// As `getTournaments(forSportType:)`.
    public func getTournamentsPublisher(
        forSportType sport: SportType?
    ) -> AnyPublisher<[Tournament], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getTournaments(forSportType: sport)
        }
    }

    // MARK: Lists

    /// As `subscribeLiveMatches(forSportType:)`.
    public func subscribeLiveMatchesPublisher(
        forSportType sport: SportType?
    ) -> AnyPublisher<SubscribableContent<[EventsGroup]>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeLiveMatches(forSportType: sport)
        }
    }

    /// As `subscribePreLiveMatches(forSportType:initialDate:endDate:eventCount:sortType:)`.
    public func subscribePreLiveMatchesPublisher(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int,
        sortType: EventsSort
    ) -> AnyPublisher<SubscribableContent<[EventsGroup]>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribePreLiveMatches(
                forSportType: sport, initialDate: initialDate, endDate: endDate,
                eventCount: eventCount, sortType: sortType)
        }
    }

    /// As `requestLiveMatchesNextPage(forSportType:)`.
    public func requestLiveMatchesNextPagePublisher(
        forSportType sport: SportType?
    ) -> AnyPublisher<Bool, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.requestLiveMatchesNextPage(forSportType: sport)
        }
    }

    /// As `requestPreLiveMatchesNextPage(forSportType:initialDate:endDate:eventCount:sortType:)`.
    public func requestPreLiveMatchesNextPagePublisher(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int,
        sortType: EventsSort
    ) -> AnyPublisher<Bool, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.requestPreLiveMatchesNextPage(
                forSportType: sport, initialDate: initialDate, endDate: endDate,
                eventCount: eventCount, sortType: sortType)
        }
    }

    /// As `subscribeToCompetitionMatches(tournament:)`.
    public func subscribeToCompetitionMatchesPublisher(
        tournament: String
    ) -> AnyPublisher<SubscribableContent<[EventsGroup]>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeToCompetitionMatches(tournament: tournament)
        }
    }

    /// As `requestCompetitionMatchesNextPage(tournament:)`.
    public func requestCompetitionMatchesNextPagePublisher(
        tournament: String
    ) -> AnyPublisher<Bool, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.requestCompetitionMatchesNextPage(tournament: tournament)
        }
    }

    // MARK: Single events and markets

    /// As `subscribeEventDetails(eventId:)`.
    public func subscribeEventDetailsPublisher(
        eventId: String
    ) -> AnyPublisher<SubscribableContent<EventModel>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeEventDetails(eventId: eventId)
        }
    }

    /// As `subscribeToLiveDataUpdates(forEventWithId:)`.
    public func subscribeToLiveDataUpdatesPublisher(
        forEventWithId eventId: String
    ) -> AnyPublisher<SubscribableContent<EventLiveData>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeToLiveDataUpdates(forEventWithId: eventId)
        }
    }

    /// As `subscribeToEventOnListsMarketUpdates(withId:)`.
    public func subscribeToEventOnListsMarketUpdatesPublisher(
        withId marketId: String
    ) -> AnyPublisher<SubscribableContent<MarketModel?>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeToEventOnListsMarketUpdates(withId: marketId)
        }
    }

    /// As `subscribeToEventOnListsOutcomeUpdates(withId:)`.
    public func subscribeToEventOnListsOutcomeUpdatesPublisher(
        withId outcomeId: String
    ) -> AnyPublisher<SubscribableContent<OutcomeModel?>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeToEventOnListsOutcomeUpdates(withId: outcomeId)
        }
    }

    /// As `subscribeToEventOnListsLiveDataUpdates(withId:)`.
    public func subscribeToEventOnListsLiveDataUpdatesPublisher(
        withId eventId: String
    ) -> AnyPublisher<SubscribableContent<EventLiveData?>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeToEventOnListsLiveDataUpdates(withId: eventId)
        }
    }

    // MARK: Search and filters

    /// As `getSearchEvents(query:resultLimit:page:isLive:)`.
    public func getSearchEventsPublisher(
        query: String, resultLimit: Int, page: Int, isLive: Bool
    ) -> AnyPublisher<[EventsGroup], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getSearchEvents(
                query: query, resultLimit: resultLimit, page: page, isLive: isLive)
        }
    }

    /// As `subscribeToFilteredLiveMatches(filters:)`.
    public func subscribeToFilteredLiveMatchesPublisher(
        filters: MatchFilters
    ) -> AnyPublisher<SubscribableContent<[EventsGroup]>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeToFilteredLiveMatches(filters: filters)
        }
    }

    /// As `subscribeToFilteredPreLiveMatches(filters:)`.
    public func subscribeToFilteredPreLiveMatchesPublisher(
        filters: MatchFilters
    ) -> AnyPublisher<SubscribableContent<[EventsGroup]>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeToFilteredPreLiveMatches(filters: filters)
        }
    }
}

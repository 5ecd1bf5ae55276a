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
        subscribing(subscribeSportTypes)
    }

    /// As `getEventDetails(eventId:)`.
    public func getEventDetailsPublisher(
        eventId: String
    ) -> AnyPublisher<EventModel, ServiceProviderError> {
        oneShot(getEventDetails, eventId)
    }

    /// As `getMarketGroups(forEvent:)`.
    public func getMarketGroupsPublisher(
        forEvent eventId: String
    ) -> AnyPublisher<[MarketGroup], ServiceProviderError> {
        oneShot(getMarketGroups, eventId)
    }

    /// As `getPopularTournaments(forSportType:tournamentsCount:)`.
    public func getPopularTournamentsPublisher(
        forSportType sport: SportType?, tournamentsCount count: Int
    ) -> AnyPublisher<[Tournament], ServiceProviderError> {
        oneShot(getPopularTournaments, sport, count)
    }

    /// As `getTournaments(forSportType:)`.
    public func getTournamentsPublisher(
        forSportType sport: SportType?
    ) -> AnyPublisher<[Tournament], ServiceProviderError> {
        oneShot(getTournaments, sport)
    }

    // MARK: Lists

    /// As `subscribeLiveMatches(forSportType:)`.
    public func subscribeLiveMatchesPublisher(
        forSportType sport: SportType?
    ) -> AnyPublisher<SubscribableContent<[EventsGroup]>, ServiceProviderError> {
        subscribing(subscribeLiveMatches, sport)
    }

    /// As `subscribePreLiveMatches(forSportType:initialDate:endDate:eventCount:sortType:)`.
    public func subscribePreLiveMatchesPublisher(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) -> AnyPublisher<SubscribableContent<[EventsGroup]>, ServiceProviderError> {
        subscribing(subscribePreLiveMatches, sport, initialDate, endDate, eventCount, sortType)
    }

    /// As `requestLiveMatchesNextPage(forSportType:)`.
    public func requestLiveMatchesNextPagePublisher(
        forSportType sport: SportType?
    ) -> AnyPublisher<Bool, ServiceProviderError> {
        oneShot(requestLiveMatchesNextPage, sport)
    }

    /// As `requestPreLiveMatchesNextPage(forSportType:initialDate:endDate:eventCount:sortType:)`.
    public func requestPreLiveMatchesNextPagePublisher(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) -> AnyPublisher<Bool, ServiceProviderError> {
        oneShot(requestPreLiveMatchesNextPage, sport, initialDate, endDate, eventCount, sortType)
    }

    /// As `subscribeToCompetitionMatches(tournament:)`.
    public func subscribeToCompetitionMatchesPublisher(
        tournament: String
    ) -> AnyPublisher<SubscribableContent<[EventsGroup]>, ServiceProviderError> {
        subscribing(subscribeToCompetitionMatches, tournament)
    }

    /// As `requestCompetitionMatchesNextPage(tournament:)`.
    public func requestCompetitionMatchesNextPagePublisher(
        tournament: String
    ) -> AnyPublisher<Bool, ServiceProviderError> {
        oneShot(requestCompetitionMatchesNextPage, tournament)
    }

    // MARK: Single events and markets

    /// As `subscribeEventDetails(eventId:)`.
    public func subscribeEventDetailsPublisher(
        eventId: String
    ) -> AnyPublisher<SubscribableContent<EventModel>, ServiceProviderError> {
        subscribing(subscribeEventDetails, eventId)
    }

    /// As `subscribeToLiveDataUpdates(forEventWithId:)`.
    public func subscribeToLiveDataUpdatesPublisher(
        forEventWithId eventId: String
    ) -> AnyPublisher<SubscribableContent<EventLiveData>, ServiceProviderError> {
        subscribing(subscribeToLiveDataUpdates, eventId)
    }

    /// As `subscribeToEventOnListsMarketUpdates(withId:)`.
    public func subscribeToEventOnListsMarketUpdatesPublisher(
        withId marketId: String
    ) -> AnyPublisher<SubscribableContent<MarketModel?>, ServiceProviderError> {
        subscribing(subscribeToEventOnListsMarketUpdates, marketId)
    }

    /// As `subscribeToEventOnListsOutcomeUpdates(withId:)`.
    public func subscribeToEventOnListsOutcomeUpdatesPublisher(
        withId outcomeId: String
    ) -> AnyPublisher<SubscribableContent<OutcomeModel?>, ServiceProviderError> {
        subscribing(subscribeToEventOnListsOutcomeUpdates, outcomeId)
    }

    /// As `subscribeToEventOnListsLiveDataUpdates(withId:)`.
    public func subscribeToEventOnListsLiveDataUpdatesPublisher(
        withId eventId: String
    ) -> AnyPublisher<SubscribableContent<EventLiveData?>, ServiceProviderError> {
        subscribing(subscribeToEventOnListsLiveDataUpdates, eventId)
    }

    // MARK: Search and filters

    /// As `getSearchEvents(query:resultLimit:page:isLive:)`.
    public func getSearchEventsPublisher(
        query: String, resultLimit: Int, page: Int, isLive: Bool
    ) -> AnyPublisher<[EventsGroup], ServiceProviderError> {
        oneShot(getSearchEvents, query, resultLimit, page, isLive)
    }

    /// As `subscribeToFilteredLiveMatches(filters:)`.
    public func subscribeToFilteredLiveMatchesPublisher(
        filters: MatchFilters
    ) -> AnyPublisher<SubscribableContent<[EventsGroup]>, ServiceProviderError> {
        subscribing(subscribeToFilteredLiveMatches, filters)
    }

    /// As `subscribeToFilteredPreLiveMatches(filters:)`.
    public func subscribeToFilteredPreLiveMatchesPublisher(
        filters: MatchFilters
    ) -> AnyPublisher<SubscribableContent<[EventsGroup]>, ServiceProviderError> {
        subscribing(subscribeToFilteredPreLiveMatches, filters)
    }
}

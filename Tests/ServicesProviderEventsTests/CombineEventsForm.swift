import Foundation
import OddsClient
import OddsModel
import OpenCombine
import PublisherFixture
import ServicesProviderCombine

@testable import ServicesProvider

/// Events of a client, each function through its publisher: the same tests run over it and
/// over the client itself. What a publisher refuses, its reader learns with the first element.
struct CombineEventsForm: EventsProvider {
    let client: ServicesProviderClient

    var connectionStates: ConnectorStates { client.eventsConnectionStates }

    /// A subscription that asks a publisher for an element when its reader does.
    private func reading<Content>(
        _ publisher: AnyPublisher<SubscribableContent<Content>, ServiceProviderError>
    ) -> ServicesProvider.Subscription<Content> {
        ServicesProvider.Subscription(PublishedContent(reading: Reading(publisher)))
    }

    func subscribeSportTypes() throws(ServiceProviderError)
        -> ServicesProvider.Subscription<[SportType]>
    {
        reading(client.subscribeSportTypesPublisher())
    }

    func getEventDetails(eventId: String) async throws(ServiceProviderError) -> EventModel {
        try await first(client.getEventDetailsPublisher(eventId: eventId))
    }

    func getMarketGroups(forEvent eventId: String) async throws(ServiceProviderError)
        -> [MarketGroup]
    {
        try await first(client.getMarketGroupsPublisher(forEvent: eventId))
    }

    func getPopularTournaments(forSportType sport: SportType?, tournamentsCount count: Int)
        async throws(ServiceProviderError) -> [Tournament]
    {
        try await first(
            client.getPopularTournamentsPublisher(forSportType: sport, tournamentsCount: count))
    }

    func getTournaments(forSportType sport: SportType?) async throws(ServiceProviderError)
        -> [Tournament]
    {
        try await first(client.getTournamentsPublisher(forSportType: sport))
    }

    func subscribeLiveMatches(forSportType sport: SportType?) throws(ServiceProviderError)
        -> ServicesProvider.Subscription<[EventsGroup]>
    {
        reading(client.subscribeLiveMatchesPublisher(forSportType: sport))
    }

    func subscribePreLiveMatches(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) throws(ServiceProviderError) -> ServicesProvider.Subscription<[EventsGroup]> {
        reading(
            client.subscribePreLiveMatchesPublisher(
                forSportType: sport, initialDate: initialDate, endDate: endDate,
                eventCount: eventCount, sortType: sortType))
    }

    func requestLiveMatchesNextPage(forSportType sport: SportType?)
        async throws(ServiceProviderError) -> Bool
    {
        try await first(client.requestLiveMatchesNextPagePublisher(forSportType: sport))
    }

    func requestPreLiveMatchesNextPage(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) async throws(ServiceProviderError) -> Bool {
        try await first(
            client.requestPreLiveMatchesNextPagePublisher(
                forSportType: sport, initialDate: initialDate, endDate: endDate,
                eventCount: eventCount, sortType: sortType))
    }

    func subscribeToCompetitionMatches(tournament: String) throws(ServiceProviderError)
        -> ServicesProvider.Subscription<[EventsGroup]>
    {
        reading(client.subscribeToCompetitionMatchesPublisher(tournament: tournament))
    }

    func requestCompetitionMatchesNextPage(tournament: String) async throws(ServiceProviderError)
        -> Bool
    {
        try await first(client.requestCompetitionMatchesNextPagePublisher(tournament: tournament))
    }

    func subscribeEventDetails(eventId: String) throws(ServiceProviderError)
        -> ServicesProvider.Subscription<EventModel>
    {
        reading(client.subscribeEventDetailsPublisher(eventId: eventId))
    }

    func subscribeToLiveDataUpdates(forEventWithId eventId: String) throws(ServiceProviderError)
        -> ServicesProvider.Subscription<EventLiveData>
    {
        reading(client.subscribeToLiveDataUpdatesPublisher(forEventWithId: eventId))
    }

    func subscribeToEventOnListsMarketUpdates(withId marketId: String) throws(ServiceProviderError)
        -> ServicesProvider.Subscription<MarketModel?>
    {
        reading(client.subscribeToEventOnListsMarketUpdatesPublisher(withId: marketId))
    }

    func subscribeToEventOnListsOutcomeUpdates(withId outcomeId: String)
        throws(ServiceProviderError) -> ServicesProvider.Subscription<OutcomeModel?>
    {
        reading(client.subscribeToEventOnListsOutcomeUpdatesPublisher(withId: outcomeId))
    }

    func subscribeToEventOnListsLiveDataUpdates(withId eventId: String) throws(ServiceProviderError)
        -> ServicesProvider.Subscription<EventLiveData?>
    {
        reading(client.subscribeToEventOnListsLiveDataUpdatesPublisher(withId: eventId))
    }

    func getSearchEvents(query: String, resultLimit: Int, page: Int, isLive: Bool)
        async throws(ServiceProviderError) -> [EventsGroup]
    {
        try await first(
            client.getSearchEventsPublisher(
                query: query, resultLimit: resultLimit, page: page, isLive: isLive))
    }

    func subscribeToFilteredLiveMatches(filters: MatchFilters) throws(ServiceProviderError)
        -> ServicesProvider.Subscription<[EventsGroup]>
    {
        reading(client.subscribeToFilteredLiveMatchesPublisher(filters: filters))
    }

    func subscribeToFilteredPreLiveMatches(filters: MatchFilters) throws(ServiceProviderError)
        -> ServicesProvider.Subscription<[EventsGroup]>
    {
        reading(client.subscribeToFilteredPreLiveMatchesPublisher(filters: filters))
    }
}

/// Elements of a publisher for one reader, with whose last reference it ends.
private struct PublishedContent<Content: Sendable>: SubscriptionSource {
    let reading: Reading<SubscribableContent<Content>>

    func next() async throws(ServiceProviderError) -> SubscribableContent<Content>? {
        reading.reader.ask()
        var results = reading.reader.results.makeAsyncIterator()
        return try await results.next()?.get() ?? nil
    }
}

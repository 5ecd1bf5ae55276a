public import Foundation
public import OddsModel

// The feed: the functions of `EventsProvider`. All of them throw `eventsProviderNotFound` if
// the client is not connected.
extension ServicesProviderClient {

    // MARK: Sports data

    /// The sports with their numbers of events.
    public func subscribeSportTypes() throws(ServiceProviderError) -> Subscription<[SportType]> {
        try events().subscribeSportTypes()
    }

    /// An event with all its markets, as it is now.
    ///
    /// - Throws: `errorDetailedMessage` if the server has no such event.
    public func getEventDetails(eventId: String) async throws(ServiceProviderError) -> EventModel {
        try await events().getEventDetails(eventId: eventId)
    }

    /// The groups of an event's markets, in their order.
    ///
    /// - Throws: `errorDetailedMessage` if the server has no such event.
    public func getMarketGroups(
        forEvent eventId: String
    ) async throws(ServiceProviderError) -> [MarketGroup] {
        try await events().getMarketGroups(forEvent: eventId)
    }

    /// The most popular tournaments, the first one first.
    ///
    /// - Parameters:
    ///   - sport: The sport; all of them if it is `nil`.
    ///   - count: The greatest number of tournaments, from 1 to 200.
    public func getPopularTournaments(
        forSportType sport: SportType?, tournamentsCount count: Int
    ) async throws(ServiceProviderError) -> [Tournament] {
        try await events().getPopularTournaments(forSportType: sport, tournamentsCount: count)
    }

    /// Tournaments that have matches, in the order of the feed.
    ///
    /// - Parameter sport: The sport; all of them if it is `nil`.
    public func getTournaments(
        forSportType sport: SportType?
    ) async throws(ServiceProviderError) -> [Tournament] {
        try await events().getTournaments(forSportType: sport)
    }

    // MARK: Lists

    /// Live matches, by tournament and in the order of the feed. The first page has ten.
    ///
    /// - Parameter sport: The sport; all of them if it is `nil`.
    /// - Throws: `notSupportedForProvider` for `nil` where lists are of one sport each.
    public func subscribeLiveMatches(
        forSportType sport: SportType?
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        try events().subscribeLiveMatches(forSportType: sport)
    }

    /// Matches that have not begun, by tournament.
    ///
    /// - Parameters:
    ///   - sport: The sport; all of them if it is `nil`.
    ///   - initialDate: Of the matches of a page, those that begin before are left out.
    ///   - endDate: Of the matches of a page, those that begin after are left out.
    ///   - eventCount: The matches of the first page, and of each further one, from 1 to
    ///     1,000; ten if it is `nil`.
    ///   - sortType: The order within the matches of all pages.
    /// - Throws: As `subscribeLiveMatches`; `invalidRequestFormat` for another number.
    public func subscribePreLiveMatches(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        try events().subscribePreLiveMatches(
            forSportType: sport, initialDate: initialDate, endDate: endDate,
            eventCount: eventCount, sortType: sortType)
    }

    /// Adds a page to the subscriptions to live matches of a sport. Returns once they show
    /// it; until then they show what they have.
    ///
    /// - Returns: Whether there was another page.
    /// - Throws: `subscriptionNotFound` if there is no such subscription. What is shown
    ///   stays after all errors.
    public func requestLiveMatchesNextPage(
        forSportType sport: SportType?
    ) async throws(ServiceProviderError) -> Bool {
        try await events().requestLiveMatchesNextPage(forSportType: sport)
    }

    /// Adds a page to the subscriptions that were made with these arguments, like
    /// `requestLiveMatchesNextPage`.
    public func requestPreLiveMatchesNextPage(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) async throws(ServiceProviderError) -> Bool {
        try await events().requestPreLiveMatchesNextPage(
            forSportType: sport, initialDate: initialDate, endDate: endDate,
            eventCount: eventCount, sortType: sortType)
    }

    /// The matches of one tournament, live and to come, in the order of the feed. The first
    /// page has ten.
    ///
    /// - Parameter tournament: The tournament's id.
    public func subscribeToCompetitionMatches(
        tournament: String
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        try events().subscribeToCompetitionMatches(tournament: tournament)
    }

    /// Adds a page to the subscriptions to a tournament's matches, like
    /// `requestLiveMatchesNextPage`.
    public func requestCompetitionMatchesNextPage(
        tournament: String
    ) async throws(ServiceProviderError) -> Bool {
        try await events().requestCompetitionMatchesNextPage(tournament: tournament)
    }

    // MARK: Single events and markets

    /// An event with all its markets. It ends with `resourceUnavailableOrDeleted` when the
    /// server removes the event.
    public func subscribeEventDetails(
        eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventModel> {
        try events().subscribeEventDetails(eventId: eventId)
    }

    /// How an event stands, told only when that changes. It ends like
    /// `subscribeEventDetails`.
    public func subscribeToLiveDataUpdates(
        forEventWithId eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventLiveData> {
        try events().subscribeToLiveDataUpdates(forEventWithId: eventId)
    }

    /// A market, without its outcomes, as the subscribed lists show it; `nil` while none
    /// does. It is followed across lists and pages, and nothing is asked of the server.
    public func subscribeToEventOnListsMarketUpdates(
        withId marketId: String
    ) throws(ServiceProviderError) -> Subscription<MarketModel?> {
        try events().subscribeToEventOnListsMarketUpdates(withId: marketId)
    }

    /// An outcome with its betting offers, like `subscribeToEventOnListsMarketUpdates`.
    public func subscribeToEventOnListsOutcomeUpdates(
        withId outcomeId: String
    ) throws(ServiceProviderError) -> Subscription<OutcomeModel?> {
        try events().subscribeToEventOnListsOutcomeUpdates(withId: outcomeId)
    }

    /// How an event stands, like `subscribeToEventOnListsMarketUpdates`.
    public func subscribeToEventOnListsLiveDataUpdates(
        withId eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventLiveData?> {
        try events().subscribeToEventOnListsLiveDataUpdates(withId: eventId)
    }

    // MARK: Search and filters

    /// Matches with a text in the names of their participants or their tournament, by
    /// tournament.
    ///
    /// - Parameters:
    ///   - query: 1 to 100 bytes of UTF-8.
    ///   - resultLimit: The number of matches of a page. All pages up to the one that is
    ///     asked for have at most 200.
    ///   - page: The number of the page, from 0.
    ///   - isLive: Whether only live matches are sought; otherwise those to come, too.
    /// - Throws: `invalidRequestFormat` for arguments out of these bounds.
    public func getSearchEvents(
        query: String, resultLimit: Int, page: Int, isLive: Bool
    ) async throws(ServiceProviderError) -> [EventsGroup] {
        try await events().getSearchEvents(
            query: query, resultLimit: resultLimit, page: page, isLive: isLive)
    }

    /// Live matches that fulfil conditions, told only when one of them changes.
    public func subscribeToFilteredLiveMatches(
        filters: MatchFilters
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        try events().subscribeToFilteredLiveMatches(filters: filters)
    }

    /// Matches to come that fulfil conditions, told only when one of them changes.
    public func subscribeToFilteredPreLiveMatches(
        filters: MatchFilters
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        try events().subscribeToFilteredPreLiveMatches(filters: filters)
    }
}

public import Foundation
public import OddsModel

/// The feed: sports, tournaments, events with their odds, and searches for them.
///
/// Subscriptions begin at once and end with their last reference. They go on over lost
/// connections, which they tell by `disconnected` and `connected`. They end with an error
/// where the server refuses them before their first content (`onSubscribe`), where the
/// connection has failed for good (`onConnection`), and where the client disconnects
/// (`cancelled`).
///
/// The other functions wait for the connection, as long as the feed's requests may take,
/// and throw `noNetworkConnection` or `timedOut` if it does not come. All obey
/// cancellation, and may be called by any number of tasks.
public protocol EventsProvider: Connector {
    // MARK: Sports data

    /// The sports with their numbers of events.
    func subscribeSportTypes() throws(ServiceProviderError) -> Subscription<[SportType]>

    /// An event with all its markets, as it is now.
    ///
    /// - Throws: `errorDetailedMessage` if the server has no such event.
    func getEventDetails(eventId: String) async throws(ServiceProviderError) -> EventModel

    /// The groups of an event's markets, in their order.
    ///
    /// - Throws: `errorDetailedMessage` if the server has no such event.
    func getMarketGroups(
        forEvent eventId: String
    ) async throws(ServiceProviderError) -> [MarketGroup]

    /// The most popular tournaments, the first one first.
    ///
    /// - Parameters:
    ///   - sport: The sport; all of them if it is `nil`.
    ///   - count: The greatest number of tournaments, from 1 to 200.
    func getPopularTournaments(
        forSportType sport: SportType?, tournamentsCount count: Int
    ) async throws(ServiceProviderError) -> [Tournament]

    /// Tournaments that have matches, in the order of the feed.
    ///
    /// - Parameter sport: The sport; all of them if it is `nil`.
    func getTournaments(
        forSportType sport: SportType?
    ) async throws(ServiceProviderError) -> [Tournament]

    // MARK: Lists

    /// Live matches, by tournament and in the order of the feed. The first page has ten.
    ///
    /// - Parameter sport: The sport; all of them if it is `nil`.
    /// - Throws: `notSupportedForProvider` for `nil` where lists are of one sport each.
    func subscribeLiveMatches(
        forSportType sport: SportType?
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]>

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
    func subscribePreLiveMatches(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]>

    /// Adds a page to the subscriptions to live matches of a sport. Returns once they show
    /// it; until then they show what they have.
    ///
    /// - Returns: Whether there was another page.
    /// - Throws: `subscriptionNotFound` if there is no such subscription. What is shown
    ///   stays after all errors.
    func requestLiveMatchesNextPage(
        forSportType sport: SportType?
    ) async throws(ServiceProviderError) -> Bool

    /// Adds a page to the subscriptions that were made with these arguments, like
    /// `requestLiveMatchesNextPage`.
    func requestPreLiveMatchesNextPage(
        forSportType sport: SportType?, initialDate: Date?, endDate: Date?, eventCount: Int?,
        sortType: EventsSort
    ) async throws(ServiceProviderError) -> Bool

    /// The matches of one tournament, live and to come, in the order of the feed. The first
    /// page has ten.
    ///
    /// - Parameter tournament: The tournament's id.
    func subscribeToCompetitionMatches(
        tournament: String
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]>

    /// Adds a page to the subscriptions to a tournament's matches, like
    /// `requestLiveMatchesNextPage`.
    func requestCompetitionMatchesNextPage(
        tournament: String
    ) async throws(ServiceProviderError) -> Bool

    // MARK: Single events and markets

    /// An event with all its markets. It ends with `resourceUnavailableOrDeleted` when the
    /// server removes the event.
    func subscribeEventDetails(
        eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventModel>

    /// How an event stands, told only when that changes. It ends like
    /// `subscribeEventDetails`.
    func subscribeToLiveDataUpdates(
        forEventWithId eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventLiveData>

    /// A market, without its outcomes, as the subscribed lists show it; `nil` while none
    /// does. It is followed across lists and pages, and nothing is asked of the server.
    func subscribeToEventOnListsMarketUpdates(
        withId marketId: String
    ) throws(ServiceProviderError) -> Subscription<MarketModel?>

    /// An outcome with its betting offers, like `subscribeToEventOnListsMarketUpdates`.
    func subscribeToEventOnListsOutcomeUpdates(
        withId outcomeId: String
    ) throws(ServiceProviderError) -> Subscription<OutcomeModel?>

    /// How an event stands, like `subscribeToEventOnListsMarketUpdates`.
    func subscribeToEventOnListsLiveDataUpdates(
        withId eventId: String
    ) throws(ServiceProviderError) -> Subscription<EventLiveData?>

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
    func getSearchEvents(
        query: String, resultLimit: Int, page: Int, isLive: Bool
    ) async throws(ServiceProviderError) -> [EventsGroup]

    /// Live matches that fulfil conditions, told only when one of them changes.
    func subscribeToFilteredLiveMatches(
        filters: MatchFilters
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]>

    /// Matches to come that fulfil conditions, told only when one of them changes.
    func subscribeToFilteredPreLiveMatches(
        filters: MatchFilters
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]>
}

extension EventsProvider {
    /// The events of a page where the caller does not say it.
    static var eventsPerPage: Int { 10 }
}

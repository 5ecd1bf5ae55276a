import ServicesProvider

// The compiler holds the facade to the protocol: same names, same arguments, same errors.
extension ServicesProviderClient: EventsProvider {
    public var connectionStates: ConnectorStates { eventsConnectionStates }
}

/// All functions of the feed, by what offers them.
let feedFunctions:
    [(capability: Capability, call: @Sendable (any EventsProvider) async throws -> Void)] = [
        (.sports, { _ = try $0.subscribeSportTypes() }),
        (.tournaments, { _ = try await $0.getTournaments(forSportType: nil) }),
        (.tournaments, {
            _ = try await $0.getPopularTournaments(forSportType: nil, tournamentsCount: 1)
        }),
        (.eventDetails, { _ = try await $0.getEventDetails(eventId: "1") }),
        (.eventDetails, { _ = try $0.subscribeEventDetails(eventId: "1") }),
        (.eventDetails, { _ = try $0.subscribeToLiveDataUpdates(forEventWithId: "1") }),
        (.marketGroups, { _ = try await $0.getMarketGroups(forEvent: "1") }),
        (.liveMatches, { _ = try $0.subscribeLiveMatches(forSportType: nil) }),
        (.liveMatches, { _ = try await $0.requestLiveMatchesNextPage(forSportType: nil) }),
        (.preLiveMatches, {
            _ = try $0.subscribePreLiveMatches(
                forSportType: nil, initialDate: nil, endDate: nil, eventCount: 1, sortType: .feed)
        }),
        (.preLiveMatches, {
            _ = try await $0.requestPreLiveMatchesNextPage(
                forSportType: nil, initialDate: nil, endDate: nil, eventCount: 1, sortType: .feed)
        }),
        (.competitionMatches, { _ = try $0.subscribeToCompetitionMatches(tournament: "1") }),
        (.competitionMatches, {
            _ = try await $0.requestCompetitionMatchesNextPage(tournament: "1")
        }),
        (.listUpdates, { _ = try $0.subscribeToEventOnListsMarketUpdates(withId: "1") }),
        (.listUpdates, { _ = try $0.subscribeToEventOnListsOutcomeUpdates(withId: "1") }),
        (.listUpdates, { _ = try $0.subscribeToEventOnListsLiveDataUpdates(withId: "1") }),
        (.search, {
            _ = try await $0.getSearchEvents(query: "a", resultLimit: 1, page: 0, isLive: true)
        }),
        (.matchFilters, {
            _ = try $0.subscribeToFilteredLiveMatches(filters: MatchFilters())
        }),
        (.matchFilters, {
            _ = try $0.subscribeToFilteredPreLiveMatches(filters: MatchFilters())
        }),
    ]

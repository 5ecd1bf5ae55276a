import OddsModel
import OddsTopics

/// The configuration of a provider.
public struct ProviderConfiguration: Sendable {
    /// The operator's number at EM.
    public var operatorID = "1"
    /// The language of names: two letters.
    public var language = "en"
    /// How long a topic's store stays after its last subscription, in case
    /// another one follows soon.
    public var gracePeriod = Duration.seconds(5)
    /// The configuration of each topic's store.
    public var store = StoreConfiguration()

    /// The defaults above.
    public init() {}
}

/// The feed as an app sees it: subscriptions to topics. Subscriptions to the
/// same topic share one store. Those to different topics do not disturb each
/// other, even if they show the same event.
public actor EveryMatrixProvider {
    /// The client that the topics' stores run on.
    public nonisolated let client: any WebSocketClient
    /// The configuration that the provider was made with.
    public nonisolated let configuration: ProviderConfiguration

    private nonisolated let stores: FeedStores

    /// Makes a provider without subscriptions. The app connects the client.
    public init(
        _ client: any WebSocketClient,
        configuration: ProviderConfiguration = ProviderConfiguration()
    ) {
        self.client = client
        self.configuration = configuration
        stores = FeedStores(gracePeriod: configuration.gracePeriod, clock: client.clock)
    }

    /// Makes a provider on a client, with the defaults of its configuration.
    public init(webSocketClient client: any WebSocketClient) { self.init(client) }

    /// The topics that have a store now, in the order of their text.
    public var topics: [String] { get async { await stores.topics } }

    // MARK: Subscribing

    /// Subscribes to live matches in the order of the feed.
    public func subscribeToLiveData(
        sport: EMSport = .all, page: EMPage = EMPage(events: 10, markets: 5)
    ) async -> FeedSubscription {
        await subscribe(to: .liveMatches(sport: sport, page))
    }

    /// Subscribes to matches that have not begun.
    public func subscribeToPreLiveMatches(
        sport: EMSport = .all, page: EMPage = EMPage(events: 10, markets: 5)
    ) async -> FeedSubscription {
        await subscribe(to: .nextMatches(sport: sport, page))
    }

    /// Subscribes to the matches of one competition, live and to come, in the
    /// order of the feed.
    ///
    /// - Parameters:
    ///   - tournament: the competition's id, the `parentId` of its matches.
    ///   - page: the number of matches, and of markets of each.
    public func subscribeToCompetitionMatches(
        tournament: String, page: EMPage = EMPage(events: 10, markets: 5)
    ) async -> FeedSubscription {
        await subscribe(to: .competitionMatches(tournament: tournament, page))
    }

    /// Subscribes to one event with all its markets.
    public func subscribeToEventDetails(id: EntityID) async -> FeedSubscription {
        await subscribe(to: .matchOdds(match: "\(id)"))
    }

    /// Subscribes to any topic. Returns at once; the store's state says when
    /// the content is there.
    public func subscribe(to content: EMTopic.Content) async -> FeedSubscription {
        let topic = EMTopic(
            operatorID: configuration.operatorID, language: configuration.language,
            content: content)
        return await subscribe(topic: "\(topic)", isList: content.isList)
    }

    /// Subscribes to a topic by its text form, for those that `EMTopic` does
    /// not know.
    public func subscribe(topic: String) async -> FeedSubscription {
        await subscribe(topic: topic, isList: (try? EMTopic(topic))?.content.isList ?? false)
    }

    private func subscribe(topic: String, isList: Bool) async -> FeedSubscription {
        await stores.subscribe(to: topic, isList: isList) { [client, configuration] in
            ChannelDataStore(topic, client: client, configuration: configuration.store)
        }
    }

    /// Ends all subscriptions without a grace period, and returns when their
    /// topics are unregistered.
    public func closeAll() async { await stores.closeAll() }

    // MARK: Observing what lists show

    /// A market as the subscribed lists show it; `nil` while none does. It is
    /// followed from list to list as pages are replaced, and each change is
    /// delivered once, however many lists show it. A slow reader gets the
    /// newest value only.
    public func subscribeToEventOnListsMarketUpdates(
        withId id: EntityID
    ) async -> AsyncStream<MarketModel?> {
        await stores.observeOnLists(EntityName(.market, id)) { $0?.market }
    }

    /// An outcome with its offers as the subscribed lists show it, like
    /// `subscribeToEventOnListsMarketUpdates(withId:)`.
    public func subscribeToEventOnListsOutcomeUpdates(
        withId id: EntityID
    ) async -> AsyncStream<OutcomeModel?> {
        await stores.observeOnLists(EntityName(.outcome, id)) { $0?.outcome }
    }

    /// What `value` makes of an event, with its infos and markets, as the subscribed
    /// lists show it; `nil` while none does. It is followed from list to list as pages
    /// are replaced, and delivered when it has changed. A slow reader gets the newest
    /// value only.
    ///
    /// - Parameters:
    ///   - id: The event's id.
    ///   - value: Must not keep the event, which would have to be copied before its next
    ///     change.
    /// - Complexity: O(events of the lists) at each change, whatever the number of
    ///   observers.
    public func subscribeToEventOnListsUpdates<Value: Equatable & Sendable>(
        withId id: EntityID, _ value: @escaping @Sendable (EventModel) -> Value
    ) async -> AsyncStream<Value?> {
        await stores.observeEventOnLists(id, value)
    }
}

extension EMTopic.Content {
    /// Whether a topic shows a list of events.
    var isList: Bool {
        switch self {
        case .liveMatches, .popularMatches, .nextMatches, .competitionMatches: true
        case .matchOdds, .marketGroups, .disciplines, .partScores, .bettingOffer: false
        }
    }
}

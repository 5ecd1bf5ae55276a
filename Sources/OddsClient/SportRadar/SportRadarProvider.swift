import OddsModel

/// SportRadar's feed as an app sees it: subscriptions to contents, and lists. Subscriptions
/// to the same content share one store. Those to different contents do not disturb each
/// other, even if they show the same event.
///
/// Any task may use a provider.
public final class SportRadarProvider: Sendable {
    /// The client that the contents' stores run on.
    public let client: SportRadarSocketClient
    private let stores: FeedStores

    /// Makes a provider without subscriptions. The app connects the client.
    ///
    /// - Parameters:
    ///   - client: subscribes to contents.
    ///   - gracePeriod: how long a content stays subscribed after its last subscription, in
    ///     case another one follows soon.
    public init(
        _ client: SportRadarSocketClient,
        gracePeriod: Duration = ProviderConfiguration().gracePeriod
    ) {
        self.client = client
        stores = FeedStores(gracePeriod: gracePeriod, clock: client.clock)
    }

    /// The names of the contents that have a store now, in order.
    public var topics: [String] { get async { await stores.topics } }

    // MARK: Subscribing

    /// Subscribes to a content. Returns at once; the store's state says when the content is
    /// there.
    public func subscribe(to content: SportRadarContent) async -> FeedSubscription {
        await stores.subscribe(to: "\(content)", isList: content.isList) { [client] in
            client.store(of: content)
        }
    }

    /// Subscribes to the first page of a sport's live events.
    public func liveEvents(sport: String) async -> SportRadarList {
        await SportRadarList(self, pageSize: SportRadarContent.livePageSize) {
            .liveEvents(sport: sport, page: $0)
        }
    }

    /// Subscribes to the first page of a sport's events within a span of time; see
    /// `SportRadarContent.events(sport:from:to:page:count:order:)`.
    public func events(
        sport: String, from: String, to: String, pageSize: Int = 20,
        order: SportRadarContent.Order = .time
    ) async -> SportRadarList {
        await SportRadarList(self, pageSize: pageSize) {
            .events(sport: sport, from: from, to: to, page: $0, count: pageSize, order: order)
        }
    }

    /// Ends all subscriptions without a grace period.
    public func closeAll() async { await stores.closeAll() }

    // MARK: Observing what lists show

    /// A market as the subscribed lists show it; `nil` while none does. It is followed from
    /// page to page, and each change is delivered once. A slow reader gets the newest value
    /// only.
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

    /// What `value` makes of an event as the subscribed lists show it; see
    /// `EveryMatrixProvider.subscribeToEventOnListsUpdates(withId:_:)`.
    ///
    /// - Complexity: O(events of the lists) at each change, whatever the number of
    ///   observers.
    public func subscribeToEventOnListsUpdates<Value: Equatable & Sendable>(
        withId id: EntityID, _ value: @escaping @Sendable (EventModel) -> Value
    ) async -> AsyncStream<Value?> {
        await stores.observeEventOnLists(id, value)
    }
}

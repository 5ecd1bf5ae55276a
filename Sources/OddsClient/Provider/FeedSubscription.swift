import OddsModel

/// A share in the store of a topic. It ends with `end()`, or when nobody holds
/// it or a stream from it any more; the store goes a grace period after its
/// last share.
public final class FeedSubscription: Sendable {
    public let topic: String
    /// Shared with all who subscribe to the topic.
    public let store: ChannelDataStore
    private let share: FeedShare

    init(_ topic: String, _ store: ChannelDataStore, release: @escaping @Sendable () -> Void) {
        self.topic = topic
        self.store = store
        share = FeedShare(release)
    }

    deinit { share.end() }

    /// Streams from this subscription go on only if others share the topic.
    public func end() { share.end() }

    // Streams that keep the subscription for as long as they are read.

    /// See `ChannelDataStore.contents(limit:)`.
    public func contents(limit: Int = .max) async -> ContentUpdates {
        await store.contents(limit: limit, owner: self)
    }

    /// See `ChannelDataStore.observeEvent(id:)`.
    public func observeEvent(id: EntityID) async -> AsyncStream<EventModel?> {
        await store.observe(EntityName(.match, id)) { [self] in keep($0?.event) }
    }

    /// See `ChannelDataStore.observeMarket(id:)`.
    public func observeMarket(id: EntityID) async -> AsyncStream<MarketModel?> {
        await store.observe(EntityName(.market, id)) { [self] in keep($0?.market) }
    }

    /// See `ChannelDataStore.observeOutcome(id:)`.
    public func observeOutcome(id: EntityID) async -> AsyncStream<OutcomeModel?> {
        await store.observe(EntityName(.outcome, id)) { [self] in keep($0?.outcome) }
    }

    /// See `ChannelDataStore.observeBettingOffer(id:)`.
    public func observeBettingOffer(id: EntityID) async -> AsyncStream<BettingOfferModel?> {
        await store.observe(EntityName(.bettingOffer, id)) { [self] in keep($0?.bettingOffer) }
    }

    /// See `ChannelDataStore.observeEntity(type:id:)`.
    public func observeEntity(type: String, id: EntityID) async -> AsyncStream<EntityValue?> {
        await store.observe(EntityName(feedType: type, id: id)) { [self] in keep($0) }
    }

    /// The observer's closure holds this subscription by calling it.
    private func keep<Value>(_ value: Value) -> Value { value }
}

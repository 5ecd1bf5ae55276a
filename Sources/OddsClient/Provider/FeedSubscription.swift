import OddsModel

/// A subscription to a topic. It ends with `end()`, or when neither it nor a
/// stream from it is retained any more. The topic's store ends a grace period
/// after its last subscription. Any thread may use a subscription.
public final class FeedSubscription: Sendable {
    /// The topic's text form.
    public let topic: String
    /// The topic's store, which all subscriptions to the topic share.
    public let store: ChannelDataStore
    private let share: FeedShare

    init(_ topic: String, _ store: ChannelDataStore, release: @escaping @Sendable () -> Void) {
        self.topic = topic
        self.store = store
        share = FeedShare(release)
    }

    deinit { share.end() }

    /// Ends the subscription; has no effect the second time. Streams from it
    /// continue as long as the store does.
    public func end() { share.end() }

    // MARK: Streams, which retain the subscription while they are read

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

    /// Called by an observer's closure, which thereby retains this
    /// subscription.
    private func keep<Value>(_ value: Value) -> Value { value }
}

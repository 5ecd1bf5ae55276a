#if canImport(Combine)
    public import Combine
#else
    public import OpenCombine
#endif
public import OddsClient
public import OddsModel

// A topic's store as publishers.
extension ChannelDataStore {
    /// As `contents(limit:)`: a subscriber without demand gets the newest.
    public nonisolated func contentsPublisher(
        limit: Int = .max
    ) -> AnyPublisher<SubscribableContent<[EventModel]>, Never> {
        SequencePublisher { await self.contents(limit: limit) }.eraseToAnyPublisher()
    }

    /// The events of `contentsPublisher()`, without changes of the connection: as they are
    /// now, and again each time that something has changed. Whether they may be older than the
    /// server's is told by `isStale`.
    public nonisolated var outputPublisher: AnyPublisher<[EventModel], Never> {
        contentsPublisher().compactMap { content in
            if case .contentUpdate(let events) = content { events } else { nil }
        }.eraseToAnyPublisher()
    }

    /// As `changes()`: what a subscriber without demand misses is merged.
    public nonisolated func changesPublisher() -> AnyPublisher<ChannelChanges, Never> {
        SequencePublisher { await self.changes() }.eraseToAnyPublisher()
    }

    /// As `observeEvent(id:)`.
    public nonisolated func observeEventPublisher(
        id: EntityID
    ) -> AnyPublisher<EventModel?, Never> {
        SequencePublisher { await self.observeEvent(id: id) }.eraseToAnyPublisher()
    }

    /// As `observeMarket(id:)`.
    public nonisolated func observeMarketPublisher(
        id: EntityID
    ) -> AnyPublisher<MarketModel?, Never> {
        SequencePublisher { await self.observeMarket(id: id) }.eraseToAnyPublisher()
    }

    /// As `observeOutcome(id:)`.
    public nonisolated func observeOutcomePublisher(
        id: EntityID
    ) -> AnyPublisher<OutcomeModel?, Never> {
        SequencePublisher { await self.observeOutcome(id: id) }.eraseToAnyPublisher()
    }

    /// As `observeBettingOffer(id:)`.
    public nonisolated func observeBettingOfferPublisher(
        id: EntityID
    ) -> AnyPublisher<BettingOfferModel?, Never> {
        SequencePublisher { await self.observeBettingOffer(id: id) }.eraseToAnyPublisher()
    }

    /// As `observeEntity(type:id:)`.
    public nonisolated func observeEntityPublisher(
        type: String, id: EntityID
    ) -> AnyPublisher<EntityValue?, Never> {
        SequencePublisher { await self.observeEntity(type: type, id: id) }.eraseToAnyPublisher()
    }
}

// A subscription as publishers.
extension FeedSubscription {
    /// As `contents(limit:)`: a subscriber without demand gets the newest.
    public func contentsPublisher(
        limit: Int = .max
    ) -> AnyPublisher<SubscribableContent<[EventModel]>, Never> {
        SequencePublisher { await self.contents(limit: limit) }.eraseToAnyPublisher()
    }

    /// As `observeEvent(id:)`.
    public func observeEventPublisher(
        id: EntityID
    ) -> AnyPublisher<EventModel?, Never> {
        SequencePublisher { await self.observeEvent(id: id) }.eraseToAnyPublisher()
    }

    /// As `observeMarket(id:)`.
    public func observeMarketPublisher(
        id: EntityID
    ) -> AnyPublisher<MarketModel?, Never> {
        SequencePublisher { await self.observeMarket(id: id) }.eraseToAnyPublisher()
    }

    /// As `observeOutcome(id:)`.
    public func observeOutcomePublisher(
        id: EntityID
    ) -> AnyPublisher<OutcomeModel?, Never> {
        SequencePublisher { await self.observeOutcome(id: id) }.eraseToAnyPublisher()
    }

    /// As `observeBettingOffer(id:)`.
    public func observeBettingOfferPublisher(
        id: EntityID
    ) -> AnyPublisher<BettingOfferModel?, Never> {
        SequencePublisher { await self.observeBettingOffer(id: id) }.eraseToAnyPublisher()
    }

    /// As `observeEntity(type:id:)`.
    public func observeEntityPublisher(
        type: String, id: EntityID
    ) -> AnyPublisher<EntityValue?, Never> {
        SequencePublisher { await self.observeEntity(type: type, id: id) }.eraseToAnyPublisher()
    }
}

import OddsModel
import OddsReconstruction
import OddsWire

// What readers of a store see.

extension ChannelDataStore {
    /// The first events of the tree in server order; all of them by default.
    /// Complexity: that of the strategy's `events(limit:)`.
    public func events(limit: Int = .max) -> [EventModel] { fold.events(limit: limit) }

    /// All reference entities, by type and in order of arrival.
    public func references() -> [ReferenceModel] { fold.references() }

    /// One entity, `nil` if it is not there. Complexity: O(its properties).
    public func value(of name: EntityName) -> EntityValue? { fold.value(of: name) }

    /// What became of frames and records so far.
    public var counters: ChannelCounters { fold.counters }

    /// The version of the state, `nil` if there is none.
    public var version: FrameVersion? { fold.version }

    /// What the store shows now, as the contract's snapshots do.
    public func snapshot() -> ChannelSnapshot {
        ChannelSnapshot(
            channel: topic, version: version, events: events(), references: references(),
            counters: counters)
    }

    // MARK: Streams

    /// The whole content: first as it is, then each time that it changed. Who
    /// reads slowly gets the newest.
    ///
    /// The tree is made when it is asked for, so frames that nobody looks at
    /// cost nothing here.
    /// - Parameter limit: Of events.
    public func contents(limit: Int = .max) -> ContentUpdates {
        contents(limit: limit, owner: nil)
    }

    func contents(limit: Int, owner: FeedSubscription?) -> ContentUpdates {
        let mailbox = ContentMailbox()
        attach(mailbox)
        return ContentUpdates(
            source: ContentSource(self, owner: owner), mailbox: mailbox, limit: limit)
    }

    /// Tells a reader of content from now on.
    func attach(_ mailbox: ContentMailbox) {
        if !isStale { mailbox.connect() }
        contentReaders.append(mailbox)
    }

    func detach(_ mailbox: ContentMailbox) {
        contentReaders.removeAll { $0 === mailbox }
    }

    /// What changed, from now on. Who reads slowly gets several change sets as
    /// one, or, past a bound, is told to look at everything.
    public func changes() -> ChangeUpdates {
        let mailbox = ChangeMailbox()
        changeReaders.append(mailbox)
        return ChangeUpdates(mailbox: mailbox)
    }

    // MARK: Observers

    /// An event's own properties: as they are now (`nil` if it is not there),
    /// and again each time that one of their values changed, that it went, and
    /// that it came back. Who reads slowly gets the newest.
    public func observeEvent(id: EntityID) -> AsyncStream<EventModel?> {
        observe(EntityName(.match, id)) { $0?.event }
    }

    /// A market's own properties, likewise.
    public func observeMarket(id: EntityID) -> AsyncStream<MarketModel?> {
        observe(EntityName(.market, id)) { $0?.market }
    }

    /// An outcome's properties and its offers', likewise.
    public func observeOutcome(id: EntityID) -> AsyncStream<OutcomeModel?> {
        observe(EntityName(.outcome, id)) { $0?.outcome }
    }

    /// A betting offer's properties, likewise.
    public func observeBettingOffer(id: EntityID) -> AsyncStream<BettingOfferModel?> {
        observe(EntityName(.bettingOffer, id)) { $0?.bettingOffer }
    }

    /// An entity of any type, named as the feed spells it (`"SPORT"`,
    /// `"EVENT_INFO"`), likewise.
    public func observeEntity(type: String, id: EntityID) -> AsyncStream<EntityValue?> {
        observe(EntityName(feedType: type, id: id)) { $0 }
    }

    func observe<Value: Sendable>(
        _ name: EntityName, _ value: @escaping @Sendable (EntityValue?) -> Value?
    ) -> AsyncStream<Value?> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value?.self, bufferingPolicy: .bufferingNewest(1))
        let number = observers.add(
            name, in: fold, send: { continuation.yield(value($0)) },
            finish: { continuation.finish() })
        continuation.onTermination = { [weak self] _ in
            Task { await self?.endObserver(number) }
        }
        return stream
    }

    private func endObserver(_ number: Int) { observers.remove(number) }

    // MARK: Delivery

    /// Tells readers and observers of a frame that was applied. Those who read
    /// no more are forgotten.
    func publish(_ trace: FrameTrace) {
        let changes = fold.changes
        guard !changes.isEmpty else { return }
        if !changeReaders.isEmpty { changeReaders.removeAll { !$0.put(changes, trace) } }
        if !contentReaders.isEmpty { contentReaders.removeAll { !$0.noteChange() } }
        observers.note(changes, in: fold)
    }

    func finishReaders() {
        for reader in changeReaders { reader.finish() }
        for reader in contentReaders { reader.finish() }
        changeReaders = []
        contentReaders = []
        observers.finish()
        states.finish()
    }
}

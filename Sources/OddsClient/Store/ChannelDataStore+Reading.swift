import OddsModel
import OddsReconstruction
import OddsWire

// MARK: - Reading

extension ChannelDataStore {
    /// The first events of the tree in server order; all of them by default.
    ///
    /// - Complexity: that of the strategy's `events(limit:)`.
    public func events(limit: Int = .max) -> [EventModel] { fold.events(limit: limit) }

    /// All reference entities, by type and in order of arrival.
    ///
    /// - Complexity: O(reference entities).
    public func references() -> [ReferenceModel] { fold.references() }

    /// An entity, or `nil` if the tree does not have it.
    ///
    /// - Complexity: O(the entity's properties).
    public func value(of name: EntityName) -> EntityValue? { fold.value(of: name) }

    /// What happened to frames and records so far.
    public var counters: ChannelCounters { fold.counters }

    /// What became of the changes of a SportRadar content that no frame counts; `nil` for
    /// a topic.
    public var contentCounters: ContentCounters? { fold.contentCounters }

    /// The version of the tree, or `nil` if it has none.
    public var version: FrameVersion? { fold.version }

    /// The tree with its references, version and counters.
    ///
    /// - Complexity: O(entities).
    public func snapshot() -> ChannelSnapshot {
        ChannelSnapshot(
            channel: topic, version: version, events: events(), references: references(),
            counters: counters, changes: contentCounters)
    }

    // MARK: Streams

    /// The events as they are now, and again each time that something changed.
    /// A slow reader gets the newest content only.
    ///
    /// The tree is built when the reader asks for it, so frames in between cost
    /// nothing. The stream ends with `unsubscribe`.
    /// - Parameter limit: the number of events, from the first one.
    public func contents(limit: Int = .max) -> ContentUpdates {
        contents(limit: limit, owner: nil)
    }

    func contents(limit: Int, owner: FeedSubscription?) -> ContentUpdates {
        let mailbox = ContentMailbox()
        attach(mailbox)
        return ContentUpdates(
            source: ContentSource(self, owner: owner), mailbox: mailbox, limit: limit)
    }

    /// Starts to notify a reader of content.
    func attach(_ mailbox: ContentMailbox) {
        mailbox.join(isStale: isStale)
        contentReaders.append(mailbox)
    }

    func detach(_ mailbox: ContentMailbox) {
        contentReaders.removeAll { $0 === mailbox }
        mailbox.leave(isStale: isStale)
    }

    /// What changes from now on. A slow reader gets several change sets merged
    /// into one; beyond a bound, `ChannelChanges.isIncomplete` tells it to read
    /// everything again. The stream ends with `unsubscribe`.
    public func changes() -> ChangeUpdates {
        let mailbox = ChangeMailbox()
        changeReaders.append(mailbox)
        return ChangeUpdates(mailbox: mailbox)
    }

    // MARK: Observers

    /// Whether somebody reads what changes.
    var isObserved: Bool {
        !observers.isEmpty || !changeReaders.isEmpty || !contentReaders.isEmpty
    }

    /// An event's own properties: as they are now, and again each time that one
    /// of them changes, that the event is deleted (`nil`), and that it comes
    /// back. A slow reader gets the newest value only. The stream ends with
    /// `unsubscribe`.
    ///
    /// - Complexity: one hash lookup for each entity that a frame changes,
    ///   however many observers there are.
    public func observeEvent(id: EntityID) -> AsyncStream<EventModel?> {
        observe(EntityName(.match, id)) { $0?.event }
    }

    /// A market's own properties, like `observeEvent(id:)`.
    public func observeMarket(id: EntityID) -> AsyncStream<MarketModel?> {
        observe(EntityName(.market, id)) { $0?.market }
    }

    /// An outcome's properties and those of its betting offers, like
    /// `observeEvent(id:)`.
    public func observeOutcome(id: EntityID) -> AsyncStream<OutcomeModel?> {
        observe(EntityName(.outcome, id)) { $0?.outcome }
    }

    /// A betting offer's properties, like `observeEvent(id:)`.
    public func observeBettingOffer(id: EntityID) -> AsyncStream<BettingOfferModel?> {
        observe(EntityName(.bettingOffer, id)) { $0?.bettingOffer }
    }

    /// The properties of an entity of any type, like `observeEvent(id:)`.
    ///
    /// - Parameters:
    ///   - type: the type as the feed spells it: `"SPORT"`, `"EVENT_INFO"`.
    ///   - id: the entity's id.
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

    func report(_ state: StoreState) { if state != states.latest { states.send(state) } }

    /// The tree is the server's again.
    func becomeCurrent() {
        isStale = false
        for reader in contentReaders { reader.connect() }
    }

    /// The tree may be older than the server's.
    func becomeStale() {
        isStale = true
        for reader in contentReaders { reader.disconnect() }
    }

    /// Publishes what the frame applied last has changed, and drops readers
    /// that have ended. A frame that changes nothing is not published, unless
    /// it is traced.
    func publish(_ trace: FrameTrace) {
        let changes = fold.changes
        guard !changes.isEmpty || trace.isOn else { return }
        if !changeReaders.isEmpty { changeReaders.removeAll { !$0.put(changes, trace) } }
        guard !changes.isEmpty else { return }
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

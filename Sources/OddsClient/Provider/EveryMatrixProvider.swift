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

    /// A topic's store, and the number of its subscriptions.
    private final class Shared {
        /// Distinguishes it from the one that the topic had before.
        let number: Int
        let store: ChannelDataStore
        var count = 0
        var grace: Task<Void, Never>?

        init(_ number: Int, _ store: ChannelDataStore) {
            self.number = number
            self.store = store
        }
    }

    private var shared: [String: Shared] = [:]
    private var lastNumber = 0
    /// Topics of lists in the order in which they were opened.
    private var lists: [String] = []
    private var listObservers: [Int: ListObserver] = [:]
    private var lastListObserver = 0
    let eventObservers = ListEventObservers()

    /// Makes a provider without subscriptions. The app connects the client.
    public init(
        _ client: any WebSocketClient,
        configuration: ProviderConfiguration = ProviderConfiguration()
    ) {
        self.client = client
        self.configuration = configuration
    }

    /// The topics that have a store now, in the order of their text.
    public var topics: [String] { shared.keys.sorted() }

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
        let entry: Shared
        if let known = shared[topic] {
            entry = known
        } else {
            let store = ChannelDataStore(
                topic, client: client, configuration: configuration.store)
            lastNumber += 1
            entry = Shared(lastNumber, store)
            shared[topic] = entry
        }
        entry.count += 1
        entry.grace?.cancel()
        entry.grace = nil
        let number = entry.number
        let subscription = FeedSubscription(topic, entry.store) { [weak self] in
            Task { await self?.release(topic, number) }
        }
        await entry.store.subscribe()
        if isList, !lists.contains(topic) {
            lists.append(topic)
            for number in listObservers.keys { follow(topic, entry.store, number) }
            eventObservers.follow(topic)
            readEvents(of: entry.store)
        }
        return subscription
    }

    private func release(_ topic: String, _ number: Int) {
        guard let entry = shared[topic], entry.number == number else { return }
        entry.count -= 1
        guard entry.count == 0 else { return }
        entry.grace = Task { [client, configuration] in
            do { try await client.clock.sleep(for: configuration.gracePeriod) } catch { return }
            await close(topic, entry)
        }
    }

    private func close(_ topic: String, _ entry: Shared) async {
        guard entry.count == 0, shared[topic] === entry else { return }
        shared[topic] = nil
        lists.removeAll { $0 == topic }
        for observer in listObservers.values { observer.unfollow(topic) }
        eventObservers.unfollow(topic)
        await entry.store.unsubscribe()
    }

    /// Ends all subscriptions without a grace period, and returns when their
    /// topics are unregistered.
    public func closeAll() async {
        for (topic, entry) in shared {
            entry.grace?.cancel()
            entry.count = 0
            await close(topic, entry)
        }
    }

    // MARK: Observing what lists show

    /// A market as the subscribed lists show it; `nil` while none does. It is
    /// followed from list to list as pages are replaced, and each change is
    /// delivered once, however many lists show it. A slow reader gets the
    /// newest value only.
    public func subscribeToEventOnListsMarketUpdates(
        withId id: EntityID
    ) -> AsyncStream<MarketModel?> {
        observeOnLists(EntityName(.market, id)) { $0?.market }
    }

    /// An outcome with its offers as the subscribed lists show it, like
    /// `subscribeToEventOnListsMarketUpdates(withId:)`.
    public func subscribeToEventOnListsOutcomeUpdates(
        withId id: EntityID
    ) -> AsyncStream<OutcomeModel?> {
        observeOnLists(EntityName(.outcome, id)) { $0?.outcome }
    }

    private func observeOnLists<Value: Sendable>(
        _ name: EntityName, _ value: @escaping @Sendable (EntityValue?) -> Value?
    ) -> AsyncStream<Value?> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value?.self, bufferingPolicy: .bufferingNewest(1))
        lastListObserver += 1
        let number = lastListObserver
        let observer = ListObserver(name) { continuation.yield(value($0)) }
        listObservers[number] = observer
        continuation.onTermination = { [weak self] _ in
            Task { await self?.endListObserver(number) }
        }
        for topic in lists {
            if let store = shared[topic]?.store { follow(topic, store, number) }
        }
        if lists.isEmpty { observer.tellFirst() }
        return stream
    }

    /// The lists that are subscribed to, in the order in which they were opened.
    var openLists: [(topic: String, store: ChannelDataStore)] {
        lists.compactMap { topic in shared[topic].map { (topic, $0.store) } }
    }

    private func endListObserver(_ number: Int) {
        listObservers.removeValue(forKey: number)?.end()
    }

    private func follow(_ topic: String, _ store: ChannelDataStore, _ number: Int) {
        guard let observer = listObservers[number] else { return }
        observer.follow(
            topic,
            Task { [weak self, name = observer.name] in
                for await value in await store.observe(name, { $0 }) {
                    await self?.note(value, from: topic, number)
                }
            })
    }

    private func note(_ value: EntityValue?, from topic: String, _ number: Int) {
        listObservers[number]?.note(value, from: topic)
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

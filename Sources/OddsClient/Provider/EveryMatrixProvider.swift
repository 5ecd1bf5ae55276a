import OddsModel
import OddsTopics

/// How a provider keeps its stores.
public struct ProviderConfiguration: Sendable {
    /// EM's number of the operator.
    public var operatorID = "1"
    /// Two letters.
    public var language = "en"
    /// How long the store of a topic stays that nobody watches, for who comes
    /// back soon.
    public var gracePeriod = Duration.seconds(5)
    public var store = StoreConfiguration()

    public init() {}
}

/// The feed as an app sees it: subscriptions to topics, each of which is kept
/// once however many watch it. Details of one event do not disturb the lists
/// that show it too.
public actor EveryMatrixProvider {
    public nonisolated let client: any WebSocketClient
    public nonisolated let configuration: ProviderConfiguration

    /// A topic's store, and who shares it.
    private final class Shared {
        /// Tells it from the one that the topic had before.
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

    public init(
        _ client: any WebSocketClient,
        configuration: ProviderConfiguration = ProviderConfiguration()
    ) {
        self.client = client
        self.configuration = configuration
    }

    /// The topics that are kept now.
    public var topics: [String] { shared.keys.sorted() }

    // MARK: Subscribing

    /// Live matches in the order of the feed.
    public func subscribeToLiveData(
        sport: EMSport = .all, page: EMPage = EMPage(events: 10, markets: 5)
    ) async -> FeedSubscription {
        await subscribe(to: .liveMatches(sport: sport, page))
    }

    /// Matches that are yet to begin.
    public func subscribeToPreLiveMatches(
        sport: EMSport = .all, page: EMPage = EMPage(events: 10, markets: 5)
    ) async -> FeedSubscription {
        await subscribe(to: .nextMatches(sport: sport, page))
    }

    /// One event with all its markets.
    public func subscribeToEventDetails(id: EntityID) async -> FeedSubscription {
        await subscribe(to: .matchOdds(match: "\(id)"))
    }

    public func subscribe(to content: EMTopic.Content) async -> FeedSubscription {
        let topic = EMTopic(
            operatorID: configuration.operatorID, language: configuration.language,
            content: content)
        return await subscribe(topic: "\(topic)", isList: content.isList)
    }

    /// A topic as text, for what `EMTopic` does not know.
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
        await entry.store.unsubscribe()
    }

    /// Ends all subscriptions at once.
    public func closeAll() async {
        for (topic, entry) in shared {
            entry.grace?.cancel()
            entry.count = 0
            await close(topic, entry)
        }
    }

    // MARK: Observing what lists show

    /// A market as the lists show it, whichever of them does: it is followed
    /// from list to list as pages are replaced, and told once, however many
    /// lists tell of it. `nil` while no list shows it.
    public func subscribeToEventOnListsMarketUpdates(
        withId id: EntityID
    ) -> AsyncStream<MarketModel?> {
        observeOnLists(EntityName(.market, id)) { $0?.market }
    }

    /// An outcome with its offers, likewise.
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
        case .liveMatches, .popularMatches, .nextMatches: true
        case .matchOdds, .marketGroups, .disciplines, .partScores, .bettingOffer: false
        }
    }
}

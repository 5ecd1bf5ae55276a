import OddsModel

/// The stores that subscriptions share, one for each topic or content, and what those of
/// lists show together. Topics do not disturb each other, even if they show the same
/// event.
actor FeedStores {
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

    private let gracePeriod: Duration
    private let clock: any Clock<Duration>
    private var shared: [String: Shared] = [:]
    private var lastNumber = 0
    /// Topics of lists in the order in which they were opened.
    private var lists: [String] = []
    private var listObservers: [Int: ListObserver] = [:]
    private var lastListObserver = 0
    let eventObservers = ListEventObservers()

    /// - Parameters:
    ///   - gracePeriod: how long a topic's store stays after its last subscription, in
    ///     case another one follows soon.
    ///   - clock: the clock of that period.
    init(gracePeriod: Duration, clock: any Clock<Duration>) {
        self.gracePeriod = gracePeriod
        self.clock = clock
    }

    /// The topics that have a store now, in the order of their text.
    var topics: [String] { shared.keys.sorted() }

    // MARK: Subscribing

    /// Subscribes to a topic. Returns at once.
    ///
    /// - Parameters:
    ///   - isList: whether the topic shows events that observers of lists follow.
    ///   - makeStore: makes the topic's store, if it has none.
    func subscribe(
        to topic: String, isList: Bool, makeStore: @Sendable () -> ChannelDataStore
    ) async -> FeedSubscription {
        let entry: Shared
        if let known = shared[topic] {
            entry = known
        } else {
            lastNumber += 1
            entry = Shared(lastNumber, makeStore())
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
        entry.grace = Task { [clock, gracePeriod] in
            do { try await clock.sleep(for: gracePeriod) } catch { return }
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
    func closeAll() async {
        for (topic, entry) in shared {
            entry.grace?.cancel()
            entry.count = 0
            await close(topic, entry)
        }
    }

    // MARK: Observing what lists show

    /// An entity as the subscribed lists show it; `nil` while none does. It is
    /// followed from list to list as pages are replaced, and each change is
    /// delivered once, however many lists show it. A slow reader gets the
    /// newest value only.
    func observeOnLists<Value: Sendable>(
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
        for (topic, store) in openLists { follow(topic, store, number) }
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

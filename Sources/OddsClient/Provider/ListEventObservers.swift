import OddsModel

/// Follows events with their infos across all lists that show them. One reader for each
/// list, while there are observers, serves all of them. `FeedStores` isolates it.
final class ListEventObservers {
    /// An observer without the type of its values.
    private struct Observer {
        let id: EntityID
        let follow: (_ topic: String) -> Void
        let unfollow: (_ topic: String) -> Void
        let note: (EventModel?, _ topic: String) -> Void
    }

    private var observers: [Int: Observer] = [:]
    private var lastNumber = 0
    private var readers: [String: Task<Void, Never>] = [:]

    var isEmpty: Bool { observers.isEmpty }

    /// - Parameters:
    ///   - topics: The lists that are open.
    ///   - value: What the observer wants to know of the event.
    /// - Returns: The observer's number.
    func add<Value: Equatable>(
        _ id: EntityID, topics: [String], value: @escaping (EventModel) -> Value,
        send: @escaping (Value?) -> Void
    ) -> Int {
        let values = ListValues(send: send)
        for topic in topics { values.follow(topic) }
        if topics.isEmpty { values.tellFirst() }
        lastNumber += 1
        observers[lastNumber] = Observer(
            id: id, follow: { values.follow($0) }, unfollow: { values.unfollow($0) },
            note: { values.note($0.map(value), from: $1) })
        return lastNumber
    }

    func remove(_ number: Int) {
        observers[number] = nil
        guard observers.isEmpty else { return }
        for reader in readers.values { reader.cancel() }
        readers = [:]
    }

    /// A list was opened.
    func follow(_ topic: String) {
        for observer in observers.values { observer.follow(topic) }
    }

    /// A list was closed.
    func unfollow(_ topic: String) {
        readers.removeValue(forKey: topic)?.cancel()
        for observer in observers.values { observer.unfollow(topic) }
    }

    /// Reads a list, unless somebody does already.
    func read(_ topic: String, _ reader: () -> Task<Void, Never>) {
        if readers[topic] == nil { readers[topic] = reader() }
    }

    /// A list shows these events.
    ///
    /// - Complexity: O(events + observers), expected.
    func note(_ events: [EventModel], from topic: String) {
        var shown: [EntityID: EventModel] = [:]
        let sought = Set(observers.values.map(\.id))
        for event in events {
            let id = event.id
            if sought.contains(id) { shown[id] = event }
        }
        for observer in observers.values { observer.note(shown[observer.id], topic) }
    }
}

extension FeedStores {
    /// What `value` makes of an event as the subscribed lists show it; see
    /// `EveryMatrixProvider.subscribeToEventOnListsUpdates(withId:_:)`.
    func observeEventOnLists<Value: Equatable & Sendable>(
        _ id: EntityID, _ value: @escaping @Sendable (EventModel) -> Value
    ) -> AsyncStream<Value?> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value?.self, bufferingPolicy: .bufferingNewest(1))
        let lists = openLists
        let number = eventObservers.add(id, topics: lists.map(\.topic), value: value) {
            continuation.yield($0)
        }
        continuation.onTermination = { [weak self] _ in
            Task { await self?.endEventObserver(number) }
        }
        for (topic, store) in lists {
            readEvents(of: store)
            // The reader may be waiting for a change.
            Task { await noteEvents(store.events(), from: topic) }
        }
        return stream
    }

    private func endEventObserver(_ number: Int) { eventObservers.remove(number) }

    /// Reads a list for the observers of events, if there are any.
    func readEvents(of store: ChannelDataStore) {
        guard !eventObservers.isEmpty else { return }
        eventObservers.read(store.topic) {
            Task { [weak self] in
                for await update in await store.contents() {
                    guard case .contentUpdate(let events) = update else { continue }
                    await self?.noteEvents(events, from: store.topic)
                }
            }
        }
    }

    private func noteEvents(_ events: [EventModel], from topic: String) {
        eventObservers.note(events, from: topic)
    }
}

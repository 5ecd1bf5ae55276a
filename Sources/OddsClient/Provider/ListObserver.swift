import OddsModel

/// What the lists that are subscribed to show of one thing: the value of the list that
/// was opened first, of those that have one. `FeedStores` isolates it.
final class ListValues<Value: Equatable> {
    private let send: (Value?) -> Void
    /// By topic, in the order in which the lists were opened.
    private var sources: [(topic: String, value: Value?)] = []
    private var latest: Value??

    init(send: @escaping (Value?) -> Void) { self.send = send }

    func follow(_ topic: String) { sources.append((topic, nil)) }

    func unfollow(_ topic: String) {
        sources.removeAll { $0.topic == topic }
        tell()
    }

    func note(_ value: Value?, from topic: String) {
        guard let position = sources.firstIndex(where: { $0.topic == topic }) else { return }
        sources[position].value = value
        tell()
    }

    /// Sends the first value, `nil`, if there are no lists.
    func tellFirst() { tell() }

    /// Sends the value if it has changed: several lists report the same change.
    private func tell() {
        let value = sources.lazy.compactMap(\.value).first
        guard latest != .some(value) else { return }
        latest = .some(value)
        send(value)
    }
}

/// Follows one entity across all lists that show it. `FeedStores` isolates it.
final class ListObserver {
    let name: EntityName
    private let values: ListValues<EntityValue>
    private var tasks: [String: Task<Void, Never>] = [:]

    init(_ name: EntityName, send: @escaping (EntityValue?) -> Void) {
        self.name = name
        values = ListValues(send: send)
    }

    func follow(_ topic: String, _ task: Task<Void, Never>) {
        tasks[topic] = task
        values.follow(topic)
    }

    func unfollow(_ topic: String) {
        tasks.removeValue(forKey: topic)?.cancel()
        values.unfollow(topic)
    }

    func note(_ value: EntityValue?, from topic: String) { values.note(value, from: topic) }

    /// Sends the first value, `nil`, if there are no lists.
    func tellFirst() { values.tellFirst() }

    func end() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }
}

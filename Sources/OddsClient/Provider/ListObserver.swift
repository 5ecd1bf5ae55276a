import OddsModel

/// Follows one entity across all lists that show it. The provider isolates it.
final class ListObserver {
    let name: EntityName
    private let send: (EntityValue?) -> Void
    /// By topic, in the order in which the lists were opened.
    private var sources: [(topic: String, task: Task<Void, Never>, value: EntityValue?)] = []
    private var latest: EntityValue??

    init(_ name: EntityName, send: @escaping (EntityValue?) -> Void) {
        self.name = name
        self.send = send
    }

    func follow(_ topic: String, _ task: Task<Void, Never>) {
        sources.append((topic, task, nil))
    }

    func unfollow(_ topic: String) {
        for source in sources where source.topic == topic { source.task.cancel() }
        sources.removeAll { $0.topic == topic }
        tell()
    }

    func note(_ value: EntityValue?, from topic: String) {
        guard let position = sources.firstIndex(where: { $0.topic == topic }) else { return }
        sources[position].value = value
        tell()
    }

    /// Sends the first value, `nil`, if there are no lists.
    func tellFirst() { tell() }

    func end() {
        for source in sources { source.task.cancel() }
        sources = []
    }

    /// Sends the value if it has changed: several lists report the same change.
    private func tell() {
        let value = sources.lazy.compactMap(\.value).first
        guard latest != .some(value) else { return }
        latest = .some(value)
        send(value)
    }
}

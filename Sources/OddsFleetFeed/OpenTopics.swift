/// The topics that a source publishes, and since when no edge has named each.
///
/// Has no clock: `now` is a monotonic time in nanoseconds.
package struct OpenTopics: Sendable {
    /// How long a topic that no edge names stays open, in nanoseconds.
    package static let lifetime: UInt64 = 120_000_000_000
    /// How often an edge names its topics, in nanoseconds.
    package static let namingInterval: UInt64 = 30_000_000_000

    private struct Entry {
        let token: TopicToken
        /// When an edge named it last; `nil` for a topic of an edge that names none, which stays.
        var named: UInt64?

        mutating func touch(_ now: UInt64) { named = named.map { max($0, now) } }
    }

    private var entries: [String: Entry] = [:]

    /// A source without a topic.
    package init() {}

    /// The topics that are open.
    package var count: Int { entries.count }

    /// Those of them that stay only while an edge names them.
    package var namedCount: Int { entries.values.count { $0.named != nil } }

    /// The token of a topic that is open.
    package func token(of topic: String) -> TopicToken? { entries[topic]?.token }

    /// An edge has asked for a topic.
    ///
    /// - Parameter isNamed: Whether the edge will name it. A topic that another asked for stays
    ///   open without end.
    /// - Returns: Whether it was not open.
    package mutating func open(_ token: TopicToken, isNamed: Bool, now: UInt64) -> Bool {
        let topic = token.topic
        let isNew = entries[topic] == nil
        let stays = !isNamed || !isNew && entries[topic]?.named == nil
        entries[topic] = Entry(token: token, named: stays ? nil : now)
        return isNew
    }

    /// An edge has named topics. Those that are not open stay so.
    package mutating func name(_ tokens: [TopicToken], now: UInt64) {
        for token in tokens { entries[token.topic]?.touch(now) }
    }

    /// All may have been named while nothing could be heard.
    package mutating func nameAll(now: UInt64) {
        for topic in entries.keys { entries[topic]?.touch(now) }
    }

    /// The world does not have a topic.
    package mutating func remove(_ topic: String) { entries[topic] = nil }

    /// Takes out the topics that no edge has named for `lifetime`.
    package mutating func takeUnnamed(now: UInt64) -> [String] {
        let unnamed = entries.filter { entry in
            entry.value.named.map { now >= $0 + Self.lifetime } ?? false
        }
        for topic in unnamed.keys { entries[topic] = nil }
        return unnamed.keys.sorted()
    }
}

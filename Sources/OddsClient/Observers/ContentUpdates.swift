import NIOConcurrencyHelpers
import OddsModel

/// An element of a stream of whole content.
public enum SubscribableContent<Content: Sendable>: Sendable {
    /// The content is the server's from now on.
    case connected
    /// The content has changed, to this.
    case contentUpdate(Content)
    /// The content is stale until the next `connected`.
    case disconnected
}

extension SubscribableContent: Equatable where Content: Equatable {}

/// The events of a store, for one reader, which gets the newest content each
/// time that it asks.
public struct ContentUpdates: AsyncSequence, Sendable {
    /// The events, or a change of the connection.
    public typealias Element = SubscribableContent<[EventModel]>
    /// The sequence does not fail.
    public typealias Failure = Never

    let source: ContentSource
    let mailbox: ContentMailbox
    let limit: Int

    /// See `AsyncSequence`. There is one reader: make one iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(updates: self, signals: mailbox.signals.makeAsyncIterator())
    }

    /// The reader's place in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        let updates: ContentUpdates
        var signals: AsyncStream<Void>.Iterator

        /// Waits for the next element; `nil` once the store is unsubscribed.
        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        /// The same, on an actor.
        ///
        /// - Complexity: that of the store's `events(limit:)`.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while true {
                switch updates.mailbox.take() {
                case .connected: return .connected
                case .disconnected: return .disconnected
                case .changed:
                    let store = updates.source.store
                    return .contentUpdate(await store.events(limit: updates.limit))
                case nil:
                    guard await signals.next(isolation: actor) != nil else { return nil }
                }
            }
        }
    }
}

/// The store that content comes from, which can be replaced by another.
final class ContentSource: Sendable {
    private struct State {
        var store: ChannelDataStore
        var owner: FeedSubscription?
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameter owner: retained as long as somebody reads.
    init(_ store: ChannelDataStore, owner: FeedSubscription?) {
        state = NIOLockedValueBox(State(store: store, owner: owner))
    }

    var store: ChannelDataStore { state.withLockedValue { $0.store } }

    func replace(by subscription: FeedSubscription) {
        // This may be the last reference to the old subscription, which then
        // ends outside of the lock.
        let old = state.withLockedValue { state in
            defer { state = State(store: subscription.store, owner: subscription) }
            return state
        }
        withExtendedLifetime(old) {}
    }
}

/// The notices that a store has left for one reader of its content: each kind
/// once, the newest last.
final class ContentMailbox: Sendable {
    enum Notice {
        case connected, changed, disconnected
    }

    let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let notices = NIOLockedValueBox<[Notice]>([])

    init() {
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Notes that there is content and that it is the server's.
    func connect() {
        _ = put(.connected)
        _ = put(.changed)
    }

    func disconnect() { _ = put(.disconnected) }

    /// Returns `false` if the reader has ended.
    func noteChange() -> Bool { put(.changed) }

    private func put(_ notice: Notice) -> Bool {
        notices.withLockedValue { notices in
            if notices.last == notice { return }
            notices.removeAll { $0 == notice }
            notices.append(notice)
        }
        if case .terminated = continuation.yield() { return false }
        return true
    }

    func take() -> Notice? { notices.withLockedValue { $0.isEmpty ? nil : $0.removeFirst() } }

    func finish() { continuation.finish() }
}

import NIOConcurrencyHelpers
import OddsModel

/// What a reader of whole content is told.
public enum SubscribableContent<Content: Sendable>: Sendable {
    /// The content is the server's from now on.
    case connected
    case contentUpdate(Content)
    /// What was shown stays, and is stale until `connected`.
    case disconnected
}

extension SubscribableContent: Equatable where Content: Equatable {}

/// The tree of a store, for one reader, who gets the newest whenever it asks.
public struct ContentUpdates: AsyncSequence, Sendable {
    public typealias Element = SubscribableContent<[EventModel]>
    public typealias Failure = Never

    let source: ContentSource
    let mailbox: ContentMailbox
    let limit: Int

    public func makeAsyncIterator() -> Iterator {
        Iterator(updates: self, signals: mailbox.signals.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
        let updates: ContentUpdates
        var signals: AsyncStream<Void>.Iterator

        public mutating func next() async -> Element? { await next(isolation: #isolation) }

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

    /// - Parameter owner: kept for as long as somebody reads.
    init(_ store: ChannelDataStore, owner: FeedSubscription?) {
        state = NIOLockedValueBox(State(store: store, owner: owner))
    }

    var store: ChannelDataStore { state.withLockedValue { $0.store } }

    func replace(by subscription: FeedSubscription) {
        // What was there may be the last to hold its subscription, which ends
        // outside of the lock.
        let old = state.withLockedValue { state in
            defer { state = State(store: subscription.store, owner: subscription) }
            return state
        }
        withExtendedLifetime(old) {}
    }
}

/// Where a store notes what one reader of its content has yet to be told: each
/// kind once, the newest last.
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

    /// There is content, and it is the server's.
    func connect() {
        _ = put(.connected)
        _ = put(.changed)
    }

    func disconnect() { _ = put(.disconnected) }

    /// `false` if the reader is gone.
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

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
                    let place = updates.source.place
                    return .contentUpdate(await place.events(limit: updates.limit))
                case nil:
                    guard await signals.next(isolation: actor) != nil else { return nil }
                }
            }
        }
    }
}

/// What has events to read: a store, or a list of several.
protocol ContentPlace: Sendable {
    func events(limit: Int) async -> [EventModel]
}

extension ChannelDataStore: ContentPlace {}

/// The place that content comes from, which can be replaced by another.
final class ContentSource: Sendable {
    private struct State {
        var place: any ContentPlace
        var owner: FeedSubscription?
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameter owner: retained as long as somebody reads.
    init(_ place: any ContentPlace, owner: FeedSubscription?) {
        state = NIOLockedValueBox(State(place: place, owner: owner))
    }

    var place: any ContentPlace { state.withLockedValue { $0.place } }

    func replace(by subscription: FeedSubscription) {
        // This may be the last reference to the old subscription, which then
        // ends outside of the lock.
        let old = state.withLockedValue { state in
            defer { state = State(place: subscription.store, owner: subscription) }
            return state
        }
        withExtendedLifetime(old) {}
    }
}

/// The notices that the stores of some content have left for one reader of it: each kind
/// once, the newest last. The content is the server's while that of each store is.
final class ContentMailbox: Sendable {
    enum Notice {
        case connected, changed, disconnected
    }

    private struct State {
        var notices: [Notice] = []
        var storeCount = 0
        /// The stores whose content is not the server's.
        var staleCount = 0

        mutating func put(_ notice: Notice) {
            if notices.last == notice { return }
            notices.removeAll { $0 == notice }
            notices.append(notice)
        }

        mutating func putContent() {
            if staleCount == 0 { put(.connected) }
            put(.changed)
        }
    }

    let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let state = NIOLockedValueBox(State())

    init() {
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// A store belongs to the content from now on.
    func join(isStale: Bool) {
        _ = change { state in
            state.storeCount += 1
            if !isStale { return state.putContent() }
            state.staleCount += 1
            if state.storeCount > 1, state.staleCount == 1 { state.put(.disconnected) }
        }
    }

    /// A store belongs to the content no more.
    func leave(isStale: Bool) {
        state.withLockedValue { state in
            state.storeCount -= 1
            if isStale { state.staleCount -= 1 }
        }
    }

    /// A store's content is the server's again.
    func connect() {
        _ = change { state in
            state.staleCount -= 1
            state.putContent()
        }
    }

    /// A store's content may be older than the server's.
    func disconnect() {
        _ = change { state in
            state.staleCount += 1
            if state.staleCount == 1 { state.put(.disconnected) }
        }
    }

    /// Returns `false` if the reader has ended.
    func noteChange() -> Bool { change { $0.put(.changed) } }

    private func change(_ body: (inout State) -> Void) -> Bool {
        state.withLockedValue(body)
        if case .terminated = continuation.yield() { return false }
        return true
    }

    func take() -> Notice? {
        state.withLockedValue { $0.notices.isEmpty ? nil : $0.notices.removeFirst() }
    }

    func finish() { continuation.finish() }
}

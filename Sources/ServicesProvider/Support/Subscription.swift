import NIOConcurrencyHelpers
public import OddsClient

/// Content that changes: `connected`, then the content and each change of it; after
/// `disconnected` it is stale until the next `connected`. A slow reader gets the newest.
///
/// There is one reader. The subscription ends with it, or with the last reference.
public struct Subscription<Content: Sendable>: AsyncSequence, Sendable {
    /// The content, or a change of the connection.
    public typealias Element = SubscribableContent<Content>
    /// Why it has ended.
    public typealias Failure = ServiceProviderError

    private let source: any SubscriptionSource<Content>

    /// A subscription whose content is made when the reader asks for it.
    init(_ source: some SubscriptionSource<Content>) { self.source = source }

    /// A subscription whose content `run` puts into the mailbox until it returns, throws,
    /// or is cancelled.
    init(
        _ run: @escaping @Sendable (
            SubscriptionMailbox<Content>
        ) async throws(ServiceProviderError) -> Void
    ) {
        source = SubscriptionRun(run)
    }

    /// See `AsyncSequence`. There is one reader: make one iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// The store of the feed that the content is read from, for those who follow its changes
    /// entity by entity; with `tracesFeed` these have the traces of their frames. For a list
    /// it is the store of the current page. It is kept current as long as the subscription
    /// is retained. `nil` if the content comes from elsewhere.
    package var store: ChannelDataStore? {
        get async { await source.store() }
    }

    /// The reader's place in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: any SubscriptionSource<Content>

        /// Waits for the next element.
        public mutating func next() async throws(ServiceProviderError) -> Element? {
            try await source.next()
        }

        /// The same, on an actor.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ServiceProviderError) -> Element? {
            try await source.next()
        }
    }
}

/// Where the elements of a subscription come from, for one reader. It ends with its last
/// reference.
protocol SubscriptionSource<Content>: Sendable {
    associatedtype Content: Sendable

    /// Waits for the next element; `nil` at the end, and if the task is cancelled.
    func next() async throws(ServiceProviderError) -> SubscribableContent<Content>?

    /// The store of the feed that the content is read from, if it is.
    func store() async -> ChannelDataStore?
}

extension SubscriptionSource {
    func store() async -> ChannelDataStore? { nil }
}

/// A task that puts content into a mailbox.
private final class SubscriptionRun<Content: Sendable>: SubscriptionSource {
    private let mailbox = SubscriptionMailbox<Content>()
    private let task: Task<Void, Never>

    init(
        _ run: @escaping @Sendable (
            SubscriptionMailbox<Content>
        ) async throws(ServiceProviderError) -> Void
    ) {
        task = Task { [mailbox] in
            do throws(ServiceProviderError) {
                try await run(mailbox)
                mailbox.finish(nil)
            } catch {
                mailbox.finish(error)
            }
        }
    }

    deinit { task.cancel() }

    func next() async throws(ServiceProviderError) -> SubscribableContent<Content>? {
        while true {
            if let element = mailbox.take() { return element }
            var signals = mailbox.signals.makeAsyncIterator()
            guard await signals.next() != nil else {
                if let element = mailbox.take() { return element }
                if let error = mailbox.failure { throw error }
                return nil
            }
        }
    }
}

/// What a subscription has for its reader: each kind of notice once, the newest last.
final class SubscriptionMailbox<Content: Sendable>: Sendable {
    private enum Kind { case connected, content, disconnected }

    private struct State {
        var notices: [Kind] = []
        var content: Content?
        var failure: ServiceProviderError?
    }

    let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    init() {
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Notes that the content is the server's from now on.
    func connect(_ content: Content) {
        state.withLockedValue { state in
            state.notices = [.connected, .content]
            state.content = content
        }
        continuation.yield()
    }

    /// Notes a change.
    func update(_ content: Content) {
        state.withLockedValue { state in
            if state.notices.last != .content { state.notices.append(.content) }
            state.content = content
        }
        continuation.yield()
    }

    /// Notes that the content is stale.
    func disconnect() {
        state.withLockedValue { state in
            state.notices.removeAll { $0 == .disconnected }
            state.notices.append(.disconnected)
        }
        continuation.yield()
    }

    func finish(_ failure: ServiceProviderError?) {
        state.withLockedValue { $0.failure = failure }
        continuation.finish()
    }

    var failure: ServiceProviderError? { state.withLockedValue { $0.failure } }

    func take() -> SubscribableContent<Content>? {
        state.withLockedValue { state in
            guard !state.notices.isEmpty else { return nil }
            switch state.notices.removeFirst() {
            case .connected: return .connected
            case .disconnected: return .disconnected
            case .content: return state.content.map { .contentUpdate($0) }
            }
        }
    }
}

import OddsClient
import OddsModel

/// What was subscribed to.
struct OpenedFeed: Sendable {
    let contents: ContentUpdates
    /// The store; that of the current page.
    let store: @Sendable () async -> ChannelDataStore
    /// Adds a page, if it is a list, and returns whether there is more to show than before.
    var showMore: (@Sendable () async throws(ClientError) -> Bool)?
}

/// The content of one subscription of a feed, or of the pages of a list, for one reader. It
/// is read when the reader asks for it, so that frames in between cost nothing, and what it
/// holds of the tree is the store's own.
actor FeedContent<Content: Sendable>: SubscriptionSource {
    /// Makes the reader's content of a store's events; `nil` if there is nothing to tell.
    typealias Reading = @Sendable (
        [EventModel], ChannelDataStore
    ) async throws(ServiceProviderError) -> Content?

    private let connection: FeedConnection
    private let opening: Task<OpenedFeed, Never>
    private let reading: Reading
    private let isSame: (@Sendable (Content, Content) -> Bool)?
    /// Missing while the reader waits.
    private var iterator: ContentUpdates.Iterator?
    private var last: Content?
    private var isOver = false

    /// Opens the feed.
    ///
    /// - Parameters:
    ///   - isSame: Whether an update can be left out. What it is asked about is kept.
    ///   - reading: Called for each update that the reader gets.
    init(
        _ connection: FeedConnection, isSame: (@Sendable (Content, Content) -> Bool)? = nil,
        opening: @escaping @Sendable () async -> OpenedFeed, reading: @escaping Reading
    ) {
        self.connection = connection
        self.reading = reading
        self.isSame = isSame
        self.opening = Task { [connection] in
            let feed = await opening()
            // What was opened after the end ends, too.
            if connection.end != nil { await connection.closeAll() }
            return feed
        }
    }

    func next() async throws(ServiceProviderError) -> SubscribableContent<Content>? {
        guard !isOver else { return nil }
        do throws(ServiceProviderError) {
            if let element = try await element() { return element }
        } catch {
            isOver = true
            throw error
        }
        isOver = true
        return nil
    }

    func store() async -> ChannelDataStore? { await opening.value.store() }

    private func element() async throws(ServiceProviderError) -> SubscribableContent<Content>? {
        let feed = await opening.value
        if iterator == nil {
            guard try await isActive(feed) else { return nil }
            iterator = feed.contents.makeAsyncIterator()
        }
        while var contents = iterator {
            let element = await contents.next(isolation: self)
            iterator = contents
            switch element {
            case .connected: return .connected
            case .disconnected: return .disconnected
            case .contentUpdate(let events):
                guard let content = try await reading(events, feed.store()) else { continue }
                if let isSame {
                    if let last, isSame(last, content) { continue }
                    last = content
                }
                return .contentUpdate(content)
            case nil:
                if Task.isCancelled { return nil }
                throw end
            }
        }
        return nil
    }

    /// Why the store was closed under its reader.
    private var end: ServiceProviderError { connection.isStopped ? .cancelled : .onConnection }

    /// Waits for the first dump.
    ///
    /// - Returns: `false` if the task was cancelled.
    /// - Throws: `onSubscribe` if the server refuses the subscription, or what ended the session.
    private func isActive(
        _ feed: OpenedFeed
    ) async throws(ServiceProviderError) -> Bool {
        for await state in await feed.store().stateUpdates() {
            switch state {
            case .active, .updating: return true
            case .error, .reconnecting:
                if let end = connection.endOfSubscription(state) { throw end }
            case .inactive, .unsubscribing: throw end
            case .subscribing: continue
            }
        }
        if Task.isCancelled { return false }
        throw end
    }

    /// Adds a page.
    ///
    /// - Returns: Whether there is more to show than before.
    func showMore() async throws(ServiceProviderError) -> Bool {
        guard let showMore = await opening.value.showMore else { return false }
        do throws(ClientError) {
            return try await showMore()
        } catch {
            throw connection.end ?? FeedErrorTable.end(ofSubscription: error)
                ?? FeedErrorTable.error(error)
        }
    }
}

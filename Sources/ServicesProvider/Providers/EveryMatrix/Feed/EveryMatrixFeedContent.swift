import OddsClient
import OddsModel

/// What was subscribed to.
struct EveryMatrixFeedTopic: Sendable {
    let contents: ContentUpdates
    /// The store; that of the current page.
    let store: @Sendable () async -> ChannelDataStore
    /// The pages, if it is a list.
    var pages: PagedSubscription?
}

/// The content of one topic, or of the pages of a list, for one reader. It is read when
/// the reader asks for it, so that frames in between cost nothing, and what it holds of
/// the tree is the store's own.
actor EveryMatrixFeedContent<Content: Sendable>: SubscriptionSource {
    /// Makes the reader's content of a store's events; `nil` if there is nothing to tell.
    typealias Reading = @Sendable (
        [EventModel], ChannelDataStore
    ) async throws(ServiceProviderError) -> Content?

    private let session: EveryMatrixFeedSession
    private let opening: Task<EveryMatrixFeedTopic, Never>
    private let reading: Reading
    private let isSame: (@Sendable (Content, Content) -> Bool)?
    /// Missing while the reader waits.
    private var iterator: ContentUpdates.Iterator?
    private var last: Content?
    private var isOver = false

    /// Opens the topic.
    ///
    /// - Parameters:
    ///   - isSame: Whether an update can be left out. What it is asked about is kept.
    ///   - reading: Called for each update that the reader gets.
    init(
        _ session: EveryMatrixFeedSession, isSame: (@Sendable (Content, Content) -> Bool)? = nil,
        opening: @escaping @Sendable () async -> EveryMatrixFeedTopic, reading: @escaping Reading
    ) {
        self.session = session
        self.reading = reading
        self.isSame = isSame
        self.opening = Task { [session] in
            let topic = await opening()
            // What was opened after the end ends, too.
            if session.end != nil { await session.topics.closeAll() }
            return topic
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
        let topic = await opening.value
        if iterator == nil {
            guard try await isActive(topic) else { return nil }
            iterator = topic.contents.makeAsyncIterator()
        }
        while var contents = iterator {
            let element = await contents.next(isolation: self)
            iterator = contents
            switch element {
            case .connected: return .connected
            case .disconnected: return .disconnected
            case .contentUpdate(let events):
                guard let content = try await reading(events, topic.store()) else { continue }
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

    /// Why the topic's store was closed under its reader.
    private var end: ServiceProviderError { session.isStopped ? .cancelled : .onConnection }

    /// Waits for the first dump.
    ///
    /// - Returns: `false` if the task was cancelled.
    /// - Throws: `onSubscribe` if the server refuses the topic, or what ended the session.
    private func isActive(
        _ topic: EveryMatrixFeedTopic
    ) async throws(ServiceProviderError) -> Bool {
        for await state in await topic.store().stateUpdates() {
            switch state {
            case .active, .updating: return true
            case .error(let error), .reconnecting(let error):
                if let end = EveryMatrixFeedErrorTable.end(ofSubscription: error) { throw end }
            case .inactive, .unsubscribing: throw end
            case .subscribing: continue
            }
        }
        if Task.isCancelled { return false }
        throw end
    }

    /// Replaces the current page by the next one.
    ///
    /// - Returns: Whether there is more to show than before.
    func showMore() async throws(ServiceProviderError) -> Bool {
        guard let pages = await opening.value.pages else { return false }
        let page = await pages.page
        // A page that is not full is the last one.
        guard await pages.store.events(limit: page.events).count == page.events else {
            return false
        }
        do throws(ClientError) {
            try await pages.showMore()
        } catch {
            throw session.end ?? EveryMatrixFeedErrorTable.end(ofSubscription: error)
                ?? EveryMatrixFeedErrorTable.error(error)
        }
        return await pages.page != page
    }
}

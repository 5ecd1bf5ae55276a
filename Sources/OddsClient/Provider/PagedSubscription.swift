import OddsTopics

/// A list that grows page by page. The feed has no paging cursor: the next page
/// is another topic, which shows more events. The current page stays until the
/// next one has arrived; then readers continue with that one.
public actor PagedSubscription {
    private let provider: EveryMatrixProvider
    private let content: @Sendable (EMPage) -> EMTopic.Content
    private let step: Int
    private var current: FeedSubscription
    /// The current page.
    public private(set) var page: EMPage
    private var readers: [(source: ContentSource, mailbox: ContentMailbox)] = []
    private var isLoading = false

    /// Subscribes to the first page.
    ///
    /// - Parameters:
    ///   - provider: keeps the topics.
    ///   - page: the first page.
    ///   - step: the number of events that each page adds.
    ///   - content: returns the topic of a page, such as
    ///     `{ .liveMatches(sport: .all, $0) }`.
    public init(
        _ provider: EveryMatrixProvider, first page: EMPage = EMPage(events: 10, markets: 5),
        step: Int = 10, content: @escaping @Sendable (EMPage) -> EMTopic.Content
    ) async {
        self.provider = provider
        self.content = content
        self.step = step
        self.page = page
        current = await provider.subscribe(to: content(page))
    }

    /// The store of the current page.
    public var store: ChannelDataStore { current.store }

    /// The events of the current page, across all pages that follow.
    public func contents() async -> ContentUpdates {
        let updates = await current.contents()
        readers.append((updates.source, updates.mailbox))
        return updates
    }

    /// Replaces the current page by the next one, once that has arrived. Does
    /// nothing while another call is under way, and at the largest page.
    ///
    /// - Throws: the error of the next page's store, or `closed` if that or the task
    ///   ends before. The current page stays.
    public func showMore() async throws(ClientError) {
        let events = min(page.events + step, EMTopicLimits.eventsRange.upperBound)
        guard !isLoading, events > page.events else { return }
        isLoading = true
        defer { isLoading = false }
        let next = EMPage(events: events, markets: page.markets)
        let subscription = await provider.subscribe(to: content(next))
        try await arrival(of: subscription)
        let old = current
        (current, page) = (subscription, next)
        for reader in readers {
            await old.store.detach(reader.mailbox)
            reader.source.replace(by: subscription)
            await subscription.store.attach(reader.mailbox)
        }
        old.end()
    }

    /// Waits for a page.
    private func arrival(of page: FeedSubscription) async throws(ClientError) {
        for await state in await page.store.stateUpdates() {
            switch state {
            case .error(let error), .reconnecting(let error): throw error
            case .inactive, .unsubscribing: throw .closed
            case .subscribing: continue
            case .active, .updating: return
            }
        }
        throw .closed
    }
}

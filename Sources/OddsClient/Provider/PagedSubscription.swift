import OddsModel
import OddsTopics

/// A list of which more and more is shown. Paging of this feed has no cursor: a
/// further page is another topic, which shows more events. The page shown stays
/// until the next one is there, and readers then go on with that.
public actor PagedSubscription {
    private let provider: EveryMatrixProvider
    private let content: @Sendable (EMPage) -> EMTopic.Content
    private let step: Int
    private var current: FeedSubscription
    /// The page that is shown.
    public private(set) var page: EMPage
    private var readers: [(source: ContentSource, mailbox: ContentMailbox)] = []
    private var isLoading = false

    /// - Parameters:
    ///   - content: the topic for a page, such as `{ .liveMatches(sport: .all, $0) }`.
    ///   - step: events by which each page has more than the one before it.
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

    /// The store of the page that is shown.
    public var store: ChannelDataStore { current.store }

    /// The events of the page shown, whichever it is.
    public func contents() async -> ContentUpdates {
        let updates = await current.contents()
        readers.append((updates.source, updates.mailbox))
        return updates
    }

    /// Shows more, once the topic with more is there; until then all goes on
    /// as before. Nothing happens while another page is on its way, or at the
    /// largest page there is.
    /// - Throws: why there is no further page; the one shown stays.
    public func showMore() async throws(ClientError) {
        let events = min(page.events + step, EMTopicLimits.eventsRange.upperBound)
        guard !isLoading, events > page.events else { return }
        isLoading = true
        defer { isLoading = false }
        let next = EMPage(events: events, markets: page.markets)
        let subscription = await provider.subscribe(to: content(next))
        for await state in await subscription.store.stateUpdates() {
            switch state {
            case .error(let error), .reconnecting(let error): throw error
            case .inactive, .subscribing, .unsubscribing: continue
            case .active, .updating: break
            }
            break
        }
        let old = current
        (current, page) = (subscription, next)
        for reader in readers {
            await old.store.detach(reader.mailbox)
            reader.source.replace(by: subscription)
            await subscription.store.attach(reader.mailbox)
        }
        old.end()
    }
}

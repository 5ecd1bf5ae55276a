import OddsModel

/// A list that grows page by page: its pages, each a content of its own, one after the
/// other. An event that is on two pages shows on the first. The list is stale while one of
/// its pages is.
///
/// A list runs on its client's executor, as its pages' stores do: what it reads of them is
/// of one moment, between two frames.
public actor SportRadarList: ContentPlace {
    /// A mailbox, as long as its reader or a store retains it.
    private struct WeakMailbox {
        weak let mailbox: ContentMailbox?
    }

    /// The executor of the list's client.
    public nonisolated let unownedExecutor: UnownedSerialExecutor
    private let provider: SportRadarProvider
    private let page: @Sendable (Int) -> SportRadarContent
    private let pageSize: Int
    private var pages: [FeedSubscription] = []
    private var readers: [WeakMailbox] = []
    private var isLoading = false

    /// Subscribes to the first page.
    ///
    /// - Parameters:
    ///   - provider: keeps the contents.
    ///   - pageSize: the number of events of a full page.
    ///   - page: the content of a page, counted from 0.
    public init(
        _ provider: SportRadarProvider, pageSize: Int,
        page: @escaping @Sendable (Int) -> SportRadarContent
    ) async {
        self.provider = provider
        self.page = page
        self.pageSize = pageSize
        unownedExecutor = provider.client.unownedExecutor
        pages = [await provider.subscribe(to: page(0))]
    }

    /// The stores of the pages, in order.
    public var stores: [ChannelDataStore] { pages.map(\.store) }

    /// Whether a page may be older than the server's.
    public var isStale: Bool { pages.contains { $0.store.assumeIsolated { $0.isStale } } }

    /// The first events of the list in server order; all of them by default.
    ///
    /// - Complexity: that of the strategy's `events(limit:)` for each page, and
    ///   O(events), expected.
    public func events(limit: Int = .max) -> [EventModel] {
        let lists = pages.map { page in page.store.assumeIsolated { $0.events(limit: limit) } }
        guard lists.count > 1 else { return lists.first ?? [] }
        var events: [EventModel] = []
        var shown: Set<EntityID> = []
        for event in lists.joined() where events.count < limit {
            if shown.insert(event.id).inserted { events.append(event) }
        }
        return events
    }

    /// The events as they are now, and again each time that something changed, pages that
    /// are added included. A slow reader gets the newest content only.
    ///
    /// - Parameter limit: the number of events, from the first one.
    public func contents(limit: Int = .max) -> ContentUpdates {
        let mailbox = ContentMailbox()
        for page in pages { page.store.assumeIsolated { $0.attach(mailbox) } }
        readers.removeAll { $0.mailbox == nil }
        readers.append(WeakMailbox(mailbox: mailbox))
        return ContentUpdates(
            source: ContentSource(self, owner: nil), mailbox: mailbox, limit: limit)
    }

    /// Adds the next page, if the last one is full now, once it has come. Does nothing while
    /// another call is under way.
    ///
    /// It waits over connections that end, until the server refuses the page.
    /// - Returns: whether there was one. A page that comes empty is unsubscribed.
    /// - Throws: the error of a page that is refused, or `closed` if the page's store or the
    ///   task ends before. The list stays as it is.
    public func showMore() async throws(ClientError) -> Bool {
        guard !isLoading, isLastPageFull else { return false }
        isLoading = true
        defer { isLoading = false }
        let next = await provider.subscribe(to: page(pages.count))
        try await Self.arrival(of: next)
        return add(next)
    }

    private var isLastPageFull: Bool {
        let last = pages.last?.store.assumeIsolated { [pageSize] in $0.events(limit: pageSize) }
        return last?.count == pageSize
    }

    /// Adds a page to the list, unless it is empty.
    private func add(_ page: FeedSubscription) -> Bool {
        let readers = readers.compactMap(\.mailbox)
        let isEmpty = page.store.assumeIsolated { store in
            guard !store.events(limit: 1).isEmpty else { return true }
            for mailbox in readers { store.attach(mailbox) }
            return false
        }
        if !isEmpty { pages.append(page) }
        return !isEmpty
    }

    /// Waits for a page.
    private static func arrival(of page: FeedSubscription) async throws(ClientError) {
        for await state in await page.store.stateUpdates() {
            switch state {
            case .error(let error): throw error
            case .inactive, .unsubscribing: throw .closed
            case .subscribing, .reconnecting: continue
            case .active, .updating: return
            }
        }
        throw .closed
    }
}

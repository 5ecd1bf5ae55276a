import Foundation
import OddsClient
import OddsModel
import OddsTopics

/// The events of EveryMatrix' feed.
final class EveryMatrixEventsProvider: EventsProvider, ProviderArea {
    /// A list whose pages can be asked for.
    enum List: Hashable {
        case live(sport: String?)
        case preLive(sport: String?, MatchFilters)
        case competition(String)
    }

    let session: EveryMatrixFeedSession
    private let lists = FeedLists<List>()

    /// A provider that has not been started.
    ///
    /// - Parameter states: Gets the states of the connection.
    init(
        _ configuration: ServicesProviderConfiguration,
        states: StateSource<ConnectorState> = StateSource(.disconnected)
    ) {
        session = EveryMatrixFeedSession(configuration, states: states)
    }

    var language: String { session.configuration.language }

    // MARK: The connection

    var connection: FeedConnection { session.connection }
    var connectionStates: ConnectorStates { connection.states }

    func start() { connection.start() }

    func stop() { connection.stop() }

    func reconnectIfNeeded() { connection.retry() }

    // MARK: Lists with pages

    /// Opens a list.
    func open(
        _ list: List, filters: MatchFilters?, page: EMPage,
        topic: @escaping @Sendable (EMPage) -> EMTopic.Content
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        if let end = connection.end { throw end }
        let content = groups(filters, page: page, topic: topic)
        lists.note(content, of: list)
        return Subscription(content)
    }

    /// Adds a page to all that read a list.
    func showMore(of list: List) async throws(ServiceProviderError) -> Bool {
        if let end = connection.end { throw end }
        return try await lists.showMore(of: list)
    }

    /// The groups of a list's events.
    func groups(
        _ filters: MatchFilters?, page: EMPage,
        topic: @escaping @Sendable (EMPage) -> EMTopic.Content
    ) -> FeedContent<[EventsGroup]> {
        let topics = session.topics
        // A list without filters shows every change.
        var isSame: (@Sendable ([EventsGroup], [EventsGroup]) -> Bool)?
        if filters != nil { isSame = { $0 == $1 } }
        return FeedContent(
            connection, isSame: isSame,
            opening: {
                let pages = await PagedSubscription(
                    topics, first: page, step: page.events, content: topic)
                return OpenedFeed(
                    contents: await pages.contents(), store: { await pages.store },
                    showMore: { () async throws(ClientError) in
                        let page = await pages.page
                        // A page that is not full is the last one.
                        guard await pages.store.events(limit: page.events).count == page.events
                        else { return false }
                        try await pages.showMore()
                        return await pages.page != page
                    })
            },
            reading: { events, _ throws(ServiceProviderError) in
                EventsGroup.groups(of: filters?.apply(to: events) ?? events)
            })
    }

    // MARK: Topics

    /// Subscribes to a topic.
    ///
    /// - Parameter limit: The number of events to read.
    func subscribe<Content: Sendable>(
        to topic: EMTopic.Content, limit: Int = .max,
        isSame: (@Sendable (Content, Content) -> Bool)? = nil,
        _ reading: @escaping FeedContent<Content>.Reading
    ) throws(ServiceProviderError) -> Subscription<Content> {
        if let end = connection.end { throw end }
        let topics = session.topics
        return Subscription(
            FeedContent(
                connection, isSame: isSame,
                opening: {
                    let feed = await topics.subscribe(to: topic)
                    return OpenedFeed(
                        contents: await feed.contents(limit: limit), store: { feed.store })
                },
                reading: reading))
    }

    /// What the lists show of something.
    func follow<Value: Sendable>(
        _ values: @escaping @Sendable (EveryMatrixProvider) async -> AsyncStream<Value?>
    ) throws(ServiceProviderError) -> Subscription<Value?> {
        if let end = connection.end { throw end }
        return connection.follow { [topics = session.topics] in await values(topics) }
    }

    /// - Throws: `invalidRequestFormat` if the number is not one of a page.
    func page(_ eventCount: Int) throws(ServiceProviderError) -> EMPage {
        guard EMTopicLimits.eventsRange.contains(eventCount) else {
            throw .invalidRequestFormat
        }
        return EMPage(events: eventCount, markets: Self.marketsPerEvent)
    }

    /// The markets of each event of a list.
    private static let marketsPerEvent = 5
}

import Foundation
import OddsClient

/// The events of SportRadar's feed.
final class SportRadarEventsProvider: EventsProvider, ProviderArea {
    /// A list whose pages can be asked for.
    enum List: Hashable {
        case live(sport: String)
        case preLive(sport: String, MatchFilters)
        case competition(String)
    }

    let session: SportRadarFeedSession
    private let lists = FeedLists<List>()

    /// A provider that has not been started.
    ///
    /// - Parameters:
    ///   - coordinator: Keeps the id of the socket's subscriber.
    ///   - states: Gets the states of the connection.
    init(
        _ configuration: ServicesProviderConfiguration,
        _ endpoints: ServicesProviderConfiguration.SportRadarEndpoints,
        _ coordinator: SessionCoordinator, _ transport: any HTTPTransport,
        states: StateSource<ConnectorState> = StateSource(.disconnected)
    ) {
        session = SportRadarFeedSession(
            configuration, endpoints, coordinator, transport, states: states)
    }

    // MARK: The connection

    var connection: FeedConnection { session.connection }
    var connectionStates: ConnectorStates { connection.states }

    func start() { connection.start() }

    func stop() { connection.stop() }

    func reconnectIfNeeded() { connection.retry() }

    // MARK: Lists with pages

    /// Opens a list of one page after the other.
    ///
    /// - Parameters:
    ///   - filters: Which of the events are shown; all of them if it is `nil`.
    ///   - opening: Subscribes to the first page.
    func open(
        _ list: List, filters: MatchFilters?,
        opening: @escaping @Sendable (SportRadarProvider) async -> SportRadarList
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        if let end = connection.end { throw end }
        // A list without filters shows every change.
        var isSame: (@Sendable ([EventsGroup], [EventsGroup]) -> Bool)?
        if filters != nil { isSame = { $0 == $1 } }
        let content = FeedContent<[EventsGroup]>(
            connection, isSame: isSame,
            opening: { [contents = session.contents] in
                let list = await opening(contents)
                let first = await list.stores[0]
                return OpenedFeed(
                    contents: await list.contents(), store: { first },
                    showMore: { () async throws(ClientError) in try await list.showMore() })
            },
            reading: { events, _ throws(ServiceProviderError) in
                EventsGroup.groups(of: filters?.apply(to: events) ?? events)
            })
        lists.note(content, of: list)
        return Subscription(content)
    }

    /// Adds a page to all that read a list.
    func showMore(of list: List) async throws(ServiceProviderError) -> Bool {
        if let end = connection.end { throw end }
        return try await lists.showMore(of: list)
    }

    // MARK: Contents

    /// Subscribes to a content.
    ///
    /// - Parameter limit: The number of events to read.
    func subscribe<Content: Sendable>(
        to content: SportRadarContent, limit: Int = .max,
        isSame: (@Sendable (Content, Content) -> Bool)? = nil,
        _ reading: @escaping FeedContent<Content>.Reading
    ) throws(ServiceProviderError) -> Subscription<Content> {
        if let end = connection.end { throw end }
        return Subscription(
            FeedContent(
                connection, isSame: isSame,
                opening: { [contents = session.contents] in
                    let feed = await contents.subscribe(to: content)
                    return OpenedFeed(
                        contents: await feed.contents(limit: limit), store: { feed.store })
                },
                reading: reading))
    }

    /// What the lists show of something.
    func follow<Value: Sendable>(
        _ values: @escaping @Sendable (SportRadarProvider) async -> AsyncStream<Value?>
    ) throws(ServiceProviderError) -> Subscription<Value?> {
        if let end = connection.end { throw end }
        return connection.follow { [contents = session.contents] in await values(contents) }
    }
}

import Foundation
import NIOConcurrencyHelpers
import OddsClient
import OddsModel
import OddsTopics

/// The events of EveryMatrix' feed.
final class EveryMatrixEventsProvider: EventsProvider {
    /// A list whose pages can be asked for.
    enum List: Hashable {
        case live(sport: String?)
        case preLive(sport: String?, MatchFilters)
        case competition(String)
    }

    /// A list that somebody reads.
    private struct OpenList {
        weak var content: EveryMatrixFeedContent<[EventsGroup]>?
    }

    let session: EveryMatrixFeedSession
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let lists = NIOLockedValueBox<[List: [OpenList]]>([:])

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

    var connectionStates: ConnectorStates { session.states }

    func start() { session.start() }

    func stop() { session.stop() }

    func reconnectIfNeeded() { session.retry() }

    // MARK: Lists with pages

    /// Opens a list.
    func open(
        _ list: List, filters: MatchFilters?, page: EMPage,
        topic: @escaping @Sendable (EMPage) -> EMTopic.Content
    ) throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        if let end = session.end { throw end }
        let content = groups(filters, page: page, topic: topic)
        lists.withLockedValue { lists in
            for key in lists.keys {
                lists[key]?.removeAll { $0.content == nil }
                if lists[key]?.isEmpty == true { lists[key] = nil }
            }
            lists[list, default: []].append(OpenList(content: content))
        }
        return Subscription(content)
    }

    /// Adds a page to all that read a list.
    func showMore(of list: List) async throws(ServiceProviderError) -> Bool {
        if let end = session.end { throw end }
        let contents = lists.withLockedValue { $0[list, default: []].compactMap(\.content) }
        guard !contents.isEmpty else { throw .subscriptionNotFound }
        var isMore = false
        for content in contents {
            if try await content.showMore() { isMore = true }
        }
        return isMore
    }

    /// The groups of a list's events.
    func groups(
        _ filters: MatchFilters?, page: EMPage,
        topic: @escaping @Sendable (EMPage) -> EMTopic.Content
    ) -> EveryMatrixFeedContent<[EventsGroup]> {
        let topics = session.topics
        // A list without filters shows every change.
        var isSame: (@Sendable ([EventsGroup], [EventsGroup]) -> Bool)?
        if filters != nil { isSame = { $0 == $1 } }
        return EveryMatrixFeedContent(
            session, isSame: isSame,
            opening: {
                let pages = await PagedSubscription(
                    topics, first: page, step: page.events, content: topic)
                return EveryMatrixFeedTopic(
                    contents: await pages.contents(), store: { await pages.store }, pages: pages)
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
        _ reading: @escaping EveryMatrixFeedContent<Content>.Reading
    ) throws(ServiceProviderError) -> Subscription<Content> {
        if let end = session.end { throw end }
        let topics = session.topics
        return Subscription(
            EveryMatrixFeedContent(
                session, isSame: isSame,
                opening: {
                    let feed = await topics.subscribe(to: topic)
                    return EveryMatrixFeedTopic(
                        contents: await feed.contents(limit: limit), store: { feed.store })
                },
                reading: reading))
    }

    /// What the lists show of something.
    func follow<Value: Sendable>(
        _ values: @escaping @Sendable (EveryMatrixProvider) async -> AsyncStream<Value?>
    ) throws(ServiceProviderError) -> Subscription<Value?> {
        if let end = session.end { throw end }
        return Subscription { [session] mailbox throws(ServiceProviderError) in
            let follower = EveryMatrixListFollower(mailbox)
            await withTaskGroup { group in
                group.addTask {
                    for await value in await values(session.topics) { follower.note(value) }
                }
                group.addTask {
                    for await state in session.states {
                        follower.note(isConnected: state == .connected)
                        if session.isStopped { return }
                    }
                }
                await group.next()
                group.cancelAll()
            }
            if session.isStopped { throw .cancelled }
        }
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
    /// The events of a page where the caller does not say it.
    static let eventsPerPage = 10
}

/// Joins what lists show with whether it is current, for one mailbox.
private final class EveryMatrixListFollower<Value: Sendable>: Sendable {
    private struct State {
        var isConnected = false
        var value: Value??
    }

    private let mailbox: SubscriptionMailbox<Value?>
    private let state = NIOLockedValueBox(State())

    init(_ mailbox: SubscriptionMailbox<Value?>) { self.mailbox = mailbox }

    func note(_ value: Value?) {
        state.withLockedValue { state in
            let isFirst = state.value == nil
            state.value = .some(value)
            guard state.isConnected else { return }
            if isFirst { mailbox.connect(value) } else { mailbox.update(value) }
        }
    }

    func note(isConnected: Bool) {
        state.withLockedValue { state in
            guard state.isConnected != isConnected else { return }
            state.isConnected = isConnected
            guard let value = state.value else { return }
            if isConnected { mailbox.connect(value) } else { mailbox.disconnect() }
        }
    }
}

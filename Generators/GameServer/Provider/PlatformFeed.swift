import Logging
import OddsClient
import ServiceLifecycle
import ServicesProvider

/// Follows the platform's list with one subscription of one client, for all worlds.
struct PlatformFeed: Service {
    private let configuration: PlatformConfiguration
    private let worlds: GameWorlds
    private let client: ServicesProviderClient
    private let logger: Logger

    /// - Throws: `GameServerError` if the feed's address cannot be used.
    init(
        _ configuration: PlatformConfiguration, worlds: GameWorlds, logger: Logger
    ) throws(GameServerError) {
        self.configuration = configuration
        self.worlds = worlds
        self.logger = logger
        let endpoints: ServicesProviderConfiguration.Endpoints =
            switch configuration.provider {
            case .everymatrix:
                .init(feed: configuration.endpoint, player: Self.noServer, odds: Self.noServer)
            case .sportradar: .init(sportRadar: .init(all: configuration.endpoint))
            }
        var client: ServicesProviderConfiguration
        do {
            client = try ServicesProviderConfiguration(endpoints: [.production: endpoints])
        } catch {
            throw GameServerError(description: "cannot follow the platform: \(error.description)")
        }
        client.followsAccounts = false
        client.followsBets = false
        client.tracesFeed = true
        client.backoff = configuration.backoff
        self.client = ServicesProviderClient(
            providerType: configuration.provider == .everymatrix ? .everymatrix : .sportradar,
            configuration: client)
    }

    /// Stands for the servers of accounts and of bets, which are never asked.
    private static let noServer = "http://127.0.0.1:9"

    /// Follows the list until its task is cancelled or the service group shuts down.
    ///
    /// - Throws: `GameServerError` if the feed refuses the list, or cannot be reached in a way
    ///   that trying again would not help.
    func run() async throws {
        client.connect()
        defer { client.disconnect() }
        try await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { await noteConnection() }
                tasks.addTask { try await follow() }
                try await tasks.next()
                tasks.cancelAll()
            }
        }
    }

    private func noteConnection() async {
        for await state in client.eventsConnectionStates {
            await worlds.note(isConnected: state == .connected)
            logger.notice("platform \(configuration.endpoint): \(state)")
        }
    }

    private func follow() async throws {
        do {
            let subscription = try self.subscription()
            if configuration.hasPages {
                try await followPages(of: subscription)
            } else {
                try await followStore(of: subscription)
            }
        } catch where Task.isCancelled {
            return
        } catch {
            throw GameServerError(
                description: "cannot follow the matches of \(configuration.endpoint): "
                    + Self.words(error))
        }
    }

    /// Follows a list that is one content of the feed, entity by entity.
    private func followStore(
        of subscription: Subscription<[EventsGroup]>
    ) async throws(ServiceProviderError) {
        var contents = subscription.makeAsyncIterator()
        _ = try await Self.nextList(&contents)
        guard let store = await subscription.store else {
            preconditionFailure("a list of the feed without a store")
        }
        await Self.follow(store, matchesMax: configuration.matchesMax) { await worlds.take($0) }
        withExtendedLifetime(subscription) {}
    }

    /// Follows a list whose pages are contents of their own, as a whole: what is due when is
    /// not known of several, so that all times are those of the reading.
    private func followPages(
        of subscription: Subscription<[EventsGroup]>
    ) async throws(ServiceProviderError) {
        var contents = subscription.makeAsyncIterator()
        var countBefore = 0
        while true {
            let events = try await Self.nextList(&contents).flatMap(\.events)
            var list = FeedList()
            let content = list.read(Array(events.prefix(configuration.matchesMax)))
            await worlds.take(
                FeedReading(content: content, times: FrameTimes(now: FrameTrace.now)))
            // A full page may have another behind it, of which is asked but once.
            if events.count > countBefore, events.count < configuration.matchesMax {
                _ = try await client.requestLiveMatchesNextPage(
                    forSportType: configuration.sportType)
            }
            countBefore = events.count
        }
    }

    private static func words(_ error: any Error) -> String {
        switch error as? ServiceProviderError {
        case .onSubscribe: "the feed refuses the list"
        case .onConnection: "no connection, and trying again would not help"
        default: "\(error)"
        }
    }

    /// Subscribes to the list.
    private func subscription() throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        let count = configuration.matchesMax
        return switch (configuration.list, configuration.provider) {
        case (.upcoming, _):
            try client.subscribePreLiveMatches(
                forSportType: configuration.sportType, initialDate: nil, endDate: nil,
                eventCount: count, sortType: .feed)
        case (.live, .everymatrix):
            try client.subscribeToFilteredLiveMatches(filters: MatchFilters(eventCount: count))
        case (.live, .sportradar):
            try client.subscribeLiveMatches(forSportType: configuration.sportType)
        }
    }

    /// Waits for the list as it is then.
    private static func nextList(
        _ contents: inout Subscription<[EventsGroup]>.Iterator
    ) async throws(ServiceProviderError) -> [EventsGroup] {
        while true {
            switch try await contents.next() {
            case .contentUpdate(let groups): return groups
            case .connected, .disconnected: continue
            case nil: throw .cancelled
            }
        }
    }

    /// Hands on what changes of a list that is there, on the thread of its store. While
    /// `take` takes its time, changes gather, and come together.
    private static func follow(
        _ store: isolated ChannelDataStore, matchesMax: Int,
        _ take: @Sendable (FeedReading) async -> Void
    ) async {
        var updates = store.changes().makeAsyncIterator()
        var list = FeedList()
        let first = list.read(store.events(limit: matchesMax))
        await take(FeedReading(content: first, times: FrameTimes(now: FrameTrace.now)))
        while let update = await updates.next(isolation: store) {
            let content = list.read(update.changes, isIncomplete: update.isIncomplete) {
                store.events(limit: matchesMax)
            }
            guard let content else { continue }
            let times = FrameTimes(oldestOf: update.traces) ?? FrameTimes(now: FrameTrace.now)
            await take(FeedReading(content: content, times: times))
        }
    }
}

extension PlatformConfiguration {
    /// The sport that is asked for; `nil` for all of them, which EM's lists have.
    fileprivate var sportType: SportType? {
        provider == .everymatrix ? nil : SportType(id: sport, name: sport)
    }

    /// Whether the list is made of pages.
    fileprivate var hasPages: Bool { provider == .sportradar && list == .live }
}

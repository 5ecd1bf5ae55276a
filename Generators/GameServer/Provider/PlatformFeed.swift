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
        let endpoints = ServicesProviderConfiguration.Endpoints(
            feed: configuration.endpoint, player: Self.noServer, odds: Self.noServer)
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
        self.client = ServicesProviderClient(providerType: .everymatrix, configuration: client)
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
        let subscription: Subscription<[EventsGroup]>
        do {
            subscription = try await self.subscription()
        } catch where Task.isCancelled {
            return
        } catch {
            throw GameServerError(
                description: "cannot follow the matches of \(configuration.endpoint): "
                    + Self.words(error))
        }
        guard let store = await subscription.store else {
            preconditionFailure("a list of the feed without a store")
        }
        await Self.follow(store, matchesMax: configuration.matchesMax) { await worlds.take($0) }
        withExtendedLifetime(subscription) {}
    }

    private static func words(_ error: any Error) -> String {
        switch error as? ServiceProviderError {
        case .onSubscribe: "the feed refuses the list"
        case .onConnection: "no connection, and trying again would not help"
        default: "\(error)"
        }
    }

    /// Subscribes to the list, and waits until it is there.
    private func subscription() async throws(ServiceProviderError) -> Subscription<[EventsGroup]> {
        let count = configuration.matchesMax
        let subscription =
            switch configuration.list {
            case .upcoming:
                try client.subscribePreLiveMatches(
                    forSportType: nil, initialDate: nil, endDate: nil, eventCount: count,
                    sortType: .feed)
            case .live:
                try client.subscribeToFilteredLiveMatches(
                    filters: MatchFilters(eventCount: count))
            }
        var contents = subscription.makeAsyncIterator()
        while true {
            switch try await contents.next() {
            case .contentUpdate: return subscription
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

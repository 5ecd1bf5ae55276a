import Foundation
import Logging
import NIOConcurrencyHelpers
import OddsClient
import OddsMeasurement
import OddsModel
import OddsPlatform
import OddsServer
import PlatformFixture
import SeededRandom
import Testing

@testable import ServicesProvider

/// A client for each player, and one that reads the feed for all.
final class ChaosClients: Sendable {
    private typealias Wallet = NIOLockedValueBox<UserWallet?>

    private static let warmSeconds = 120.0
    private static let growthMax = 64 << 20

    private let reader: ServicesProviderClient
    private let players: [ChaosPlayer]
    private let wallets: [String: Wallet]
    private let tasks: [Task<Void, Never>]

    init(
        _ count: Int, of running: RunningPlatform, feed: EMServer, log: Logger, seed: UInt64
    ) async throws {
        let events = NIOLockedValueBox<[EventModel]>([])
        let makeClient = { (store: MemoryTokenStore) in
            var configuration = try running.configuration(feed: feed.url)
            configuration.log = log
            configuration.tokenStore = store
            let client = ServicesProviderClient(
                providerType: .everymatrix, configuration: configuration)
            client.connect()
            return client
        }
        let reader = try makeClient(MemoryTokenStore())
        self.reader = reader
        var players: [ChaosPlayer] = []
        var wallets: [String: Wallet] = [:]
        var tasks = [
            Task {
                await Self.follow { try reader.subscribeLiveMatches(forSportType: nil) } update: {
                    events.withLockedValue { [new = $0.flatMap(\.events)] in $0 = new }
                }
            }
        ]
        for player in try await running.makePlayers(count, balance: "50.00") {
            try await running.verify(player.id)
            let store = MemoryTokenStore()
            let client = try makeClient(store)
            let wallet = Wallet(nil)
            wallets[player.id] = wallet
            tasks.append(
                Task {
                    await Self.follow { try client.subscribeUserWallet() } update: { new in
                        wallet.withLockedValue { $0 = new }
                    }
                })
            players.append(
                ChaosPlayer(
                    client: client, store: store, player: player, events: events,
                    random: SplitMix64(seed: seed &+ UInt64(players.count))))
        }
        (self.players, self.wallets, self.tasks) = (players, wallets, tasks)
    }

    /// Takes each content of a subscription, and subscribes again when it has ended.
    private static func follow<Content: Sendable>(
        _ subscribe: () throws -> Subscription<Content>, update: (Content) -> Void
    ) async {
        while !Task.isCancelled {
            do {
                for try await change in try subscribe() {
                    if case .contentUpdate(let content) = change { update(content) }
                }
            } catch {
                // The session has ended, or the feed has refused: it is followed again.
            }
            await Task.yield()
        }
    }

    /// Lets all players act until a moment; twenty times each without one. In a long run the
    /// process, with service and feed, must not grow any more once it has warmed up.
    func play(until end: Date?) async throws -> [ChaosPlayer] {
        let start = Date()
        let warm = NIOLockedValueBox<Int?>(nil)
        defer {
            if let end, end.timeIntervalSince(start) >= Self.warmSeconds * 2,
                let warm = warm.withLockedValue(\.self), let now = ProcessMemory.current()
            {
                print("resident: \(warm >> 20) MiB when warm, \(now.residentBytes >> 20) at last")
                #expect(now.residentBytes < warm + Self.growthMax)
            }
        }
        return try await withThrowingTaskGroup(of: ChaosPlayer.self) { group in
            for player in players {
                group.addTask {
                    var player = player
                    while end.map({ Date() < $0 }) ?? (player.record.actions < 20) {
                        try await player.act()
                        guard Date().timeIntervalSince(start) >= Self.warmSeconds else { continue }
                        warm.withLockedValue {
                            if $0 == nil { $0 = ProcessMemory.current()?.residentBytes }
                        }
                    }
                    return player
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Holds service and client to what a player knows.
    func check(_ player: ChaosPlayer, in running: RunningPlatform) async throws {
        var player = player
        var open: Set<String>?
        // What the world had settled when it was paused may still be on its way.
        while open == nil { open = try await player.check() }
        let access = Access(session: player.store.load()?.token, player: player.player.id)
        var query = BetQuery(isOpen: true)
        try query.setLimit("100")
        guard case .array(let bets) = try await running.platform.bets(access, query) else {
            Issue.record("open bets are no list")
            return
        }
        let listed = bets.compactMap { bet -> String? in
            guard case .string(let id) = bet["id"] else { return nil }
            return id
        }
        #expect(Set(listed) == open)
        let balance = try await player.client.getUserBalance()
        while wallets[player.player.id]?.withLockedValue(\.self) != balance {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    func stop() {
        for task in tasks { task.cancel() }
        for player in players { player.client.disconnect() }
        reader.disconnect()
    }
}

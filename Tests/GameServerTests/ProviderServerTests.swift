import Foundation
import OddsServer
import OddsSimulator
import OddsTraffic
import Testing

@testable import GameServer

extension ProviderTests {
    /// A game that shows the matches of a simulated platform, over sockets.
    @Suite struct ProviderServerTests {
        @Test("After random traffic a page has the platform's odds", arguments: [
            ("steady", PlatformConfiguration.List.upcoming), ("churn", .upcoming), ("goal", .live),
        ])
        func truth(scenario: String, list: PlatformConfiguration.List) async throws {
            try await ProviderServers.run(list: list) {
                $0.scenario = scenario
                // Matches begin, end, go and come.
                $0.lifeCycleMilliseconds = 8_000
            } _: { servers in
                try await servers.ready()
                let page = try await servers.page()
                var screen = try await ProviderScreen(page)
                var updateCount = 0
                var suspendedCount = 0
                while updateCount < 300 || suspendedCount == 0 || screen.listCount < 5 {
                    let updates = page.takeUpdates()
                    updateCount += updates.count
                    suspendedCount += updates.count { $0.odds.isSuspended }
                    try await screen.take(updates)
                    await Task.yield()
                }
                try await screen.expectTruth(servers)
            }
        }

        @Test("Two hundred pages share one connection, one registration and one dump")
        func manyPages() async throws {
            try await ProviderServers.run { servers in
                try await servers.ready()
                var pages: [ProviderPage] = []
                for number in 0..<200 {
                    // Each in a world of its own, but for a few.
                    let world = String(format: "%032x", number / 2 * (number % 5))
                    pages.append(try await servers.page(world: world))
                }
                try await eventually { pages.allSatisfy { $0.updateCount > 0 } }
                _ = try await servers.feed.pause()
                let metrics = servers.feed.metrics
                #expect(metrics.value(of: .connectionsOpened) == 1)
                #expect(metrics.value(of: .connections) == 1)
                #expect(metrics.value(of: .registrationsMade) == 1)
                #expect(metrics.value(of: .dumpsSent) == 1)
                var last = try await ProviderScreen(pages[0])
                try await last.expectTruth(servers)
                for page in pages.suffix(20) { #expect(try await page.odds() == last.odds) }
                #expect(metrics.value(of: .connectionsOpened) == 1)
            }
        }

        @Test("What is sent was due first, then received, then applied", arguments: [true, false])
        func stamps(isStamped: Bool) async throws {
            let begin = Date().timeIntervalSince1970 * 1_000
            try await ProviderServers.run(isStamped: isStamped) { servers in
                try await servers.ready()
                let page = try await servers.page()
                try await eventually { page.updateCount > 200 }
                let end = Date().timeIntervalSince1970 * 1_000
                var seq = try #require(page.seq)
                for update in page.takeUpdates() {
                    #expect(update.at <= update.received && update.received <= update.applied)
                    #expect(update.applied <= update.sent)
                    #expect((update.at == update.received) == !isStamped)
                    // The clock of the day, as far as that does not jump.
                    #expect(update.at > begin - 60_000 && update.sent < end + 60_000)
                    #expect(update.odds.seq > seq)
                    seq = update.odds.seq
                }
            }
        }

        @Test("When the feed is lost pages keep what they have, and then get what is new")
        func reconnect() async throws {
            try await ProviderServers.run { servers in
                try await servers.ready()
                let page = try await servers.page()
                var screen = try await ProviderScreen(page)
                for _ in 0..<3 {
                    try await eventually { page.updateCount > 20 }
                    let connections = servers.feed.metrics.value(of: .connectionsOpened)
                    try await servers.feed.setFaults(
                        FaultPlan(rules: [
                            FaultRule(.refuseConnections, everySeconds: 0.001, milliseconds: 50)
                        ]))
                    try await eventually { try await servers.metric("platform_connected") == 0 }
                    // Pages are told, those that come now, too.
                    try await eventually { !page.feedIsThere }
                    let other = try await servers.page()
                    try await eventually { !other.feedIsThere }
                    try await other.close()
                    // What was under way comes.
                    try await eventually {
                        try await screen.take(page.takeUpdates())
                        return try await page.odds() == screen.odds
                    }
                    let kept = screen.odds
                    #expect(!kept.isEmpty)
                    try await servers.feed.setFaults(FaultPlan())
                    try await eventually {
                        servers.feed.metrics.value(of: .connectionsOpened) > connections
                            && page.feedIsThere
                    }
                    for update in page.takeUpdates() {
                        let old = kept[update.id]?.seq ?? 0
                        #expect(update.odds.seq > old)
                        try await screen.take([update])
                    }
                }
                try await screen.expectTruth(servers)
                #expect(page.isClosed == false)
            }
        }

        @Test("A page that asks for fewer matches gets the first of them")
        func fewer() async throws {
            try await ProviderServers.run { servers in
                try await servers.ready()
                let all = try await servers.page()
                let world = String(repeating: "4", count: 32)
                let few = try await servers.page("&matches=4", world: world)
                var screen = try await ProviderScreen(few)
                #expect(screen.ids.count == 4)
                #expect(screen.ids == Array(try await ProviderScreen(all).ids.prefix(4)))
                try await eventually { all.updateCount > 100 && few.updateCount > 5 }
                let updates = few.takeUpdates()
                #expect(updates.count < all.updateCount)
                try await screen.take(updates)
                try await screen.expectTruth(servers, count: 4)
            }
        }

        @Test("A feed that refuses the list ends the server, with the reason")
        func refused() async throws {
            try await ProviderServers.withFeed(TrafficConfiguration()) { feed in
                try await feed.setFaults(
                    FaultPlan(rules: [FaultRule(.refuseRegistration, probability: 1)]))
                var configuration = GameConfiguration()
                configuration.platform = PlatformConfiguration(endpoint: feed.url)
                let game = GameServer(configuration, logger: RunningGame.quiet) { _ in }
                let error = await #expect(throws: GameServerError.self) { try await game.run() }
                #expect(
                    error?.description
                        == "cannot follow the matches of \(feed.url): the feed refuses the list")
            }
        }
    }
}

import OddsClient
import OddsTraffic
import PlatformFixture
import Testing

@testable import GameServer

extension ProviderTests {
    /// A game that shows the matches of SportRadar's lists, over sockets.
    @Suite struct ProviderSportRadarTests {
        @Test(
            "After random traffic a page has SportRadar's odds",
            arguments: PlatformConfiguration.List.allCases)
        func truth(list: PlatformConfiguration.List) async throws {
            var world = TrafficConfiguration.small
            world.seed = .random(in: 0...UInt64.max)
            // Matches begin, end, go and come; the live ones of football fill two pages.
            world.lifeCycleMilliseconds = 8_000
            world.events = list == .live ? 120 : 30
            try await withContents(of: world) { [seed = world.seed] running in
                var platform = PlatformConfiguration(
                    .sportradar, endpoint: "http://127.0.0.1:\(running.port)")
                platform.list = list
                platform.matchesMax = 40
                platform.backoff = Backoff(initial: .milliseconds(10), cap: .milliseconds(50))
                let (feed, configuration) = (running.server, platform)
                try await ProviderServers.withPlatform(platform) { urls in
                    let servers = ProviderServers(
                        feed: feed, platform: configuration, urls: urls)
                    do {
                        try await Self.followTraffic(servers)
                    } catch {
                        Issue.record(error, "seed \(seed)")
                    }
                }
            }
        }

        private static func followTraffic(_ servers: ProviderServers) async throws {
            try await servers.ready()
            let page = try await servers.page()
            var screen = try await ProviderScreen(page)
            var updateCount = 0
            while updateCount < 200 || screen.listCount < 3 {
                let updates = page.takeUpdates()
                updateCount += updates.count
                try await screen.take(updates)
                await Task.yield()
            }
            try await screen.expectTruth(servers)
        }

        @Test("Addresses are those of the provider's servers")
        func endpoints() {
            for (text, isRight) in [
                ("http://127.0.0.1:9412", true), ("https://feed.example", true),
                ("ws://127.0.0.1:9400/v2", false), ("http://127.0.0.1:9412/", false),
                ("", false),
            ] {
                #expect(
                    PlatformConfiguration.isEndpoint(text, of: .sportradar) == isRight, "\(text)")
            }
            #expect(PlatformConfiguration.isEndpoint("ws://127.0.0.1:9400/v2", of: .everymatrix))
            #expect(!PlatformConfiguration.isEndpoint("http://127.0.0.1", of: .everymatrix))
        }
    }
}

@testable import OddsServer
import OddsSimulator
import OddsTraffic
import Testing

extension ServerTests {
    /// What a platform beside a feed hears of its world.
    @Suite struct WorldNewsTests {
        private func news(of server: EMServer) -> AsyncStream<WorldNews>.Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: WorldNews.self)
            server.observeWorld { continuation.yield($0) }
            return stream.makeAsyncIterator()
        }

        @Test("A server's world settles as the same world without a server, in its order")
        func settlements() async throws {
            let world = try WorldSource(.small)
            world.keepSettlements()
            for _ in 0..<3_000 { world.advance { _, _, _ in } }
            let expected = world.takeSettlements()
            try await withServer { server in
                var news = news(of: server)
                var heard: [MarketSettlement] = []
                while heard.count < 60 {
                    guard case .settled(let some)? = await news.next() else { continue }
                    heard += some
                }
                // Those of before somebody listened are not heard.
                let first = try #require(expected.firstIndex(of: heard[0]))
                #expect(Array(expected[first...].prefix(heard.count)) == heard)
                let outcomes = heard.flatMap(\.outcomeIDs)
                let quotes = try await server.quotes(outcomes, of: .outcome)
                #expect(!quotes.contains { $0.isOpen })
            }
        }

        @Test("Changes of the traffic are heard with their times, and so is a new beginning")
        func changes() async throws {
            try await withServer { server in
                var news = news(of: server)
                var before = UInt64(0)
                while before == 0 {
                    if case .reached(let heard)? = await news.next() { before = heard }
                }
                try await server.change(scenario: "churn", rate: 900)
                var change: WorldPosition.Change?
                while change == nil {
                    switch await news.next() {
                    case .reached(let heard)?: before = heard
                    case .changed(let heard)?: change = heard
                    default: continue
                    }
                }
                let heard = try #require(change)
                #expect(heard.scenario == "churn" && heard.rate == 900)
                #expect(before <= heard.nanoseconds)
                var after: UInt64?
                while after == nil {
                    if case .reached(let heard)? = await news.next() { after = heard }
                }
                #expect(heard.nanoseconds <= after ?? 0)
                await #expect(throws: FeedError.self) {
                    try await server.change(scenario: "none", rate: nil)
                }
                try server.world(for: "a test").restart()
                while true { if case .restarted? = await news.next() { break } }
                // It begins anew.
                var fresh: UInt64?
                while fresh == nil {
                    if case .reached(let heard)? = await news.next() { fresh = heard }
                }
                #expect(fresh ?? 0 < after ?? 0)
                // What becomes of the new one is heard, too.
                _ = try await server.resume()
                while true { if case .settled? = await news.next() { break } }
            }
        }
    }
}

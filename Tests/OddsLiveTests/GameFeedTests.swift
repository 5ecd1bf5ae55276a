import Logging
import OddsClient
import OddsSimulator
import OddsTopics
import OddsTraffic
import OddsWAMP
import Testing

@testable import OddsLive
@testable import OddsServer

/// The schedule of the feed behind the server of the page, by a simulator in this process.
@Suite(.timeLimit(.minutes(10))) struct GameFeedTests {
    /// The schedule of the feed of four matches while a client reads a list.
    ///
    /// - Parameter isSettled: Whether what was due to the client is all there, from the records
    ///   that were noted and those that were due.
    private static func schedule(
        of topic: String, until isSettled: (_ noted: Int, _ due: Int) -> Bool
    ) async throws -> GameFeedSchedule {
        var world = TrafficConfiguration()
        world.events = 12
        world.markets = 1
        world.outcomes = 2
        world.rate = 2_000
        var logger = Logger(label: "test")
        logger.logLevel = .error
        let server = try await EMServer.start(ServerConfiguration(), logger: logger) {
            [world] offset in try WorldSource(world, versionOffset: offset)
        }
        let client = try EMWebSocketClient(ClientConfiguration(url: server.url))
        do {
            let provider = EveryMatrixProvider(client)
            try await client.connect()
            let list = await provider.subscribe(topic: topic)
            for await content in await list.contents() {
                if case .contentUpdate = content { break }
            }
            let feed = GameFeed(ServerInProcess(server, claimsVersion: nil), matches: 4)
            try await feed.pause()
            // Its answer comes behind all frames that are on their way.
            _ = try await client.call(EMFeed.operatorInfo, keywords: .empty)
            let before = server.metrics.value(of: .recordsDue)
            var schedule = try await GameFeedSchedule(feed)
            // From before the first frame that may be due, however long the resumption takes.
            let start = FrameTrace.now
            try await feed.resume()
            var noted = 0
            // Enough that lists of two and of four matches cannot have as many records by chance.
            while noted < 400 {
                noted = try await records(of: server)
                await Task.yield()
            }
            try await schedule.close(start..<FrameTrace.now)
            try await feed.pause()
            repeat {
                noted = try await records(of: server)
                await Task.yield()
            } while !isSettled(noted, server.metrics.value(of: .recordsDue) - before)
            try await schedule.end()
            withExtendedLifetime(list) {}
            await client.disconnect()
            try await server.stop()
            return schedule
        } catch {
            await client.disconnect()
            try await server.stop()
            throw error
        }
    }

    private static let followed = "/sports/7001/en/next-matches-aggregator-main/all-disciplines/4/5"

    private static func records(of server: EMServer) async throws -> Int {
        try await server.ledgerFrames(of: followed)?.reduce(0) { $0 + Int($1.records) } ?? 0
    }

    @Test func theDelayIsThatOfTheListThatIsFollowed() async throws {
        let schedule = try await Self.schedule(of: Self.followed, until: ==)
        #expect(schedule.fault == nil)
        #expect(schedule.lateness.count > 0)
    }

    /// Nobody would see it: the simulator schedules whatever list it is asked for.
    @Test func anotherListIsAFault() async throws {
        let other = "/sports/7001/en/next-matches-aggregator-main/all-disciplines/2/5"
        let schedule = try await Self.schedule(of: other) { noted, due in noted != due && due > 0 }
        #expect(schedule.fault?.hasPrefix("the simulator noted the schedule of ") == true)
    }
}

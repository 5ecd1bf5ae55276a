import Foundation
package import Logging
import NIOPosix
import OddsJSON
package import OddsPlatform
package import OddsPlatformServer
package import OddsServer
package import OddsSimulator
package import OddsTraffic
import ServiceLifecycle

/// A platform that is served on a free port.
package struct RunningPlatform: Sendable {
    package let platform: Platform
    package let server: PlatformServer
    package let faults: PlatformFaults
    package let metrics: ServerMetrics
    /// The base URL of accounts.
    package let url: String
    /// The base URL of bets.
    package let oddsURL: String
    /// The base URL of the second provider; empty if it is not served.
    package let sportRadarURL: String

    package var port: Int { Self.port(of: url) }
    package var oddsPort: Int { Self.port(of: oddsURL) }
    package var sportRadarPort: Int { Self.port(of: sportRadarURL) }

    private static func port(of url: String) -> Int {
        url.split(separator: ":").last.flatMap { Int($0) } ?? 0
    }

    /// Asks for something that control may do, with a body of JSON.
    package func reader(_ json: String) throws -> JSONReader {
        try JSONReader(try Array(json.utf8).withUnsafeBytes { try JSONValue(json: $0) })
    }

    /// A player whom control makes.
    package struct Player: Sendable {
        package let id: String
        package let username: String
        package let password: String
    }

    /// Makes players with money.
    package func makePlayers(
        _ count: Int, balance: String = "0.00", bonus: String = "0.00", freebet: String = "0.00"
    ) async throws -> [Player] {
        let answer = try await platform.makePlayers(
            reader(
                """
                {"count":\(count),"balance":"\(balance)","bonus":"\(bonus)","freebet":"\(freebet)"}
                """))
        guard case .array(let players) = answer["players"] else { return [] }
        return players.compactMap { player in
            guard case .string(let id) = player["userId"],
                case .string(let username) = player["username"],
                case .string(let password) = player["password"]
            else { return nil }
            return Player(id: id, username: username, password: password)
        }
    }

    /// Approves a player's documents.
    package func verify(_ player: String) async throws {
        for status in ["PENDING", "APPROVED"] {
            _ = try await platform.verify(player, reader(#"{"status":"\#(status)"}"#))
        }
    }

    /// Ends the sessions of all players, as expired.
    package func expireSessions() async throws {
        _ = try await platform.expireSessions(reader("{}"))
    }

    /// How many requests of a route were answered with a status.
    package func requestCount(_ method: String, _ route: String, _ status: Int) async throws -> Int
    {
        let labels = #"{method="\#(method)",route="\#(route)",status="\#(status)"} "#
        let metrics = try await server.openMetrics()
        guard let found = metrics.firstRange(of: labels) else { return 0 }
        return Int(metrics[found.upperBound...].prefix { $0.isNumber }) ?? 0
    }
}

/// Serves a platform for as long as the body takes.
///
/// - Parameters:
///   - configure: Changes the configuration, in which passwords have the lowest cost.
///   - world: The world whose offers bets meet.
///   - news: What becomes of it.
///   - logger: Silent if it is absent.
package func withPlatform(
    _ configure: (inout PlatformConfiguration) -> Void = { _ in },
    world: any BettingWorld = EmptyWorld(),
    news: WorldNewsQueue = WorldNewsQueue(), logger: Logger? = nil,
    _ body: (RunningPlatform) async throws -> Void
) async throws {
    var configuration = PlatformConfiguration()
    configuration.settings.passwordCost = .lowest
    configure(&configuration)
    let clock = PlatformClock { Int64(Date().timeIntervalSince1970 * 1_000) }
    let platform = try await Platform(
        configuration.settings, clock: clock, world: world, hashing: .singleton)
    let metrics = ServerMetrics()
    let faults = PlatformFaults(metrics)
    var silent = Logger(label: "test")
    silent.logLevel = .critical
    let logger = logger ?? silent
    let server = PlatformServer(
        configuration, platform, faults: faults, news: news, logger: logger)
    let (started, continuation) = AsyncStream.makeStream(of: PlatformURLs.self)
    let services = ServiceGroup(
        configuration: .init(
            services: [server.service { continuation.yield($0) }], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { continuation.finish() }
            try await services.run()
        }
        for await urls in started {
            try await body(
                RunningPlatform(
                    platform: platform, server: server, faults: faults, metrics: metrics,
                    url: urls.player, oddsURL: urls.odds, sportRadarURL: urls.sportRadar))
            break
        }
        await services.triggerGracefulShutdown()
        try await tasks.waitForAll()
    }
}

/// Serves a platform beside a feed, on whose world bets are placed.
package func withPlatform(
    beside feed: TrafficConfiguration, faults: FaultPlan = FaultPlan(),
    _ configure: (inout PlatformConfiguration) -> Void = { _ in }, logger: Logger? = nil,
    _ body: (RunningPlatform, EMServer) async throws -> Void
) async throws {
    var silent = Logger(label: "test")
    silent.logLevel = .critical
    var configuration = ServerConfiguration()
    configuration.faults = faults
    configuration.stampsFrames = true
    let server = try await EMServer.start(configuration, logger: silent) {
        try WorldSource(feed, versionOffset: $0)
    }
    let world = FeedWorld()
    do {
        try await withPlatform(
            configure, world: world, news: world.follow(server), logger: logger
        ) { try await body($0, server) }
    } catch {
        try await server.stop()
        throw error
    }
    try await server.stop()
}

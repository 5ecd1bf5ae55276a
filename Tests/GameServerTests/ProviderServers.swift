import AsyncHTTPClient
import OddsClient
import OddsJSON
import OddsServer
import OddsSimulator
import OddsTraffic
import Testing

@testable import GameServer

/// Suites that run servers, one after the other, so that each has the machine to itself. The
/// limit ends a test that waits in vain; it is long because the time also passes while tests
/// of other suites keep every thread.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ProviderTests {}

/// A feed, and a game that shows its matches, over sockets.
struct ProviderServers {
    static let world = RunningGame.id

    let feed: EMServer
    let platform: PlatformConfiguration
    let urls: GameServer.URLs

    /// Runs both for as long as the body takes.
    static func run(
        seed: UInt64 = .random(in: 0...UInt64.max), list: PlatformConfiguration.List = .upcoming,
        matches: Int = 20, isStamped: Bool = true,
        world change: (inout TrafficConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (ProviderServers) async throws -> Void
    ) async throws {
        var world = TrafficConfiguration.small
        world.seed = seed
        change(&world)
        try await withFeed(world, isStamped: isStamped) { feed in
            var platform = PlatformConfiguration(endpoint: feed.url)
            platform.list = list
            platform.matchesMax = matches
            platform.backoff = Backoff(initial: .milliseconds(10), cap: .milliseconds(50))
            try await withPlatform(platform) { [platform] urls in
                let servers = ProviderServers(feed: feed, platform: platform, urls: urls)
                do {
                    try await body(servers)
                } catch {
                    Issue.record(error, "seed \(seed)")
                }
            }
        }
    }

    static func withFeed(
        _ world: TrafficConfiguration, isStamped: Bool = true, port: Int = 0,
        _ body: (EMServer) async throws -> Void
    ) async throws {
        var configuration = ServerConfiguration()
        configuration.port = port
        configuration.stampsFrames = isStamped
        configuration.drainMilliseconds = 0
        let feed = try await EMServer.start(configuration, logger: RunningGame.quiet) { offset in
            try WorldSource(world, versionOffset: offset)
        }
        do {
            try await body(feed)
        } catch {
            try await feed.stop()
            throw error
        }
        try await feed.stop()
    }

    static func withPlatform(
        _ platform: PlatformConfiguration,
        _ body: @escaping @Sendable (GameServer.URLs) async throws -> Void
    ) async throws {
        try await withGame { $0.platform = platform } _: { try await body($0.urls) }
    }

    /// A page with its socket.
    func page(_ more: String = "", world: String = world) async throws -> ProviderPage {
        let page = try await ProviderPage(urls.page, world: world, more)
        try await eventually { page.seq != nil }
        return page
    }

    /// Waits until the game has the platform's matches.
    func ready() async throws {
        try await eventually {
            try await ask("\(urls.page)matches?world=\(Self.world)").status == 200
        }
    }

    func control(_ body: String, world: String = world) async throws -> (Int, JSONValue) {
        try await ask("\(urls.control)/control/\(world)", body)
    }

    /// One of the game's gauges.
    func metric(_ name: String) async throws -> Double? {
        let request = HTTPClientRequest(url: "\(urls.control)/metrics")
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        return text.split(separator: "\n").first { $0.hasPrefix("game_\(name) ") }
            .flatMap { Double($0.split(separator: " ")[1]) }
    }

    /// What the feed says that the game's list should show now.
    func truth() async throws -> ProviderTruth {
        switch platform.provider {
        case .everymatrix: return try await ProviderTruth([feed.truth(of: topic)])
        case .sportradar:
            var documents: [[UInt8]] = []
            for content in contents {
                documents.append(try await feed.truth(ofContent: content))
            }
            return try await ProviderTruth(documents)
        }
    }

    /// The contents that the game's list on SportRadar's wire is made of, as far as the
    /// matches of the test's worlds go.
    private var contents: [String] {
        switch platform.list {
        case .upcoming:
            [
                "eventListBySportTypeDate/FBL/200001010000/209912312359/0/"
                    + "\(platform.matchesMax)/T"
            ]
        case .live: (0...1).map { "liveDataSummaryAdvancedListBySportType/FBL/\($0)" }
        }
    }

    /// The topic that the game follows on EM's wire.
    private var topic: String {
        let name =
            switch platform.list {
            case .upcoming: "next-matches-aggregator-main/all-disciplines"
            case .live:
                "live-matches-aggregator-main/all-disciplines/all-locations/default-event-info"
            }
        return "/sports/7001/en/\(name)/\(platform.matchesMax)/5"
    }
}

extension TrafficConfiguration {
    /// A small world in which something happens all the time.
    static var small: TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = 30
        configuration.markets = 3
        configuration.rate = 2_000
        configuration.lifeCycleMilliseconds = 60_000
        return configuration
    }
}

/// Waits for a condition that other tasks fulfil. The suite's time limit ends a wait in vain.
func eventually(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    while try await !condition() {
        guard !Task.isCancelled else {
            Issue.record("it never came", sourceLocation: sourceLocation)
            throw CancellationError()
        }
        await Task.yield()
    }
}

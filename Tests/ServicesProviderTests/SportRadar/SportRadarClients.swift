import Foundation
import OddsClient
import OddsPlatform
import PlatformFixture
import Testing

@testable import ServicesProvider

/// Serves a platform with the second provider for as long as the body takes.
func withSportRadar(
    world: any BettingWorld = EmptyWorld(), _ body: (RunningPlatform) async throws -> Void
) async throws {
    try await withPlatform({ $0.sportRadarPort = 0 }, world: world, body)
}

extension RunningPlatform {
    /// A configuration of the second provider, with short pauses and limits that no busy
    /// machine reaches.
    func sportRadarConfiguration() throws -> ServicesProviderConfiguration {
        var configuration = try ServicesProviderConfiguration(
            environment: .staging,
            endpoints: [
                .staging: .init(
                    feed: "ws://127.0.0.1:9/v2", player: url, odds: oddsURL,
                    sportRadar: .init(all: sportRadarURL))
            ])
        configuration.opensFeed = false
        configuration.backoff = Backoff(initial: .milliseconds(1), cap: .milliseconds(20))
        configuration.network.pauses = configuration.backoff
        configuration.network.timeLimit = .seconds(120)
        configuration.network.bettingTimeLimit = .seconds(120)
        configuration.network.refreshTimeLimit = .seconds(120)
        return configuration
    }

    /// A client of the second provider that is connected for as long as the body takes.
    func withSportRadarClient(
        _ configure: (inout ServicesProviderConfiguration) -> Void = { _ in },
        _ body: (ServicesProviderClient) async throws -> Void
    ) async throws {
        var configuration = try sportRadarConfiguration()
        configure(&configuration)
        let client = ServicesProviderClient(
            providerType: .sportradar, configuration: configuration)
        client.connect()
        defer { client.disconnect() }
        try await body(client)
    }

    /// The same with a player of so much money who is logged in.
    func withSportRadarLogin(
        balance: String = "50.00",
        _ configure: (inout ServicesProviderConfiguration) -> Void = { _ in },
        _ body: (ServicesProviderClient, Player) async throws -> Void
    ) async throws {
        let player = try #require(
            try await makePlayers(1, balance: balance, bonus: "12.50", freebet: "5.00").first)
        try await withSportRadarClient(configure) { client in
            _ = try await client.login(username: player.username, password: player.password)
            try await body(client, player)
        }
    }

    /// How often a request of the second provider's accounts was answered.
    func pamCount(_ method: String, _ name: String) async throws -> Int {
        try await requestCount(method, "/ps/ips/\(name)", 200)
    }
}

/// A platform, and a client of the second provider with a player who is logged in and bets on a
/// world of so many events.
func withSportRadarBettor(
    balance: String = "50.00", events: Int = 4, odds: Int = 200,
    _ configure: (inout ServicesProviderConfiguration) -> Void = { _ in },
    _ body: (ServicesProviderClient, RunningPlatform, ScriptedWorld) async throws -> Void
) async throws {
    let world = ScriptedWorld(events: events, odds: odds)
    try await withSportRadar(world: world) { running in
        try await running.withSportRadarLogin(balance: balance, configure) { client, _ in
            try await body(client, running, world)
        }
    }
}

/// A client of the second provider whose servers answer as a script says, with a player who is
/// logged in.
func withScriptedSportRadar(
    _ script:
        @escaping @Sendable (
            HTTPTransportRequest
        ) async throws(HTTPTransportError) -> HTTPTransportResponse,
    _ body: (ServicesProviderClient, ScriptedTransport) async throws -> Void
) async throws {
    let transport = ScriptedTransport { request, _ throws(HTTPTransportError) in
        try await script(request)
    }
    var configuration = try ServicesProviderConfiguration(
        environment: .staging,
        endpoints: [.staging: .init(sportRadar: .init(all: "http://sr"))])
    configuration.opensFeed = false
    configuration.followsAccounts = false
    configuration.followsBets = false
    configuration.backoff = .init(initial: .milliseconds(1), cap: .milliseconds(5))
    configuration.network.pauses = configuration.backoff
    configuration.tokenStore = MemoryTokenStore(
        StoredSession(
            token: "t0", credentials: Credentials(username: "ana", password: "p"), userID: "7"))
    configuration.httpTransport = { transport }
    let client = ServicesProviderClient(providerType: .sportradar, configuration: configuration)
    client.connect()
    defer { client.disconnect() }
    try await body(client, transport)
}

extension ScriptedWorld.Place {
    /// The selection of a ticket at the second provider.
    func srPick(_ odds: String = "2") -> BetTicketSelection {
        BetTicketSelection(
            bettingOfferID: selectionID, outcomeID: selectionID, marketID: "\(marketID).1",
            eventID: "\(eventID).1", bettingTypeID: "69", odds: decimal(odds))
    }
}

extension BetTicket {
    /// A single at the second provider on the first outcome of an event.
    static func srSingle(
        _ stake: String = "10", odds: String = "2", on event: Int = 0
    ) -> BetTicket {
        BetTicket(
            type: .single, selections: [ScriptedWorld.Place(event).srPick(odds)],
            stake: decimal(stake))
    }
}

import OddsClient
import PlatformFixture
import Testing

@testable import ServicesProvider

extension RunningPlatform {
    /// A configuration for this platform, with short pauses and limits that no busy machine
    /// reaches.
    ///
    /// - Parameter feed: The address of the feed; by default one at which there is none.
    func configuration(
        feed: String = "ws://127.0.0.1:9/v2"
    ) throws -> ServicesProviderConfiguration {
        var configuration = try ServicesProviderConfiguration(
            environment: .development,
            endpoints: [
                .development: .init(feed: feed, player: url, odds: oddsURL)
            ])
        configuration.backoff = Backoff(initial: .milliseconds(1), cap: .milliseconds(20))
        configuration.network.pauses = configuration.backoff
        configuration.network.timeLimit = .seconds(120)
        configuration.network.bettingTimeLimit = .seconds(120)
        configuration.network.refreshTimeLimit = .seconds(120)
        return configuration
    }

    /// A client that is connected for as long as the body takes.
    func withClient(
        _ configure: (inout ServicesProviderConfiguration) -> Void = { _ in },
        _ body: (ServicesProviderClient) async throws -> Void
    ) async throws {
        var configuration = try configuration()
        configure(&configuration)
        let client = ServicesProviderClient(
            providerType: .everymatrix, configuration: configuration)
        client.connect()
        defer { client.disconnect() }
        try await body(client)
    }

    /// A client with a player of so much money who is logged in.
    func withLogin(
        balance: String = "50.00",
        _ configure: (inout ServicesProviderConfiguration) -> Void = { _ in },
        _ body: (ServicesProviderClient, Player) async throws -> Void
    ) async throws {
        let player = try #require(
            try await makePlayers(1, balance: balance, bonus: "12.50", freebet: "5.00").first)
        try await withClient(configure) { client in
            _ = try await client.login(username: player.username, password: player.password)
            try await body(client, player)
        }
    }
}

/// In which form a client's functions are called.
enum Form: CaseIterable {
    case async
    case combine

    /// The functions of accounts in this form.
    func accounts(_ client: ServicesProviderClient) throws -> any PrivilegedAccessManager {
        switch self {
        case .async: try client.accounts()
        case .combine: CombineForm(client: client)
        }
    }

    /// The functions of bets in this form.
    func betting(_ client: ServicesProviderClient) -> any BettingProvider {
        switch self {
        case .async: client
        case .combine: CombineBettingForm(client: client)
        }
    }
}

extension RunningPlatform {
    /// The accounts of a client that is connected for as long as the body takes.
    func withAccounts(
        _ form: Form, _ configure: (inout ServicesProviderConfiguration) -> Void = { _ in },
        _ body: (any PrivilegedAccessManager) async throws -> Void
    ) async throws {
        try await withClient(configure) { client in try await body(try form.accounts(client)) }
    }

    /// The same with a player who is logged in.
    func withPlayer(
        _ form: Form, _ configure: (inout ServicesProviderConfiguration) -> Void = { _ in },
        _ body: (any PrivilegedAccessManager, Player) async throws -> Void
    ) async throws {
        try await withLogin(configure) { client, player in
            try await body(try form.accounts(client), player)
        }
    }
}

extension RunningPlatform {
    /// The bets of a client with a player of so much money who is logged in, for as long as
    /// the body takes.
    func withBettor(
        _ form: Form = .async, balance: String = "50.00",
        _ configure: (inout ServicesProviderConfiguration) -> Void = { _ in },
        _ body: (any BettingProvider, ServicesProviderClient) async throws -> Void
    ) async throws {
        try await withLogin(balance: balance, configure) { client, _ in
            try await body(form.betting(client), client)
        }
    }
}

extension StateUpdates {
    /// Waits for a state.
    func wait(for state: State) async -> Bool {
        for await found in self where found == state { return true }
        return false
    }
}

/// The error of something that must fail; `nil` if it does not.
func failure(
    _ body: () async throws -> Void
) async throws -> ServiceProviderError? {
    do {
        try await body()
        return nil
    } catch let error as ServiceProviderError { return error }
}

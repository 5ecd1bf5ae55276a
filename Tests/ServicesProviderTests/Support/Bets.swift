import Foundation
import OddsBetting
import PlatformFixture
import Testing

@testable import ServicesProvider

/// A decimal, exactly.
func decimal(_ text: String) -> Decimal {
    guard let decimal = Decimal(string: text) else { preconditionFailure("\(text) is none") }
    return decimal
}

extension ScriptedWorld {
    /// A world with so many events, of two markets with two outcomes each, all at the same odds.
    convenience init(events: Int, odds: Int = 200) {
        self.init()
        for event in 0..<events {
            for market in 0..<2 {
                for outcome in 0..<2 { set(Place(event, market, outcome), odds: odds) }
            }
        }
    }
}

extension ScriptedWorld.Place {
    /// The selection of a ticket.
    func pick(_ odds: String = "2", isBanker: Bool = false) -> BetTicketSelection {
        BetTicketSelection(
            bettingOfferID: "\(offerID)", outcomeID: "\(outcomeID)", marketID: "\(marketID)",
            eventID: "\(eventID)", bettingTypeID: "69", odds: decimal(odds), isBanker: isBanker)
    }
}

extension BetTicket {
    /// A single on the first outcome of an event.
    static func single(
        _ stake: String = "10", odds: String = "2", on event: Int = 0
    ) -> BetTicket {
        BetTicket(
            type: .single, selections: [ScriptedWorld.Place(event).pick(odds)],
            stake: decimal(stake))
    }

    /// A ticket on the first outcomes of several events.
    static func several(_ type: BetType, _ stake: String, events: Int) -> BetTicket {
        BetTicket(
            type: type, selections: (0..<events).map { ScriptedWorld.Place($0).pick() },
            stake: decimal(stake))
    }
}

extension BettingProvider {
    /// Places one ticket.
    func place(
        _ ticket: BetTicket, _ policy: OddsValidationType = .acceptNone, isFree: Bool = false,
        key: String? = nil
    ) async throws(ServiceProviderError) -> PlacedBet {
        var options = PlaceBetsOptions()
        options.oddsValidationType = policy
        options.idempotencyKey = key
        let response = try await placeBets(
            betTickets: [ticket], useFreebetBalance: isFree, options: options)
        return try response.results[0].get()
    }
}

extension RunningPlatform {
    /// Settles outcomes.
    func settle(_ results: [ScriptedWorld.Place: OutcomeResult]) async throws {
        let members = results.map { #""\#($0.outcomeID)":"\#($1.rawValue)""# }
        _ = try await platform.settle(
            reader(#"{"outcomes":{\#(members.joined(separator: ","))}}"#))
    }

    /// Whether the ledger's sums are right.
    func isLedgerRight() async throws -> Bool {
        let check = try await platform.checkLedger()
        return check.isOK && check.sum.minorUnits == 0
    }
}

/// Without a feed, over a transport that answers as a script says; with a player who is logged in.
func scriptedConfiguration(
    _ transport: ScriptedTransport
) throws -> ServicesProviderConfiguration {
    var configuration = try ServicesProviderConfiguration(
        environment: .staging,
        endpoints: [
            .staging: .init(feed: "ws://127.0.0.1:9/v2", player: "http://h", odds: "http://odds")
        ])
    configuration.opensFeed = false
    configuration.followsBets = false
    configuration.backoff = .init(initial: .milliseconds(1), cap: .milliseconds(5))
    configuration.network.pauses = configuration.backoff
    configuration.tokenStore = MemoryTokenStore(
        StoredSession(
            token: "t0", credentials: Credentials(username: "ana", password: "p"), userID: "7"))
    configuration.httpTransport = { transport }
    return configuration
}

/// A client whose server answers as a script says, with a player who is logged in.
///
/// - Parameter script: Answers requests of bets; others are answered with `{}`.
func withScriptedBets(
    _ script: @escaping @Sendable (
        HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse,
    _ configure: (inout ServicesProviderConfiguration) -> Void = { _ in },
    _ body: (any BettingProvider, ScriptedTransport) async throws -> Void
) async throws {
    let transport = ScriptedTransport { request, _ throws(HTTPTransportError) in
        guard request.url.hasPrefix("http://odds") else {
            return .json(200, #"{"id":7,"userName":"ana","currency":"EUR"}"#)
        }
        return try await script(request)
    }
    var configuration = try scriptedConfiguration(transport)
    configure(&configuration)
    let client = ServicesProviderClient(providerType: .everymatrix, configuration: configuration)
    client.connect()
    defer { client.disconnect() }
    try await body(try client.betting(), transport)
}

import Foundation
import NIOConcurrencyHelpers
import OddsBetting
import OddsModel
import PlatformFixture
import SeededRandom
import Testing

@testable import ServicesProvider

/// What a player of the chaos has done, and what was answered.
struct ChaosRecord: Sendable {
    var deposited = Decimal(0)
    var actions = 0
    /// What was refused although nothing was lost: odds that had moved, closed offers.
    var refusals = 0
    var stakes: [String: Decimal] = [:]
    /// What cashouts have paid, by bet.
    var cashouts: [String: Decimal] = [:]
    var secrets: Set<String> = []
}

/// A player who acts at random, whatever happens, and asks again until each bet and cashout is
/// answered.
struct ChaosPlayer {
    let client: ServicesProviderClient
    let store: MemoryTokenStore
    let player: RunningPlatform.Player
    /// The newest tree of the feed.
    let events: NIOLockedValueBox<[EventModel]>
    var random: SplitMix64
    var record = ChaosRecord()

    mutating func act() async throws {
        record.actions += 1
        do throws(ServiceProviderError) {
            try await logInAgain()
            switch Int.random(in: 0..<14, using: &random) {
            case 0: _ = try await client.getUserProfile(withKycExpire: true)
            case 1: _ = try await client.getBankingTransactionsHistory(TransactionsQuery())
            case 2: _ = try await client.getBetHistory(pageIndex: 0)
            case 3 where record.actions.isMultiple(of: 5): try await client.logout()
            case 4, 5: try await deposit()
            case 6: _ = try await client.allowedCashoutBetIds()
            case 7, 8: try await sell()
            case 9, 10, 11, 12: try await place()
            default: _ = try await client.getUserBalance()
            }
        } catch {
            // Whatever it was: the next action shows whether it has passed.
        }
    }

    mutating func logInAgain() async throws(ServiceProviderError) {
        if store.load() == nil {
            _ = try await client.login(username: player.username, password: player.password)
        }
        if let session = store.load() { record.secrets.insert(session.token) }
    }

    /// Asks until there is an answer, which a refusal is as well.
    private mutating func answer<Answer>(
        _ ask: () async throws(ServiceProviderError) -> Answer
    ) async throws(ServiceProviderError) -> Answer? {
        while !Task.isCancelled {
            do throws(ServiceProviderError) {
                try await logInAgain()
                return try await ask()
            } catch {
                switch error {
                case .oddsChanged, .insufficientFunds, .stakeOutOfRange, .notPlacedBet,
                    .resourceUnavailableOrDeleted, .cashout, .notFound:
                    record.refusals += 1
                    return nil
                default: continue
                }
            }
        }
        throw .cancelled
    }

    private mutating func place() async throws(ServiceProviderError) {
        let count = [1, 1, 1, 2, 3].randomElement(using: &random) ?? 1
        let chosen = events.withLockedValue(\.self).shuffled(using: &random).prefix(count)
        var selections: [BetTicketSelection] = []
        for event in chosen {
            guard let market = event.markets.randomElement(using: &random),
                let outcome = market.outcomes.randomElement(using: &random),
                let selection = BetTicketSelection(outcome, of: market, in: event)
            else { continue }
            selections.append(selection)
        }
        guard !selections.isEmpty else { return }
        let stake = Decimal(Int.random(in: 35...200, using: &random)) / 100
        let ticket = BetTicket(
            type: selections.count == 1 ? .single : .multiple, selections: selections,
            stake: stake)
        var options = PlaceBetsOptions()
        options.idempotencyKey = "b-\(record.actions)"
        options.oddsValidationType = Bool.random(using: &random) ? .acceptAny : .acceptNone
        let client = client
        let placed = try await answer { () async throws(ServiceProviderError) in
            try await client.placeBets(
                betTickets: [ticket], useFreebetBalance: false, options: options)
        }
        for bet in placed?.bets ?? [] {
            #expect(record.stakes[bet.betID] == nil, "one bet for two keys")
            record.stakes[bet.betID] = stake
        }
    }

    private mutating func sell() async throws(ServiceProviderError) {
        guard let bet = record.stakes.keys.sorted().randomElement(using: &random) else { return }
        var request = CashoutRequest(
            betID: bet, value: 1, acceptance: .any, idempotencyKey: "c-\(record.actions)")
        if Bool.random(using: &random) { request.kind = .partial(stake: Decimal(1) / 10) }
        let client = client
        let sold = try await answer { () async throws(ServiceProviderError) in
            try await client.executeCashout(request: request)
        }
        if let sold { record.cashouts[bet, default: 0] += sold.payout }
    }

    private mutating func deposit() async throws(ServiceProviderError) {
        var parameters = CashierParameters(
            kind: .deposit, successURL: "s", cancelURL: "c", failURL: "f")
        parameters.idempotencyKey = "k-\(record.actions)"
        let page = try await client.getBankingWebView(parameters: parameters).url
        record.secrets.insert(String(page.suffix(32)))
        try await pay(page)
        record.deposited += 1
    }

    /// Pays 1.00 on the page, until that is answered.
    private func pay(_ page: String) async throws(ServiceProviderError) {
        let transport = AsyncHTTPTransport()
        let request = HTTPTransportRequest(
            method: .post, url: page, headers: [("Content-Type", "application/json")],
            body: Array(#"{"amount":"1.00","outcome":"complete"}"#.utf8), timeLimit: .seconds(120))
        while !Task.isCancelled {
            if let answer = try? await transport.send(request), answer.status == 200 { break }
        }
        await transport.shutDown()
    }
}

extension ChaosPlayer {
    /// All bets of the player, by the client.
    private func bets(
        _ page: (Int) async throws(ServiceProviderError) -> BetsPage
    ) async throws(ServiceProviderError) -> [Bet] {
        var bets: [Bet] = []
        var index = 0
        while true {
            let found = try await page(index)
            bets += found.bets
            guard found.hasNextPage else { return bets }
            index += 1
        }
    }

    /// Holds the service to the record.
    ///
    /// - Returns: The numbers of the open bets; `nil` if the world moved money meanwhile.
    mutating func check() async throws(ServiceProviderError) -> Set<String>? {
        try await logInAgain()
        let client = client
        let before = try await client.getUserBalance()
        let all = try await bets { (page) async throws(ServiceProviderError) in
            try await client.getBetHistory(pageIndex: page)
        }
        let open = try await bets { (page) async throws(ServiceProviderError) in
            try await client.getOpenBetsHistory(pageIndex: page, startDate: nil, endDate: nil)
        }
        let after = try await client.getUserBalance()
        guard before == after else { return nil }
        #expect(Set(all.map(\.id)) == Set(record.stakes.keys))
        #expect(all.count == record.stakes.count)
        var money = 50 + record.deposited
        for bet in all {
            #expect(bet.stake == record.stakes[bet.id])
            #expect(bet.cashedOutAmount == record.cashouts[bet.id, default: 0])
            money += (bet.netReturns ?? 0) - bet.stake
        }
        #expect(after.real == money)
        let opened = Set(all.filter(\.status.isOpen).map(\.id))
        #expect(Set(open.map(\.id)) == opened)
        return opened
    }
}

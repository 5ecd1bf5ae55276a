import Foundation
import NIOConcurrencyHelpers
import OddsResults
import ServicesProvider

/// A player who places tickets, and keeps what became of them.
final class Bettor: Sendable {
    /// What became of a ticket.
    enum Outcome: Equatable, Sendable {
        case placed
        case refused(TicketRefusal)
        /// By the name of the library's error; it may be placed all the same.
        case failed(String)
    }

    /// What the player knows by answers alone.
    struct Record: Equatable, Sendable {
        /// The stakes of the tickets that were placed, in minor units, by the bet's name.
        var stakes: [String: Int] = [:]
        /// How often a bet was the answer of more than one ticket.
        var repeatedCount = 0
        /// Tickets that were placed at odds which they do not accept.
        var wronglyPricedCount = 0

        var stakedCents: Int { stakes.values.reduce(0, +) }
    }

    /// A ticket whose answer was lost.
    private struct Unsettled {
        let ticket: BetTicket
        let options: PlaceBetsOptions
        let cents: Int

        /// Whether a bet has the ticket's selections, at odds that it accepts.
        func accepts(_ bet: PlacedBet) -> Bool {
            bet.selections.map(\.bettingOfferID) == ticket.selections.map(\.bettingOfferID)
                && zip(bet.selections, ticket.selections).allSatisfy { placed, asked in
                    switch options.oddsValidationType {
                    case .acceptAny: true
                    case .acceptHigher: placed.odds >= asked.odds
                    case .acceptNone: placed.odds == asked.odds
                    }
                }
        }
    }

    private struct State {
        var record = Record()
        var unsettled: [Unsettled] = []
    }

    /// How long it may take to find out what became of tickets, and the pause between attempts.
    private static let settlingLimit = Duration.seconds(20)
    private static let settlingPause = Duration.milliseconds(100)

    let player: SimulatedPlayer
    private let counts: ExchangeCounts
    private let state = NIOLockedValueBox(State())

    init(_ player: SimulatedPlayer, counts: ExchangeCounts) {
        self.player = player
        self.counts = counts
    }

    var record: Record { state.withLockedValue { $0.record } }

    /// Places a ticket.
    ///
    /// - Parameter key: What the service knows it by, however often it is sent.
    func place(
        _ selections: [KnownSelection], cents: Int, policy: BettingPolicy, key: String
    ) async -> Outcome {
        let ticket = BetTicket(
            type: selections.count == 1 ? .single : .multiple,
            selections: selections.map(BetTicketSelection.init),
            stake: Decimal(sign: .plus, exponent: -2, significand: Decimal(cents)))
        var options = PlaceBetsOptions()
        options.currency = "EUR"
        options.oddsValidationType = .init(policy)
        options.idempotencyKey = key
        return await place(Unsettled(ticket: ticket, options: options, cents: cents))
    }

    private func place(_ ticket: Unsettled) async -> Outcome {
        counts.noteAsked(.placing)
        do throws(ServiceProviderError) {
            let answer = try await player.client.placeBets(
                betTickets: [ticket.ticket], useFreebetBalance: false, options: ticket.options)
            guard let bet = answer.bets.first else { throw .invalidResponse }
            state.withLockedValue { state in
                if state.record.stakes.updateValue(ticket.cents, forKey: bet.betID) != nil {
                    state.record.repeatedCount += 1
                }
                if !ticket.accepts(bet) { state.record.wronglyPricedCount += 1 }
            }
            return .placed
        } catch {
            if let refusal = TicketRefusal(error) { return .refused(refusal) }
            if error.leavesOutcomeOpen {
                state.withLockedValue { $0.unsettled.append(ticket) }
            }
            await player.returnAfter(error)
            return .failed(error.caseName)
        }
    }

    /// Finds out what became of tickets without an answer: one that is sent again with its key
    /// is answered as it was, or would have been, at first.
    ///
    /// - Returns: How many are still unknown.
    func settle() async -> Int {
        let deadline = ContinuousClock.now + Self.settlingLimit
        while true {
            let open = state.withLockedValue { state in
                defer { state.unsettled = [] }
                return state.unsettled
            }
            for ticket in open { _ = await place(ticket) }
            // The session may be gone, which an attempt finds out and begins to mend.
            let count = state.withLockedValue { $0.unsettled.count }
            guard count > 0, ContinuousClock.now < deadline,
                (try? await Task.sleep(for: Self.settlingPause)) != nil
            else { return count }
        }
    }

    /// All bets that the service has of the player.
    func bets() async throws(ServiceProviderError) -> [Bet] {
        let client = player.client
        let open = try await pages { (number) async throws(ServiceProviderError) in
            try await client.getOpenBetsHistory(pageIndex: number, startDate: nil, endDate: nil)
        }
        let settled = try await pages { (number) async throws(ServiceProviderError) in
            try await client.getResolvedBetsHistory(
                pageIndex: number, startDate: nil, endDate: nil)
        }
        return open + settled
    }

    private func pages(
        _ page: (_ number: Int) async throws(ServiceProviderError) -> BetsPage
    ) async throws(ServiceProviderError) -> [Bet] {
        var bets: [Bet] = []
        var number = 0
        while true {
            let page = try await page(number)
            bets += page.bets
            guard page.hasNextPage else { return bets }
            number += 1
        }
    }
}

extension BetTicketSelection {
    /// The selection of an offer at the price that a client knew.
    fileprivate init(_ known: KnownSelection) {
        self.init(
            bettingOfferID: known.offer.id, outcomeID: known.offer.outcome,
            marketID: known.offer.market, eventID: known.offer.event,
            bettingTypeID: known.offer.bettingType,
            // The shortest decimal of the feed's number.
            odds: Decimal(string: "\(known.price)") ?? 0)
    }
}

extension OddsValidationType {
    fileprivate init(_ policy: BettingPolicy) {
        self =
            switch policy {
            case .none: .acceptNone
            case .higher: .acceptHigher
            case .any: .acceptAny
            }
    }
}

extension TicketRefusal {
    /// The refusal that an error of the library is; `nil` if it is none.
    init?(_ error: ServiceProviderError) {
        switch error {
        case .insufficientFunds: self = .insufficientFunds
        case .resourceUnavailableOrDeleted: self = .gone
        case .oddsChanged: self = .oddsChanged
        case .notPlacedBet(let code): self.init(rawValue: code)
        default: return nil
        }
    }
}

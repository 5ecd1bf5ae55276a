public import Foundation
public import OddsBetting
public import OddsModel

/// A ticket, which becomes a bet when it is placed.
public struct BetTicket: Hashable, Sendable {
    /// How the selections are combined.
    public var type: BetType
    /// The selections.
    public var selections: [BetTicketSelection]
    /// The stake for all combinations together, exactly; at most two places.
    public var stake: Decimal

    /// A ticket.
    public init(type: BetType, selections: [BetTicketSelection], stake: Decimal) {
        self.type = type
        self.selections = selections
        self.stake = stake
    }
}

extension BetTicket {
    /// The number of combinations, each of which plays the same part of the stake; `nil` if the
    /// type does not take the selections.
    public var numberOfCombinations: Int? {
        let bankers = selections.count(where: \.isBanker)
        return type.lines(count: selections.count - bankers, bankers: bankers)
    }

    /// The stake nearest to the ticket's that its combinations can share evenly, in whole
    /// cents: the ticket's own if they can share that; `nil` if the type does not take the
    /// selections, or the stake is no amount of money.
    ///
    /// Of two that are equally near it is the greater one.
    public var nearestDivisibleStake: Decimal? {
        guard let lines = numberOfCombinations.map(Int64.init),
            let cents = Money("\(stake)")?.minorUnits
        else { return nil }
        let (part, rest) = cents.quotientAndRemainder(dividingBy: lines)
        let isUp = rest > 0 && (part == 0 || rest >= lines - rest)
        return Decimal((part + (isUp ? 1 : 0)) * lines) / 100
    }
}

/// A selection of a ticket.
public struct BetTicketSelection: Hashable, Sendable {
    /// The betting offer.
    public var bettingOfferID: String
    /// The outcome that the offer is of.
    public var outcomeID: String
    /// The market that the outcome is of.
    public var marketID: String
    /// The event that the market is of.
    public var eventID: String
    /// The type of the market.
    public var bettingTypeID: String
    /// The odds that the player has seen, exactly.
    public var odds: Decimal
    /// Whether it is in every combination. Only systems and the named types take bankers.
    public var isBanker = false

    /// A selection.
    public init(
        bettingOfferID: String, outcomeID: String, marketID: String, eventID: String,
        bettingTypeID: String, odds: Decimal, isBanker: Bool = false
    ) {
        self.bettingOfferID = bettingOfferID
        self.outcomeID = outcomeID
        self.marketID = marketID
        self.eventID = eventID
        self.bettingTypeID = bettingTypeID
        self.odds = odds
        self.isBanker = isBanker
    }

    /// The selection of an outcome as the feed shows it. Its odds are the shortest decimal
    /// that is read as the feed's number.
    ///
    /// - Returns: `nil` if the outcome has no offer with odds.
    public init?(_ outcome: OutcomeModel, of market: MarketModel, in event: EventModel) {
        guard let offer = outcome.bettingOffers.first, let shown = offer.odds,
            let exact = Odds(shortestDecimalOf: shown), let odds = Decimal(string: exact.text)
        else { return nil }
        self.init(
            bettingOfferID: "\(offer.id)", outcomeID: "\(outcome.id)", marketID: "\(market.id)",
            eventID: "\(event.id)",
            bettingTypeID: offer.bettingTypeId ?? market.bettingTypeId ?? "", odds: odds)
    }
}

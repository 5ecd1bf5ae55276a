public import Foundation

/// What has become of a selection of a bet.
public enum BetSelectionStatus: Hashable, Sendable {
    /// It is open.
    case opened
    /// It has won.
    case won
    /// It has lost.
    case lost
    /// It does not count.
    case void
    /// Half of it has won, the other half is given back.
    case halfWon
    /// Half of it has lost, the other half is given back.
    case halfLost
    /// A status that this version does not know.
    case undefined
}

/// A selection of a bet. What the server does not say is `nil`.
public struct BetSelection: Hashable, Sendable {
    /// The server's number of it.
    public let id: String
    /// The betting offer.
    public let bettingOfferID: String
    /// The outcome.
    public let outcomeID: String
    /// The event.
    public let eventID: String
    /// The type of the market.
    public let bettingTypeID: String?
    /// The odds that the bet holds, exactly.
    public let odds: Decimal
    /// The odds that the ticket named.
    public let requestedOdds: Decimal?
    /// What has become of it.
    public let status: BetSelectionStatus
    /// Whether the event was live when the bet was placed.
    public let isLive: Bool
    /// Whether it is in every combination.
    public let isBanker: Bool
    /// The name of the event.
    public let eventName: String?
    /// When the event begins.
    public let eventDate: Date?
    /// The name of the market.
    public let marketName: String?
    /// The name of the outcome.
    public let outcomeName: String?
    /// The sport.
    public let sportID: String?
    /// The name of the sport.
    public let sportName: String?
    /// The name of the tournament.
    public let tournamentName: String?
    /// The name of the home side.
    public let homeParticipantName: String?
    /// The name of the away side.
    public let awayParticipantName: String?
}

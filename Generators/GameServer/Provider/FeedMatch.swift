import OddsModel

/// A match as an event of the feed has it.
struct FeedMatch: Equatable, Sendable {
    let id: EntityID
    let teamA: String
    let teamB: String
    /// In seconds since 1970; 0 if the feed does not say when it begins.
    let startSeconds: Int64
    var odds: FeedOdds

    init(_ event: EventModel) {
        id = event.id
        (teamA, teamB) = Self.teams(of: event)
        let seconds = (event.startTime ?? 0) / 1_000
        startSeconds = min(max(seconds, 0), WireTime.secondsMax)
        odds = FeedOdds(event)
    }

    /// The participants; of an event that lacks one what its name says.
    private static func teams(of event: EventModel) -> (String, String) {
        if let home = event.homeParticipantName, let away = event.awayParticipantName {
            return (home, away)
        }
        let name = event.name ?? event.shortName ?? "\(event.id)"
        for separator in [" - ", " – ", " vs. ", " vs ", " v "] {
            if let range = name.firstRange(of: separator) {
                return (String(name[..<range.lowerBound]), String(name[range.upperBound...]))
            }
        }
        return (name, noTeam)
    }

    /// Stands for the second team of an event that has one name only.
    private static let noTeam = "–"
}

/// What an event's first market says: the odds of its first and of its last outcome.
struct FeedOdds: Equatable, Sendable {
    /// Those of the first offer for the first outcome; `nil` if there are none.
    let teamA: Price?
    /// Those of the first offer for the last outcome.
    let teamB: Price?
    /// Whether both can be bet on: event, market and offers are open.
    let areOpen: Bool

    init(_ event: EventModel) {
        let market = event.markets.first
        let offerA = market?.outcomes.first?.bettingOffers.first
        let offerB = market?.outcomes.last?.bettingOffers.first
        teamA = offerA?.price
        teamB = offerB?.price
        areOpen =
            event.isOpen && market?.isOpen == true && offerA?.isOpen == true
            && offerB?.isOpen == true
    }
}

extension EventModel {
    /// Whether it is to come or played, and not over, interrupted or cancelled.
    fileprivate var isOpen: Bool { [nil, "1", "2"].contains(statusId) }
}

extension MarketModel {
    fileprivate var isOpen: Bool { isAvailable != false && isClosed != true }
}

extension BettingOfferModel {
    fileprivate var isOpen: Bool { isAvailable == true && [nil, "1"].contains(statusId) }

    /// The odds as they are shown; `nil` if they are none.
    fileprivate var price: Price? {
        guard let odds, odds > 1, odds <= Self.oddsMax else { return nil }
        return Price(hundredths: Int((odds * 100).rounded()))
    }

    /// The highest odds that a page takes.
    private static var oddsMax: Double { 200_000 }
}

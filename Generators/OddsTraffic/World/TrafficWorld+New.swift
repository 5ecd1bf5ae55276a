// New entities, for the start and for replacements.
extension TrafficWorld {
    private static let hour: Int64 = 3_600_000

    /// Creates an event that is upcoming, in its first part, or ended.
    mutating func newEvent(at index: Int, _ phase: EventPhase = .live) -> EventState {
        let league = index % Vocabulary.leagues.count
        let family = Vocabulary.sports[Vocabulary.leagues[league].sport].family
        let participantCount = Participant.count(family)
        let home = random.below(participantCount)
        let away = (home + 1 + random.below(participantCount - 1)) % participantCount
        return EventState(
            id: ids.take(6, using: &random), progressInfoID: ids.take(2, using: &random),
            startTime: now / Self.hour * Self.hour,
            home: UInt16(home), away: UInt16(away), league: UInt8(league),
            phase: phase, part: phase == .live ? 1 : 0, isHomeServing: random.coin(),
            minutes: UInt8(random.below(40)), seconds: UInt8(random.below(60)), homeScore: 0,
            awayScore: 0, homePartScore: 0, awayPartScore: 0, mainSlot: 0,
            marketCount: Int32(30 + random.below(40)), offerCount: Int32(70 + random.below(90)))
    }

    mutating func newMarket(at index: Int) -> MarketState {
        MarketState(
            id: ids.take(1 + 3 * offersPerMarket, using: &random), notAvailableSince: 0,
            line: newLine(of: kind(ofMarket: index)), areOffersOpen: true)
    }

    private mutating func newLine(of kind: MarketKind) -> Int32 {
        switch kind {
        case .winner, .result, .doubleChance: 0
        case .handicap: Int32(4 * random.below(15) + 2) * (random.coin() ? 1 : -1)
        case .total: Int32(4 * random.below(60) + 4 * 40 + 2)
        case .asianHandicap: Int32(random.below(17)) - 8
        }
    }

    mutating func newOffer() -> OfferState {
        OfferState(lastChangedTime: now - Int64(random.below(60_000)),
            rung: UInt16(ladder.rungCount / 5 + random.below(ladder.rungCount * 3 / 5)))
    }

    mutating func newSport() -> SportState {
        let live = Int64(1 + random.below(30))
        let upcoming = Int64(random.below(300))
        let liveMarkets = live * Int64(20 + random.below(20))
        let markets = liveMarkets + upcoming * Int64(10 + random.below(10))
        return SportState(
            events: live + upcoming, liveEvents: live, upcomingMatches: upcoming,
            matchesWithLiveOdds: upcoming / 2, markets: markets, liveMarkets: liveMarkets,
            bettingOffers: markets * 5 / 2, liveBettingOffers: liveMarkets * 5 / 2)
    }
}

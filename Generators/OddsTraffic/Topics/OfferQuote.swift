/// By whose ids offers are asked for.
package enum QuoteKey: Sendable {
    case offer
    case outcome
}

/// A betting offer as a bet meets it.
package struct OfferQuote: Equatable, Sendable {
    /// The offer, and what it belongs to.
    package let offerID: UInt64
    package let outcomeID: UInt64
    package let marketID: UInt64
    package let eventID: UInt64
    /// The type of its market.
    package let bettingTypeID: UInt64
    /// The odds that the feed has sent last, in ten-millionths.
    package let oddsTenMillionths: UInt64
    /// Whether bets are taken: offer and market are available, and the event has not ended.
    package let isOpen: Bool
    /// Whether its event has begun.
    package let isLive: Bool
    /// The names and times that a bet shows of it: a JSON object.
    package let description: String

    /// An offer.
    package init(
        offerID: UInt64, outcomeID: UInt64, marketID: UInt64, eventID: UInt64,
        bettingTypeID: UInt64, oddsTenMillionths: UInt64, isOpen: Bool, isLive: Bool,
        description: String
    ) {
        self.offerID = offerID
        self.outcomeID = outcomeID
        self.marketID = marketID
        self.eventID = eventID
        self.bettingTypeID = bettingTypeID
        self.oddsTenMillionths = oddsTenMillionths
        self.isOpen = isOpen
        self.isLive = isLive
        self.description = description
    }
}

extension TrafficWorld {
    /// The offers of these ids, each once, in their order; those that do not exist are left out.
    ///
    /// - Complexity: O(ids · log markets); at first, O(markets · log markets).
    mutating func quotes(
        _ ids: [UInt64], of key: QuoteKey, scratch writer: inout FrameWriter
    ) -> [OfferQuote] {
        marketIndex.fill(markets)
        var seen: Set<UInt64> = []
        var quotes: [OfferQuote] = []
        for id in ids where seen.insert(id).inserted {
            guard let market = marketIndex.market(ofID: id, in: markets),
                let outcome = outcome(id, key, of: market)
            else { continue }
            quotes.append(quote(outcome, of: market, scratch: &writer))
        }
        return quotes
    }

    /// The index of an outcome of a market, by its id or that of its offer.
    private func outcome(_ id: UInt64, _ key: QuoteKey, of market: Int) -> Int? {
        let first = key == .offer ? offerID(market, 0) : outcomeID(market, 0)
        guard id >= first else { return nil }
        let (outcome, rest) = (id - first).quotientAndRemainder(dividingBy: 3 * IDSequence.step)
        return rest == 0 && outcome < offersPerMarket ? Int(outcome) : nil
    }

    private func quote(
        _ outcome: Int, of market: Int, scratch writer: inout FrameWriter
    ) -> OfferQuote {
        let event = event(ofMarket: market)
        let state = markets[market]
        let type = kind(ofMarket: market).bettingType(family(ofEvent: event))
        writeDescription(of: outcome, in: market, to: &writer)
        return OfferQuote(
            offerID: offerID(market, outcome), outcomeID: outcomeID(market, outcome),
            marketID: state.id, eventID: events[event].id, bettingTypeID: type.id,
            oddsTenMillionths: ladder.tenMillionths(
                of: Int(offers[market * offersPerMarket + outcome].rung)),
            isOpen: state.areOffersOpen && state.isAvailable && events[event].phase != .ended,
            isLive: events[event].phase != .prematch,
            description: String(decoding: writer.bytes, as: UTF8.self))
    }

    private func writeDescription(
        of outcome: Int, in market: Int, to writer: inout FrameWriter
    ) {
        let event = event(ofMarket: market)
        let sport = sport(ofEvent: event)
        let (home, away) = (home(ofEvent: event), away(ofEvent: event))
        writer.beginObject()
        writer.matchName("eventName", home, away)
        writeName("marketName", of: market, withLine: true, to: &writer)
        writeName("betName", of: outcome, in: market, to: &writer)
        writer.property("sportId", id: sport.id)
        writer.property("sportName", sport.name)
        writer.property("sportCode", sport.code)
        writer.property("tournamentName", league(ofEvent: event).name)
        writer.property("homeParticipantName", home)
        writer.property("awayParticipantName", away)
        writer.property("startTime", events[event].startTime)
        writer.endObject()
    }
}

import SimdjsonPeer

/// The tree as nested Swift values.
struct EventTree {
    struct Market {
        var market: CodableMarket
        var outcomes: [Outcome]
    }

    struct Outcome {
        var outcome: CodableOutcome
        var offers: [CodableOffer]
    }

    var match: CodableMatch
    var infos: [CodableInfo]
    var markets: [Market]

    /// Reads every offer, in order.
    var fold: UInt64 {
        var fold: UInt64 = 0
        for market in markets {
            for outcome in market.outcomes {
                for offer in outcome.offers {
                    fold = peerTreeFold(
                        fold, offer.id.flatMap { UInt64($0) } ?? 0, offer.odds ?? .nan,
                        offer.isAvailable == true ? 1 : 0)
                }
            }
        }
        return fold
    }
}

import OddsModel
import OddsReconstruction
import SimdjsonPeer

/// A `Channel`: parse, check, apply, and read the change set.
struct OursApply<Strategy: ReconstructionStrategy & ~Copyable>: StorePeer, ~Copyable {
    static var name: String {
        Strategy.name == IncrementalGraph.name ? "ours" : "ours (\(Strategy.name))"
    }
    static var omissions: String { "" }
    static var role: Role { Strategy.name == IncrementalGraph.name ? .ours : .variant }

    var channel = Channel<Strategy>()
    /// Keeps the reading of the change sets from being optimized away.
    private(set) var changedProperties: UInt32 = 0

    init() {}

    mutating func apply(_ index: Int, of frames: FrameSet) -> Bool {
        var changed = changedProperties
        let disposition = channel.receive(frames[index]) { strategy in
            strategy.changes.forEach { changed ^= $0.properties.rawValue }
        }
        changedProperties = changed
        guard case .applied = disposition else { return false }
        return true
    }

    mutating func fold(into digest: inout PeerStateDigest) {
        var seen: Set<EntityID> = []
        for event in channel.strategy.events(limit: .max) {
            digest.matches += 1
            digest.infos += UInt64(event.eventInfos.count)
            for market in event.markets {
                digest.markets += 1
                for outcome in market.outcomes where seen.insert(outcome.id).inserted {
                    digest.outcomes += 1
                    for offer in outcome.bettingOffers {
                        digest.offers += 1
                        digest.sum &+= peerOfferHash(
                            PeerOffer(
                                id: offer.key.rawValue, odds: offer.odds,
                                lastChangedTime: offer.lastChangedTime,
                                isAvailable: offer.isAvailable, statusId: offer.statusId))
                    }
                }
            }
        }
    }
}

import OddsReconstruction
import SimdjsonPeer

/// Immutable tree values.
extension OursApply: TreePeer where Strategy: ~Copyable {
    static var treeFramesMax: Int { Strategy.name == FullRebuild.name ? 100 : .max }

    mutating func readEvents(at positions: some Collection<Int>) -> UInt64 {
        let events = channel.strategy.events(limit: (positions.max() ?? -1) + 1)
        var sum: UInt64 = 0
        for position in positions {
            var fold: UInt64 = 0
            events[position].forEachBettingOffer { key, odds, isAvailable in
                fold = peerTreeFold(fold, key.rawValue, odds, isAvailable ? 1 : 0)
            }
            sum &+= fold
        }
        return sum
    }
}

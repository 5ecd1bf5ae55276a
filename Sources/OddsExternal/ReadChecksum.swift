import CZlib
import Foundation
import OddsModel

/// The checksum over what a consumer reads, by the formula of the protocol. Keeps those of
/// events that did not change since the last read.
package struct ReadChecksum {
    /// The events of the last read. That they are kept makes every change of one a new
    /// value, so that the same storage means the same event.
    private var known: [(event: EventModel, checksum: UInt32)] = []
    private var text: [UInt8] = []

    package init() {}

    /// The checksum over some events.
    ///
    /// - Complexity: O(events), and O(offers) of those that changed or moved.
    package mutating func checksum(of events: [EventModel]) -> UInt32 {
        known.removeLast(max(known.count - events.count, 0))
        var sums = [UInt8](repeating: 0, count: 4 * events.count)
        for (index, event) in events.enumerated() {
            if index == known.count {
                known.append((event, checksum(of: event)))
            } else if known[index].event.storage !== event.storage {
                known[index] = (event, checksum(of: event))
            }
            sums.withUnsafeMutableBytes {
                $0.baseAddress!.storeLittleEndian(known[index].checksum, at: index)
            }
        }
        return Self.crc32(sums)
    }

    private mutating func checksum(of event: EventModel) -> UInt32 {
        text.removeAll(keepingCapacity: true)
        appendID(of: event)
        for market in event.markets {
            appendID(of: market)
            for outcome in market.outcomes {
                appendID(of: outcome)
                for offer in outcome.bettingOffers { append(offer) }
            }
        }
        return Self.crc32(text)
    }

    private mutating func append(_ offer: BettingOfferModel) {
        appendID(of: offer)
        Self.append(odds: offer.odds, isAvailable: offer.isAvailable, to: &text)
    }

    private mutating func appendID(of node: some ModelNode) {
        node.withIDBytes { text.append(contentsOf: $0) }
        text.append(0)
    }

    /// What stands behind an offer's id.
    package static func append(odds: Double?, isAvailable: Bool?, to text: inout [UInt8]) {
        let bits = odds.map(\.bitPattern) ?? .max
        withUnsafeBytes(of: bits.littleEndian) { text.append(contentsOf: $0) }
        text.append(isAvailable.map { $0 ? 1 : 0 } ?? 2)
    }

    /// CRC-32 as in zlib.
    package static func crc32(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(CZlib.crc32(0, $0.baseAddress, uInt($0.count))) }
    }
}

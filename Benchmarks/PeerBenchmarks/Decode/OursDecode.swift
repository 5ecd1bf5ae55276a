import OddsModel
import OddsWire
import SimdjsonPeer

/// `FrameParser` into a reused `FrameBatch`.
struct OursDecode: DecodePeer, ~Copyable {
    static let name = "ours"
    static let omissions = ""
    static let role = Role.ours

    private var parser = FrameParser()
    private var batch = FrameBatch()

    init() {}

    mutating func decode(_ frame: UnsafeRawBufferPointer) -> Bool {
        do {
            try parser.parse(frame, into: &batch)
            return true
        } catch {
            return false
        }
    }

    func fold(into digest: inout PeerRecordDigest) {
        for index in 0..<batch.count where batch[index].type != .reference {
            let record = batch[index]
            switch record.operation {
            case .put: digest.puts += 1
            case .patch: digest.patches += 1
            case .remove: digest.removals += 1
            }
            digest.sum &+=
                record.type == .bettingOffer
                ? peerOfferHash(offer(of: record)) : peerHash(record.key.rawValue, 0)
        }
    }

    private func offer(of record: BatchRecord) -> PeerOffer {
        var offer = PeerOffer(absent: record.key.rawValue)
        batch.forEachProperty(of: record) { property, value in
            switch (property.index, value) {
            case (Schema.Offer.odds, .number(let odds)): offer.odds = odds
            case (Schema.Offer.lastChangedTime, .integer(let time)): offer.lastChangedTime = time
            case (Schema.Offer.isAvailable, .boolean(let isAvailable)):
                offer.isAvailable = isAvailable ? 1 : 0
            case (Schema.Offer.statusId, .text(let status)):
                offer.status = peerTextHash(status.baseAddress, status.count)
            default: break
            }
        }
        return offer
    }
}

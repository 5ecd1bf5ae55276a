import SimdjsonPeer

extension PeerOffer {
    /// An offer of which nothing is known but the id.
    init(absent id: UInt64) {
        self.init(id: id, odds: .nan, lastChangedTime: -1, isAvailable: -1, status: 0)
    }

    /// The compared values of an offer that is kept as Swift values.
    init(
        id: UInt64, odds: Double?, lastChangedTime: Int64?, isAvailable: Bool?, statusId: String?
    ) {
        self.init(absent: id)
        self.odds = odds ?? .nan
        self.lastChangedTime = lastChangedTime ?? -1
        self.isAvailable = isAvailable.map { $0 ? 1 : 0 } ?? -1
        if var statusId {
            status = statusId.withUTF8 { peerTextHash($0.baseAddress, $0.count) }
        }
    }
}

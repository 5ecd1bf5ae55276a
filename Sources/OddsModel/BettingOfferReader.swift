/// What a reader of prices wants of a betting offer.
@frozen
public struct BettingOfferValues: BitwiseCopyable, Sendable {
    /// If it is not a word, it says where the id's text stands in the event: see
    /// `EventModel.withIDBytes(of:_:)`.
    public let key: EntityKey
    /// NaN if absent.
    public let odds: Double
    /// False if absent.
    public let isAvailable: Bool

    @inlinable @inline(__always)
    init(_ node: UnsafePointer<UInt64>) {
        let header = UnsafeRawPointer(node).load(as: NodeHeader.self)
        let oddsWord =
            NodeLayout.slots(of: .bettingOffer) + Schema.Offer.odds
            - Schema.textSlotCount(of: .bettingOffer)
        // Read even if it is absent, which spares the reader a branch.
        let number = node[oddsWord]
        let hasOdds = header.present & PropertySet(index: Schema.Offer.odds).rawValue != 0
        key = EntityKey(rawValue: header.id)
        odds = Double(bitPattern: hasOdds ? number : Double.nan.bitPattern)
        isAvailable = header.booleans & PropertySet(index: Schema.Offer.isAvailable).rawValue != 0
    }
}

/// The betting offers below an event, in tree order, in the event's memory: valid
/// during the call of `EventModel.withBettingOffers(_:)`.
@frozen
public struct BettingOfferReader: BitwiseCopyable {
    /// The first offer's words: its bits, present below and booleans above, its id, the
    /// words of its properties.
    @usableFromInline package let first: UnsafePointer<UInt64>
    /// The number of offers.
    public let count: Int

    @inlinable
    init(_ storage: EventStorage) {
        first = UnsafePointer(storage.offers)
        count = storage.header.layout.offerCount
    }

    /// The offer at a position from 0 up to, not including, `count`; in a release
    /// build nothing checks it.
    ///
    /// - Complexity: O(1).
    @inlinable @inline(__always)
    public subscript(position: Int) -> BettingOfferValues {
        assert(position >= 0 && position < count, "offer out of range")
        return BettingOfferValues(first + position &* NodeLayout.stride(of: .bettingOffer))
    }
}

extension EventModel {
    /// Gives `body` the betting offers below the event. No allocation, no
    /// reference counting.
    @inlinable
    public func withBettingOffers<Result>(
        _ body: (BettingOfferReader) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(storage) { try body(BettingOfferReader(storage)) }
    }

    /// Calls `body` for each betting offer below the event, in tree order, with
    /// its odds (NaN if absent) and whether it is available (absent counts as
    /// not). One pass over memory: no allocation, no reference counting.
    ///
    /// A key that is not a word says where the id's text stands in this event:
    /// see `withIDBytes(of:)`.
    ///
    /// - Complexity: O(offers).
    @inlinable
    public func forEachBettingOffer(
        _ body: (_ key: EntityKey, _ odds: Double, _ isAvailable: Bool) -> Void
    ) {
        withBettingOffers { offers in
            for position in 0..<offers.count {
                let offer = offers[position]
                body(offer.key, offer.odds, offer.isAvailable)
            }
        }
    }
}

/// A price for an outcome.
@frozen
public struct BettingOfferModel: ModelNode {
    /// Where the node is.
    public let reference: NodeReference

    /// The view of the node at `reference`, which is of this type.
    @inlinable
    public init(_ reference: NodeReference) { self.reference = reference }

    /// The type of the entities that these nodes show.
    @inlinable public static var entityType: EntityType { .bettingOffer }

    /// - Complexity: O(bytes of the node and of all below it).
    public static func == (left: BettingOfferModel, right: BettingOfferModel) -> Bool {
        haveEqualContent(
            NodeRange(left.reference, .bettingOffer, count: 1),
            NodeRange(right.reference, .bettingOffer, count: 1))
    }
}

// Properties under the feed's own names; `nil` where absent. Text that is an
// id of the tree comes as `EntityID`.

extension BettingOfferModel {
    /// The outcome that the offer prices.
    public var outcomeId: EntityID? { id(at: Schema.Offer.outcomeId) }
    /// The provider of the offer, as an id of the feed.
    public var providerId: String? { text(at: Schema.Offer.providerId) }
    /// The kind of bet, as an id of the feed.
    public var bettingTypeId: String? { text(at: Schema.Offer.bettingTypeId) }
    /// The offer's status, as an id of the feed.
    public var statusId: String? { text(at: Schema.Offer.statusId) }
    /// Milliseconds since 1970.
    public var lastChangedTime: Int64? { integer(at: Schema.Offer.lastChangedTime) }
    /// Decimal odds.
    public var odds: Double? { number(at: Schema.Offer.odds) }
    /// Whether the offer is for bets during the event.
    public var isLive: Bool? { boolean(at: Schema.Offer.isLive) }
    /// Whether bets are accepted now.
    public var isAvailable: Bool? { boolean(at: Schema.Offer.isAvailable) }
}

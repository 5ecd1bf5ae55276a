/// A price for an outcome.
@frozen
public struct BettingOfferModel: ModelNode {
    public let reference: NodeReference

    @inlinable
    public init(_ reference: NodeReference) { self.reference = reference }

    @inlinable public static var entityType: EntityType { .bettingOffer }

    /// Complexity: O(bytes of the node and of all below it).
    public static func == (left: BettingOfferModel, right: BettingOfferModel) -> Bool {
        haveEqualContent(
            NodeRange(left.reference, .bettingOffer, count: 1),
            NodeRange(right.reference, .bettingOffer, count: 1))
    }
}

// Properties under the feed's own names; `nil` where absent. Text that is an
// id of the tree comes as `EntityID`.

extension BettingOfferModel {
    public var outcomeId: EntityID? { id(at: Schema.Offer.outcomeId) }
    public var providerId: String? { text(at: Schema.Offer.providerId) }
    public var bettingTypeId: String? { text(at: Schema.Offer.bettingTypeId) }
    public var statusId: String? { text(at: Schema.Offer.statusId) }
    /// Milliseconds since 1970.
    public var lastChangedTime: Int64? { integer(at: Schema.Offer.lastChangedTime) }
    /// Decimal odds.
    public var odds: Double? { number(at: Schema.Offer.odds) }
    public var isLive: Bool? { boolean(at: Schema.Offer.isLive) }
    public var isAvailable: Bool? { boolean(at: Schema.Offer.isAvailable) }
}

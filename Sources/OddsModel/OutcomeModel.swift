/// An outcome under one market, and the offers on it.
@frozen
public struct OutcomeModel: ModelNode {
    public let reference: NodeReference

    @inlinable
    public init(_ reference: NodeReference) { self.reference = reference }

    @inlinable public static var entityType: EntityType { .outcome }

    /// In server order.
    @inlinable
    public var bettingOffers: ModelNodes<BettingOfferModel> {
        let header = header
        return ModelNodes(
            reference.storage, from: Int(header.firstChild), count: Int(header.childCount))
    }

    /// Complexity: O(bytes of the node and of all below it).
    public static func == (left: OutcomeModel, right: OutcomeModel) -> Bool {
        haveEqualContent(
            NodeRange(left.reference, .outcome, count: 1),
            NodeRange(right.reference, .outcome, count: 1))
    }
}

// Properties under the feed's own names; `nil` where absent. Text that is an
// id of the tree comes as `EntityID`.

extension OutcomeModel {
    public var marketId: EntityID? { id(at: Schema.Outcome.marketId) }
    public var eventId: EntityID? { id(at: Schema.Outcome.eventId) }
    public var typeId: String? { text(at: Schema.Outcome.typeId) }
    public var typeName: String? { text(at: Schema.Outcome.typeName) }
    public var statusId: String? { text(at: Schema.Outcome.statusId) }
    public var code: String? { text(at: Schema.Outcome.code) }
    public var translatedName: String? { text(at: Schema.Outcome.translatedName) }
    public var shortTranslatedName: String? { text(at: Schema.Outcome.shortTranslatedName) }
    public var headerName: String? { text(at: Schema.Outcome.headerName) }
    public var headerNameKey: String? { text(at: Schema.Outcome.headerNameKey) }
    public var paramParticipantId1: String? { text(at: Schema.Outcome.paramParticipantId1) }
    public var paramParticipantName1: String? { text(at: Schema.Outcome.paramParticipantName1) }
    public var paramFloat1: Double? { number(at: Schema.Outcome.paramFloat1) }
}

/// An outcome under one market, and the offers on it.
@frozen
public struct OutcomeModel: ModelNode {
    /// Where the node is.
    public let reference: NodeReference

    /// The view of the node at `reference`, which is of this type.
    @inlinable
    public init(_ reference: NodeReference) { self.reference = reference }

    /// The type of the entities that these nodes show.
    @inlinable public static var entityType: EntityType { .outcome }

    /// In server order.
    @inlinable
    public var bettingOffers: ModelNodes<BettingOfferModel> { reference.children(Self.entityType) }

    /// - Complexity: O(bytes of the node and of all below it).
    public static func == (left: OutcomeModel, right: OutcomeModel) -> Bool {
        haveEqualContent(
            NodeRange(left.reference, .outcome, count: 1),
            NodeRange(right.reference, .outcome, count: 1))
    }
}

// Properties under the feed's own names; `nil` where absent. Text that is an
// id of the tree comes as `EntityID`.

extension OutcomeModel {
    /// The market that the outcome names itself; relations may name others.
    public var marketId: EntityID? { id(at: Schema.Outcome.marketId) }
    /// The event that is bet on.
    public var eventId: EntityID? { id(at: Schema.Outcome.eventId) }
    /// What the outcome is, as an id of the feed.
    public var typeId: String? { text(at: Schema.Outcome.typeId) }
    /// What the outcome is, by name.
    public var typeName: String? { text(at: Schema.Outcome.typeName) }
    /// The outcome's status, as an id of the feed.
    public var statusId: String? { text(at: Schema.Outcome.statusId) }
    /// The feed's code of the outcome.
    public var code: String? { text(at: Schema.Outcome.code) }
    /// The name to show to users.
    public var translatedName: String? { text(at: Schema.Outcome.translatedName) }
    /// A short form of `translatedName`.
    public var shortTranslatedName: String? { text(at: Schema.Outcome.shortTranslatedName) }
    /// The name of the column to show the outcome in.
    public var headerName: String? { text(at: Schema.Outcome.headerName) }
    /// The feed's key of `headerName`.
    public var headerNameKey: String? { text(at: Schema.Outcome.headerNameKey) }
    /// The participant that the outcome is about.
    public var paramParticipantId1: String? { text(at: Schema.Outcome.paramParticipantId1) }
    /// That participant's name.
    public var paramParticipantName1: String? { text(at: Schema.Outcome.paramParticipantName1) }
    /// The parameter of the outcome, such as a line.
    public var paramFloat1: Double? { number(at: Schema.Outcome.paramFloat1) }
}

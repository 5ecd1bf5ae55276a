/// A market of an event, and the outcomes that one can bet on.
@frozen
public struct MarketModel: ModelNode {
    /// Where the node is.
    public let reference: NodeReference

    /// The view of the node at `reference`, which is of this type.
    @inlinable
    public init(_ reference: NodeReference) { self.reference = reference }

    /// The type of the entities that these nodes show.
    @inlinable public static var entityType: EntityType { .market }

    /// In server order; an outcome stands here once, even if several links name
    /// it.
    @inlinable
    public var outcomes: ModelNodes<OutcomeModel> { reference.children(Self.entityType) }

    /// - Complexity: O(bytes of the node and of all below it).
    public static func == (left: MarketModel, right: MarketModel) -> Bool {
        haveEqualContent(
            NodeRange(left.reference, .market, count: 1),
            NodeRange(right.reference, .market, count: 1))
    }
}

// Properties under the feed's own names; `nil` where absent. Text that is an
// id of the tree comes as `EntityID`.

extension MarketModel {
    /// The event that the market belongs to.
    public var eventId: EntityID? { id(at: Schema.Market.eventId) }
    /// The market's name.
    public var name: String? { text(at: Schema.Market.name) }
    /// A short form of the name.
    public var shortName: String? { text(at: Schema.Market.shortName) }
    /// The name to show to users.
    public var displayName: String? { text(at: Schema.Market.displayName) }
    /// The kind of bet, as an id of the feed.
    public var bettingTypeId: String? { text(at: Schema.Market.bettingTypeId) }
    /// The kind of bet, by name.
    public var bettingTypeName: String? { text(at: Schema.Market.bettingTypeName) }
    /// The part of the event that is bet on, as an id of the feed.
    public var eventPartId: String? { text(at: Schema.Market.eventPartId) }
    /// The part of the event that is bet on, by name.
    public var eventPartName: String? { text(at: Schema.Market.eventPartName) }
    /// The number of outcomes as the feed counts them.
    public var numberOfOutcomes: Int64? { integer(at: Schema.Market.numberOfOutcomes) }
    /// Milliseconds since 1970.
    public var notAvailableSince: Int64? { integer(at: Schema.Market.notAvailableSince) }
    /// The first parameter of the bet, such as a line.
    public var paramFloat1: Double? { number(at: Schema.Market.paramFloat1) }
    /// The second parameter of the bet.
    public var paramFloat2: Double? { number(at: Schema.Market.paramFloat2) }
    /// The third parameter of the bet.
    public var paramFloat3: Double? { number(at: Schema.Market.paramFloat3) }
    /// Whether this is the main one of several lines.
    public var mainLine: Bool? { boolean(at: Schema.Market.mainLine) }
    /// Whether bets are accepted now.
    public var isAvailable: Bool? { boolean(at: Schema.Market.isAvailable) }
    /// Whether the market is closed for good.
    public var isClosed: Bool? { boolean(at: Schema.Market.isClosed) }
}

/// A market of an event, and the outcomes that one can bet on.
@frozen
public struct MarketModel: ModelNode {
    public let reference: NodeReference

    @inlinable
    public init(_ reference: NodeReference) { self.reference = reference }

    @inlinable public static var entityType: EntityType { .market }

    /// In server order; an outcome stands here once, however often it is linked.
    @inlinable
    public var outcomes: ModelNodes<OutcomeModel> {
        let header = header
        return ModelNodes(
            reference.storage, from: Int(header.firstChild), count: Int(header.childCount))
    }

    /// Complexity: O(bytes of the node and of all below it).
    public static func == (left: MarketModel, right: MarketModel) -> Bool {
        haveEqualContent(
            NodeRange(left.reference, .market, count: 1),
            NodeRange(right.reference, .market, count: 1))
    }
}

// Properties under the feed's own names; `nil` where absent. Text that is an
// id of the tree comes as `EntityID`.

extension MarketModel {
    public var eventId: EntityID? { id(at: Schema.Market.eventId) }
    public var name: String? { text(at: Schema.Market.name) }
    public var shortName: String? { text(at: Schema.Market.shortName) }
    public var displayName: String? { text(at: Schema.Market.displayName) }
    public var bettingTypeId: String? { text(at: Schema.Market.bettingTypeId) }
    public var bettingTypeName: String? { text(at: Schema.Market.bettingTypeName) }
    public var eventPartId: String? { text(at: Schema.Market.eventPartId) }
    public var eventPartName: String? { text(at: Schema.Market.eventPartName) }
    public var numberOfOutcomes: Int64? { integer(at: Schema.Market.numberOfOutcomes) }
    /// Milliseconds since 1970.
    public var notAvailableSince: Int64? { integer(at: Schema.Market.notAvailableSince) }
    public var paramFloat1: Double? { number(at: Schema.Market.paramFloat1) }
    public var paramFloat2: Double? { number(at: Schema.Market.paramFloat2) }
    public var paramFloat3: Double? { number(at: Schema.Market.paramFloat3) }
    public var mainLine: Bool? { boolean(at: Schema.Market.mainLine) }
    public var isAvailable: Bool? { boolean(at: Schema.Market.isAvailable) }
    public var isClosed: Bool? { boolean(at: Schema.Market.isClosed) }
}

/// A fact about an event: a score, the server, the clock.
@frozen
public struct EventInfoModel: ModelNode {
    public let reference: NodeReference

    @inlinable
    public init(_ reference: NodeReference) { self.reference = reference }

    @inlinable public static var entityType: EntityType { .eventInfo }

    /// Complexity: O(bytes of the node and of all below it).
    public static func == (left: EventInfoModel, right: EventInfoModel) -> Bool {
        haveEqualContent(
            NodeRange(left.reference, .eventInfo, count: 1),
            NodeRange(right.reference, .eventInfo, count: 1))
    }
}

// Properties under the feed's own names; `nil` where absent. Text that is an
// id of the tree comes as `EntityID`.

extension EventInfoModel {
    public var eventId: EntityID? { id(at: Schema.Info.eventId) }
    public var typeId: String? { text(at: Schema.Info.typeId) }
    public var typeName: String? { text(at: Schema.Info.typeName) }
    public var statusId: String? { text(at: Schema.Info.statusId) }
    public var eventPartId: String? { text(at: Schema.Info.eventPartId) }
    public var eventPartName: String? { text(at: Schema.Info.eventPartName) }
    public var paramParticipantId1: String? { text(at: Schema.Info.paramParticipantId1) }
    public var eventPartRelativePosition: Int64? {
        integer(at: Schema.Info.eventPartRelativePosition)
    }
    public var paramFloat1: Double? { number(at: Schema.Info.paramFloat1) }
    public var paramFloat2: Double? { number(at: Schema.Info.paramFloat2) }
}

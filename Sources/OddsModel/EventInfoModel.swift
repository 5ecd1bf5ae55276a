/// A fact about an event: a score, the server, the clock.
@frozen
public struct EventInfoModel: ModelNode {
    /// Where the node is.
    public let reference: NodeReference

    /// The view of the node at `reference`, which is of this type.
    @inlinable
    public init(_ reference: NodeReference) { self.reference = reference }

    /// The type of the entities that these nodes show.
    @inlinable public static var entityType: EntityType { .eventInfo }

    /// - Complexity: O(bytes of the node and of all below it).
    public static func == (left: EventInfoModel, right: EventInfoModel) -> Bool {
        haveEqualContent(
            NodeRange(left.reference, .eventInfo, count: 1),
            NodeRange(right.reference, .eventInfo, count: 1))
    }
}

// Properties under the feed's own names; `nil` where absent. Text that is an
// id of the tree comes as `EntityID`.

extension EventInfoModel {
    /// The event that the information is about.
    public var eventId: EntityID? { id(at: Schema.Info.eventId) }
    /// What the information is, as an id of the feed: a score, a server, a
    /// clock.
    public var typeId: String? { text(at: Schema.Info.typeId) }
    /// What the information is, by name.
    public var typeName: String? { text(at: Schema.Info.typeName) }
    /// The status of the information, as an id of the feed.
    public var statusId: String? { text(at: Schema.Info.statusId) }
    /// The part of the event that it is about, as an id of the feed.
    public var eventPartId: String? { text(at: Schema.Info.eventPartId) }
    /// The part of the event that it is about, by name.
    public var eventPartName: String? { text(at: Schema.Info.eventPartName) }
    /// The participant that it is about.
    public var paramParticipantId1: String? { text(at: Schema.Info.paramParticipantId1) }
    /// The position of the part of the event among those of its kind.
    public var eventPartRelativePosition: Int64? {
        integer(at: Schema.Info.eventPartRelativePosition)
    }
    /// The first value, such as the home participant's score or the minutes of
    /// a clock.
    public var paramFloat1: Double? { number(at: Schema.Info.paramFloat1) }
    /// The second value, such as the away participant's score or the seconds of
    /// a clock.
    public var paramFloat2: Double? { number(at: Schema.Info.paramFloat2) }
}

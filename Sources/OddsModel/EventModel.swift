/// An event with everything below it: infos, markets, their outcomes, and the
/// betting offers of these. An immutable value, 8 bytes wide; copies share the
/// memory of the whole tree, and so do the views of its nodes.
///
/// An outcome that several markets name is a node under each. Equality is by
/// content, see `ModelNode`. Events are made by an `EventModelBuilder`.
@frozen
public struct EventModel: ModelNode, @unchecked Sendable {
    // Unchecked, because the storage is a class without locks: nobody writes to
    // it once a second reference exists (`withUniqueNode`).
    @usableFromInline package var storage: EventStorage

    @inlinable
    package init(storage: EventStorage) { self.storage = storage }

    /// The view of the node at `reference`, which is of this type.
    @inlinable
    public init(_ reference: NodeReference) { storage = reference.storage }

    /// The type of the entities that these nodes show.
    @inlinable public static var entityType: EntityType { .match }

    /// Where the node is: the one node of its type.
    @inlinable
    public var reference: NodeReference { NodeReference(storage: storage, index: 0) }

    /// The bytes of nodes and text.
    @inlinable public var contentBytes: Int {
        let layout = storage.header.layout
        return (layout.structureWordCount + layout.offerWordCount) * 8
    }

    /// Scores, server, clock and the like.
    @inlinable
    public var eventInfos: ModelNodes<EventInfoModel> {
        ModelNodes(storage, from: 0, count: storage.header.layout.infoCount)
    }

    /// In server order.
    @inlinable
    public var markets: ModelNodes<MarketModel> {
        ModelNodes(storage, from: 0, count: storage.header.layout.marketCount)
    }

    /// - Complexity: O(bytes), O(1) if both share their storage.
    public static func == (left: EventModel, right: EventModel) -> Bool {
        guard left.storage !== right.storage else { return true }
        return haveEqualContent(
            NodeRange(left.reference, .match, count: 1),
            NodeRange(right.reference, .match, count: 1)) && left.eventInfos == right.eventInfos
            && left.markets == right.markets
    }
}

extension EventModel {
    /// Calls `body` with the UTF-8 bytes of an id from this event, which are
    /// valid during the call. Allocates nothing.
    @inlinable
    public func withIDBytes<Result>(
        of key: EntityKey, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(storage) { try key.withBytes(in: storage.text, body) }
    }
}

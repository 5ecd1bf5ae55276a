/// Where a node is: its event and its position among the nodes of its type.
@frozen
public struct NodeReference: @unchecked Sendable {
    // Unchecked, as for `EventModel`: what is shared is never written to.
    @usableFromInline package let storage: EventStorage
    @usableFromInline package let index: Int

    @inlinable
    package init(storage: EventStorage, index: Int) {
        self.storage = storage
        self.index = index
    }

    @inlinable
    func header(_ type: EntityType) -> NodeHeader {
        withExtendedLifetime(storage) {
            UnsafeRawPointer(storage.node(type, at: index)).load(as: NodeHeader.self)
        }
    }

    /// The children of a node that may have any.
    @inlinable
    func children<Child>(_ type: EntityType) -> ModelNodes<Child> {
        assert(NodeLayout.hasChildren(type))
        let range = withExtendedLifetime(storage) {
            UnsafeRawPointer(storage.node(type, at: index) + NodeLayout.children)
                .load(as: ChildRange.self)
        }
        return ModelNodes(storage, from: Int(range.first), count: Int(range.count))
    }

    /// The slot of a property, `nil` if it is absent.
    @inlinable
    func slot(_ property: Int, _ type: EntityType) -> UInt64? {
        withExtendedLifetime(storage) {
            let isPresent = header(type).present & PropertySet(index: property).rawValue != 0
            return isPresent
                ? storage.slots(type, at: index).pointer(property, type).pointee : nil
        }
    }
}

/// What events, markets, outcomes, betting offers and event infos have in
/// common: an id and the typed properties (EM-P1 of the feed contract), each of
/// which may be absent.
///
/// A node is a small view that keeps the whole event alive. Nodes are equal if
/// they and all below them have the same ids, the same properties and the same
/// values: numbers by their bits, text by its bytes.
public protocol ModelNode: Equatable, Sendable {
    /// The type of entity that such nodes show.
    static var entityType: EntityType { get }
    /// The view of the node at `reference`, which is of this type.
    init(_ reference: NodeReference)
    /// Where the node lies in its event.
    var reference: NodeReference { get }
}

// MARK: - Ids

extension ModelNode {
    @inlinable
    var header: NodeHeader { reference.header(Self.entityType) }

    /// The id as one word. If no word holds it, it says where the text stands in
    /// this event, and is of no use elsewhere: see `withIDBytes`.
    @inlinable public var key: EntityKey { EntityKey(rawValue: header.id) }

    /// The id. Allocates; use `key` or `withIDBytes` where that matters.
    public var id: EntityID { withIDBytes { EntityID(utf8: $0) } }

    /// Calls `body` with the id's UTF-8 bytes, which are valid during the call.
    /// Allocates nothing.
    @inlinable
    public func withIDBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let reference = reference
        return try withExtendedLifetime(reference.storage) {
            try key.withBytes(in: reference.storage.text, body)
        }
    }
}

extension EntityKey {
    /// The key of an id that stands in a text region.
    @inlinable
    init(start: Int, count: Int) {
        self.init(rawValue: Self.textBase + TextSlot(start: start, count: count).rawValue)
    }

    @inlinable
    func withBytes<Result>(
        in region: UnsafeRawPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        if isWord { return try withWordText(body) }
        return try TextSlot(rawValue: rawValue - Self.textBase).withBytes(in: region, body)
    }
}

// MARK: - Properties by index

// `index` is that of a property of the node's type (`Schema.Offer.odds`,
// `Property.index`) and of the kind that the name says.

extension ModelNode {
    /// The properties that have a value.
    @inlinable public var present: PropertySet { PropertySet(rawValue: header.present) }

    /// Whether the property has a value.
    @inlinable
    public func contains(_ index: Int) -> Bool {
        present.contains(PropertySet(index: index))
    }

    /// Text. Allocates for more than 15 bytes.
    public func text(at index: Int) -> String? {
        withText(at: index) { String(decoding: $0, as: UTF8.self) }
    }

    /// Text that is an id. Allocates.
    public func id(at index: Int) -> EntityID? {
        withText(at: index) { EntityID(utf8: $0) }
    }

    /// Calls `body` with a text's UTF-8 bytes, which are valid during the call;
    /// returns `nil` if the property is absent. Allocates nothing.
    @inlinable
    public func withText<Result>(
        at index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
        assert(index < Schema.textSlotCount(of: Self.entityType))
        let reference = reference
        guard let slot = reference.slot(index, Self.entityType) else { return nil }
        return try withExtendedLifetime(reference.storage) {
            try TextSlot(rawValue: slot).withBytes(in: reference.storage.text, body)
        }
    }

    /// An integer; `nil` if the property is absent.
    @inlinable
    public func integer(at index: Int) -> Int64? {
        reference.slot(index, Self.entityType).map { Int64(bitPattern: $0) }
    }

    /// A number; `nil` if the property is absent.
    @inlinable
    public func number(at index: Int) -> Double? {
        reference.slot(index, Self.entityType).map { Double(bitPattern: $0) }
    }

    /// A boolean; `nil` if the property is absent.
    @inlinable
    public func boolean(at index: Int) -> Bool? {
        assert(index >= Schema.slotCount(of: Self.entityType))
        let header = header
        let bit = PropertySet(index: index).rawValue
        return header.present & bit == 0 ? nil : header.booleans & bit != 0
    }
}

// How a strategy changes values in place. It allocates when the event is
// shared and at no other time; the thread that owns the event value owns it.

extension EventModel {
    /// The number of nodes of `type`.
    @inlinable
    package func count(of type: EntityType) -> Int { storage.header.layout.count(of: type) }

    /// Gives `body` the header and the slots of the node at `index` among those
    /// of `type`, to change values, not the tree's shape. If anything else
    /// refers to this event's memory, it keeps the old content: what is to be
    /// changed is copied first, the offers or all else.
    ///
    /// - Parameter changesTexts: Whether texts or links are to be changed as well; if
    ///   not, nothing may be written to those slots.
    /// - Complexity: O(1), O(bytes) for the copy.
    @inlinable
    package mutating func withUniqueNode<Result>(
        _ type: EntityType, at index: Int, changesTexts: Bool,
        _ body: (UnsafeMutablePointer<NodeHeader>, NodeSlots) throws -> Result
    ) rethrows -> Result {
        precondition(index >= 0 && index < count(of: type), "node out of range")
        if !isKnownUniquelyReferenced(&storage) { storage = storage.copyOfOffers() }
        if type != .bettingOffer || changesTexts,
            !isKnownUniquelyReferenced(&storage.header.structure)
        {
            storage.header.structure = storage.header.structure.copy()
        }
        return try withExtendedLifetime(storage) {
            let node = UnsafeMutableRawPointer(storage.node(type, at: index))
            return try node.withMemoryRebound(to: NodeHeader.self, capacity: 1) {
                try body($0, storage.slots(type, at: index))
            }
        }
    }
}

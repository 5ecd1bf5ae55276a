/// The children of a node, in server order. A view that keeps the whole event
/// alive; making one allocates nothing.
@frozen
public struct ModelNodes<Node: ModelNode>: RandomAccessCollection, Sendable {
    /// Where the first child is, or would be.
    @usableFromInline let first: NodeReference
    public let count: Int

    @inlinable
    init(_ storage: EventStorage, from index: Int, count: Int) {
        first = NodeReference(storage: storage, index: index)
        self.count = count
    }

    /// Always 0.
    @inlinable public var startIndex: Int { 0 }
    /// The number of nodes.
    @inlinable public var endIndex: Int { count }

    /// The node at a position.
    ///
    /// - Complexity: O(1).
    /// - Precondition: `position` is from 0 up to, not including, `count`.
    @inlinable
    public subscript(position: Int) -> Node {
        precondition(position >= 0 && position < count, "child out of range")
        return Node(NodeReference(storage: first.storage, index: first.index + position))
    }
}

extension ModelNodes: Equatable {
    /// Compares the nodes and all below them.
    ///
    /// - Complexity: O(their bytes).
    public static func == (left: Self, right: Self) -> Bool {
        haveEqualContent(
            NodeRange(left.first, Node.entityType, count: left.count),
            NodeRange(right.first, Node.entityType, count: right.count))
    }
}

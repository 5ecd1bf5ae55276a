import OddsModel

/// Which open contents show an event or a part of it, for each event of the world.
struct ContentChains: ~Copyable {
    struct Node: BitwiseCopyable {
        let content: Int32
        fileprivate var next: Int32
        /// The step in which the event has come to the content as a whole.
        var enteredStep: UInt32
    }

    /// The place of a node.
    struct Place: Equatable {
        fileprivate let node: Int32
    }

    private var heads: GrowableBuffer<Int32>
    private var nodes = GrowableBuffer<Node>(capacity: 64)
    /// The first of the nodes that can be used again.
    private var free: Int32 = -1

    init(eventCount: Int) {
        heads = GrowableBuffer(capacity: eventCount)
        for _ in 0..<eventCount { heads.append(-1) }
    }

    subscript(place: Place) -> Node { nodes[Int(place.node)] }

    func first(ofEvent event: Int) -> Place? { place(heads[event]) }

    func next(after place: Place) -> Place? { self.place(nodes[Int(place.node)].next) }

    private func place(_ node: Int32) -> Place? { node < 0 ? nil : Place(node: node) }

    /// - Complexity: amortized O(1).
    mutating func add(_ content: Int, toEvent event: Int, step: UInt32) {
        let node = Node(content: Int32(content), next: heads[event], enteredStep: step)
        if free >= 0 {
            heads[event] = free
            free = nodes[Int(free)].next
            nodes[Int(heads[event])] = node
        } else {
            heads[event] = Int32(nodes.count)
            nodes.append(node)
        }
    }

    /// Removes a content, if it is there.
    ///
    /// - Complexity: O(contents of the event).
    mutating func remove(_ content: Int, fromEvent event: Int) {
        var before: Int32 = -1
        var node = heads[event]
        while node >= 0, nodes[Int(node)].content != Int32(content) {
            before = node
            node = nodes[Int(node)].next
        }
        guard node >= 0 else { return }
        if before < 0 {
            heads[event] = nodes[Int(node)].next
        } else {
            nodes[Int(before)].next = nodes[Int(node)].next
        }
        nodes[Int(node)].next = free
        free = node
    }

    mutating func markEntered(_ place: Place, step: UInt32) {
        nodes[Int(place.node)].enteredStep = step
    }
}

// Comparing nodes by content. Where text stands plays no part in it, nor does
// what the slots of absent properties happen to hold.

/// A range of nodes of one event and type.
struct NodeRange {
    let storage: EventStorage
    let type: EntityType
    let lower: Int
    let count: Int

    init(_ first: NodeReference, _ type: EntityType, count: Int) {
        storage = first.storage
        self.type = type
        lower = first.index
        self.count = count
    }

    /// The node at `offset` from the first of the range.
    private func node(at offset: Int) -> UnsafeRawPointer {
        UnsafeRawPointer(storage.node(type, at: lower + offset))
    }

    func header(at offset: Int) -> NodeHeader { node(at: offset).load(as: NodeHeader.self) }

    func slots(at offset: Int) -> NodeSlots { storage.slots(type, at: lower + offset) }

    /// How many children the node has; 0 where none are possible.
    func childCount(at offset: Int) -> UInt32 {
        NodeLayout.hasChildren(type) ? childRange(at: offset).count : 0
    }

    private func childRange(at offset: Int) -> ChildRange {
        node(at: offset).load(fromByteOffset: NodeLayout.children * 8, as: ChildRange.self)
    }

    /// The children of all nodes of the range, which are a range themselves;
    /// `nil` for nodes that never have any.
    var children: NodeRange? {
        let childType: EntityType
        switch type {
        case .market: childType = .outcome
        case .outcome: childType = .bettingOffer
        case .match, .bettingOffer, .eventInfo, .marketOutcomeRelation, .reference: return nil
        }
        guard count > 0 else { return NodeRange(storage, childType) }
        let last = childRange(at: count - 1)
        let first = Int(childRange(at: 0).first)
        return NodeRange(
            NodeReference(storage: storage, index: first), childType,
            count: Int(last.first + last.count) - first)
    }

    private init(_ storage: EventStorage, _ type: EntityType) {
        self.init(NodeReference(storage: storage, index: 0), type, count: 0)
    }
}

/// Whether two ranges of the same type and all below them are equal.
///
/// - Complexity: O(their bytes); O(1) if they are the same memory.
func haveEqualContent(_ left: NodeRange, _ right: NodeRange) -> Bool {
    guard left.count == right.count else { return false }
    if left.storage === right.storage && left.lower == right.lower { return true }
    for offset in 0..<left.count where !haveEqualValues(left, right, at: offset) { return false }
    guard let leftChildren = left.children, let rightChildren = right.children else {
        return true
    }
    return haveEqualContent(leftChildren, rightChildren)
}

/// Whether the nodes at `offset` are equal but for what is below them; the
/// number of their children counts.
private func haveEqualValues(_ left: NodeRange, _ right: NodeRange, at offset: Int) -> Bool {
    let leftHeader = left.header(at: offset)
    let rightHeader = right.header(at: offset)
    guard leftHeader.present == rightHeader.present,
        leftHeader.booleans == rightHeader.booleans,
        left.childCount(at: offset) == right.childCount(at: offset),
        haveEqualIDs(leftHeader, left.storage, rightHeader, right.storage)
    else { return false }

    let (leftSlots, rightSlots) = (left.slots(at: offset), right.slots(at: offset))
    let textSlotCount = Schema.textSlotCount(of: left.type)
    for index in 0..<Schema.slotCount(of: left.type)
    where leftHeader.present & 1 << UInt32(index) != 0 {
        if index >= textSlotCount {
            guard leftSlots.words[index] == rightSlots.words[index] else { return false }
        } else {
            let leftText = TextSlot(rawValue: leftSlots.texts[index])
            let rightText = TextSlot(rawValue: rightSlots.texts[index])
            guard haveEqualText(leftText, left.storage, rightText, right.storage) else {
                return false
            }
        }
    }
    return true
}

private func haveEqualIDs(
    _ left: NodeHeader, _ leftStorage: EventStorage,
    _ right: NodeHeader, _ rightStorage: EventStorage
) -> Bool {
    let leftKey = EntityKey(rawValue: left.id)
    let rightKey = EntityKey(rawValue: right.id)
    guard !leftKey.isWord && !rightKey.isWord else { return leftKey == rightKey }
    return leftKey.withBytes(in: leftStorage.text) { leftBytes in
        rightKey.withBytes(in: rightStorage.text) { leftBytes.elementsEqual($0) }
    }
}

private func haveEqualText(
    _ left: TextSlot, _ leftStorage: EventStorage,
    _ right: TextSlot, _ rightStorage: EventStorage
) -> Bool {
    if left.rawValue == right.rawValue && !left.isRange { return true }
    return left.withBytes(in: leftStorage.text) { leftBytes in
        right.withBytes(in: rightStorage.text) { leftBytes.elementsEqual($0) }
    }
}

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

    /// The first word of the node at `offset` from the first of the range.
    func words(at offset: Int) -> UnsafePointer<UInt64> {
        UnsafePointer(
            storage.words(of: type) + (lower + offset) * NodeHeader.stride(of: type))
    }

    func header(at offset: Int) -> NodeHeader {
        UnsafeRawPointer(words(at: offset)).load(as: NodeHeader.self)
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
        let last = header(at: count - 1)
        let first = Int(header(at: 0).firstChild)
        return NodeRange(
            NodeReference(storage: storage, index: first), childType,
            count: Int(last.firstChild + last.childCount) - first)
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
        leftHeader.childCount == rightHeader.childCount,
        haveEqualIDs(leftHeader, left.storage, rightHeader, right.storage)
    else { return false }

    let leftSlots = left.words(at: offset) + NodeHeader.wordCount
    let rightSlots = right.words(at: offset) + NodeHeader.wordCount
    let textSlotCount = Schema.textSlotCount(of: left.type)
    for index in 0..<Schema.slotCount(of: left.type)
    where leftHeader.present & 1 << UInt32(index) != 0 {
        if index >= textSlotCount {
            guard leftSlots[index] == rightSlots[index] else { return false }
        } else {
            let leftText = TextSlot(rawValue: leftSlots[index])
            let rightText = TextSlot(rawValue: rightSlots[index])
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
    guard !leftKey.isNumber && !rightKey.isNumber else { return leftKey == rightKey }
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

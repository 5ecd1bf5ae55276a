// The checked layer: it takes Swift values and checks every call against the
// schema. It is slower than the other layer, and allocates no more.

extension EventModelBuilder {
    /// Appends a node without properties below the parent appended last.
    public mutating func append(_ type: EntityType, id: EntityID) {
        let word = id.utf8.withUnsafeBytes { utf8 in
            EntityKey(word: utf8)?.rawValue ?? self.id(text: utf8)
        }
        _ = append(type, id: word, present: 0, booleans: 0)
    }

    /// Sets a text of the node appended last. Here as in the calls below,
    /// `index` is that of a property of its type (`Schema.Market.name`,
    /// `Property.index`) that has this kind.
    public mutating func set(_ index: Int, to text: String) {
        var text = text
        text.withUTF8 { set(index, toUTF8: UnsafeRawBufferPointer($0)) }
    }

    /// Sets a text of the node appended last to an id.
    public mutating func set(_ index: Int, to id: EntityID) {
        id.utf8.withUnsafeBytes { set(index, toUTF8: $0) }
    }

    /// Sets a text of the node appended last, from its bytes.
    public mutating func set(_ index: Int, toUTF8 text: UnsafeRawBufferPointer) {
        precondition(kind(of: index).isText, "not a text property")
        let slot = self.text(text)
        withLastNode { header, slots in
            header.pointee.present |= 1 << UInt32(index)
            slots.texts[index] = slot
        }
    }

    /// Sets an integer of the node appended last.
    public mutating func set(_ index: Int, to integer: Int64) {
        precondition(kind(of: index) == .integer, "not an integer property")
        withLastNode { header, slots in
            header.pointee.present |= 1 << UInt32(index)
            slots.words[index] = UInt64(bitPattern: integer)
        }
    }

    /// Sets a number of the node appended last; it must be finite.
    public mutating func set(_ index: Int, to number: Double) {
        precondition(number.isFinite, "not a finite number")
        precondition(kind(of: index) == .number, "not a number property")
        withLastNode { header, slots in
            header.pointee.present |= 1 << UInt32(index)
            slots.words[index] = number.bitPattern
        }
    }

    /// Sets a boolean of the node appended last.
    public mutating func set(_ index: Int, to boolean: Bool) {
        precondition(kind(of: index) == .boolean, "not a boolean property")
        let bit: UInt32 = 1 << UInt32(index)
        withLastNode { header, _ in
            header.pointee.present |= bit
            if boolean { header.pointee.booleans |= bit } else { header.pointee.booleans &= ~bit }
        }
    }

    private func kind(of index: Int) -> PropertyKind {
        Schema.properties(of: lastType)[index].kind
    }

    private mutating func withLastNode(
        _ body: (UnsafeMutablePointer<NodeHeader>, NodeSlots) -> Void
    ) {
        precondition(!match.isEmpty, "no node to set properties of")
        let end: UnsafeMutablePointer<UInt64> =
            switch lastType {
            case .match: match.pointer + match.count
            case .eventInfo: infos.pointer + infos.count
            case .market: markets.pointer + markets.count
            case .outcome: outcomes.pointer + outcomes.count
            case .bettingOffer: offers.pointer + offers.count
            case .marketOutcomeRelation, .reference: preconditionFailure("not a node of the tree")
            }
        let node = end - NodeLayout.stride(of: lastType)
        let slots = NodeSlots(
            lastType, node: node,
            textsApart: offerTexts.pointer
                + (offerTexts.count - Schema.textSlotCount(of: .bettingOffer)))
        UnsafeMutableRawPointer(node).withMemoryRebound(to: NodeHeader.self, capacity: 1) {
            body($0, slots)
        }
    }
}

extension PropertyKind {
    fileprivate var isText: Bool {
        switch self {
        case .text, .link: true
        case .integer, .number, .boolean: false
        }
    }
}

// Makes events from flat memory. Allocates for the finished event, and while
// its own buffers grow; one thread owns a builder.

/// Builds one `EventModel` after the other.
///
/// An event begins with its `.match` node. A market's outcomes follow the
/// market and an outcome's offers the outcome, so that each node goes to the
/// parent that was appended last; infos may come anywhere behind the match.
/// `finish` ends the event. Appending in any other order, or nodes of a type
/// that is not in the tree, is a programmer error.
///
/// This is the layer for hot paths: ids, header bits and slots as they stand
/// in memory. `EventModelBuilder+Values.swift` has the checked one.
public struct EventModelBuilder: ~Copyable {
    @usableFromInline var match: GrowableBuffer<UInt64>
    @usableFromInline var infos: GrowableBuffer<UInt64>
    @usableFromInline var markets: GrowableBuffer<UInt64>
    @usableFromInline var outcomes: GrowableBuffer<UInt64>
    @usableFromInline var offers: GrowableBuffer<UInt64>
    /// Texts and links of offers.
    @usableFromInline var offerTexts: GrowableBuffer<UInt64>
    @usableFromInline var text: GrowableBuffer<UInt8>
    /// The nodes so far; the text is counted by its buffer.
    @usableFromInline var layout = EventLayout()
    /// The type of the node appended last.
    @usableFromInline var lastType = EntityType.match

    /// A builder that is ready for an event. Allocates its buffers.
    public init() {
        match = GrowableBuffer(capacity: NodeLayout.stride(of: .match))
        infos = GrowableBuffer(capacity: 1 << 10)
        markets = GrowableBuffer(capacity: 1 << 10)
        outcomes = GrowableBuffer(capacity: 1 << 12)
        offers = GrowableBuffer(capacity: 1 << 12)
        offerTexts = GrowableBuffer(capacity: 1 << 12)
        text = GrowableBuffer(capacity: 1 << 14)
    }

    /// The number of nodes of `type` so far: the index of the next one.
    @inlinable
    public func count(of type: EntityType) -> Int {
        type == .match ? (match.isEmpty ? 0 : 1) : layout.count(of: type)
    }

}

// MARK: - Text and ids

extension EventModelBuilder {
    /// The slot for a text: the text itself if it has at most 7 bytes, else
    /// where a copy of it stands.
    ///
    /// - Complexity: O(bytes).
    @inlinable
    public mutating func text(_ utf8: UnsafeRawBufferPointer) -> UInt64 {
        if let slot = TextSlot(short: utf8) { return slot.rawValue }
        return appendText(utf8).rawValue
    }

    /// The slot for the text of an id that is a word, as most links are: nothing
    /// is copied.
    ///
    /// - Complexity: O(1).
    @inlinable
    public mutating func text(word key: EntityKey) -> UInt64 {
        if let slot = TextSlot(word: key) { return slot.rawValue }
        return key.withWordText { appendText($0).rawValue }
    }

    /// The id to append a node with, for an id that no word holds; for all
    /// others it is the word itself (`EntityKey.init(word:)`).
    @inlinable
    public mutating func id(text utf8: UnsafeRawBufferPointer) -> UInt64 {
        EntityKey.textBase + appendText(utf8).rawValue
    }

    @inlinable
    mutating func appendText(_ utf8: UnsafeRawBufferPointer) -> TextSlot {
        let slot = TextSlot(start: text.count, count: utf8.count)
        if let bytes = utf8.baseAddress {
            text.append(from: bytes.assumingMemoryBound(to: UInt8.self), count: utf8.count)
        }
        return slot
    }
}

// MARK: - Nodes

extension EventModelBuilder {
    /// Appends a node below the parent appended last and returns its slots, to
    /// be written before the next call; those of absent properties may stay
    /// unwritten.
    ///
    /// - Parameters:
    /// - id: See `id(text:)`.
    /// - present: The properties that have a value, booleans included.
    /// - booleans: The values of the booleans; other bits are ignored.
    /// - Complexity: amortized O(1).
    @inlinable @inline(__always)
    public mutating func append(
        _ type: EntityType, id: UInt64, present: UInt32, booleans: UInt32
    ) -> NodeSlots {
        precondition(match.isEmpty == (type == .match), "an event begins with its one match")
        lastType = type
        let header = NodeHeader(
            present: present, booleans: booleans & present & Self.booleanMask(of: type), id: id)
        switch type {
        case .match:
            return Self.append(header, .match, to: &match)
        case .eventInfo:
            layout.infoCount += 1
            return Self.append(header, .eventInfo, to: &infos)
        case .market:
            layout.marketCount += 1
            return Self.append(header, .market, to: &markets, firstChild: layout.outcomeCount)
        case .outcome:
            precondition(layout.marketCount > 0, "an outcome without a market")
            Self.countChild(ofLast: .market, in: markets)
            layout.outcomeCount += 1
            return Self.append(header, .outcome, to: &outcomes, firstChild: layout.offerCount)
        case .bettingOffer:
            precondition(layout.outcomeCount > 0, "a betting offer without an outcome")
            Self.countChild(ofLast: .outcome, in: outcomes)
            layout.offerCount += 1
            let texts = offerTexts.extend(by: Schema.textSlotCount(of: .bettingOffer))
            return Self.append(
                header, .bettingOffer, to: &offers, textsApart: offerTexts.pointer + texts)
        case .marketOutcomeRelation, .reference:
            preconditionFailure("not a node of the tree")
        }
    }

    /// The bits of the boolean properties: those behind the slots.
    @inlinable @inline(__always)
    static func booleanMask(of type: EntityType) -> UInt32 {
        UInt32.max << UInt32(truncatingIfNeeded: Schema.slotCount(of: type))
    }

    @inlinable @inline(__always)
    static func append(
        _ header: NodeHeader, _ type: EntityType, to region: inout GrowableBuffer<UInt64>,
        firstChild: Int = 0, textsApart: UnsafeMutablePointer<UInt64>? = nil
    ) -> NodeSlots {
        // The address counts only after the region has grown.
        let start = region.extend(by: NodeLayout.stride(of: type))
        let node = region.pointer + start
        UnsafeMutableRawPointer(node).storeBytes(of: header, as: NodeHeader.self)
        if NodeLayout.hasChildren(type) {
            UnsafeMutableRawPointer(node + NodeLayout.children)
                .storeBytes(of: ChildRange(first: firstChild), as: ChildRange.self)
        }
        return NodeSlots(type, node: node, textsApart: textsApart.unsafelyUnwrapped)
    }

    @inlinable @inline(__always)
    static func countChild(ofLast type: EntityType, in region: borrowing GrowableBuffer<UInt64>) {
        let node = region.pointer + (region.count - NodeLayout.stride(of: type))
        UnsafeMutableRawPointer(node + NodeLayout.children)
            .withMemoryRebound(to: ChildRange.self, capacity: 1) { $0.pointee.count += 1 }
    }

    /// Ends the event and makes ready for the next.
    ///
    /// - Complexity: O(bytes), two allocations.
    public mutating func finish() -> EventModel {
        precondition(!match.isEmpty, "no event to finish")
        layout.textByteCount = text.count
        let layout = layout
        let structure = EventStructure.create(minimumCapacity: layout.structureWordCount) { _ in
            layout
        }
        let storage = EventStorage.make(structure)
        let words = structure.words
        Self.move(&match, to: words)
        Self.move(&infos, to: words + layout.start(of: .eventInfo))
        Self.move(&markets, to: words + layout.start(of: .market))
        Self.move(&outcomes, to: words + layout.start(of: .outcome))
        Self.move(&offerTexts, to: words + layout.offerTextStart)
        Self.move(&offers, to: storage.offers)
        UnsafeMutableRawPointer(words + layout.textStart)
            .copyMemory(from: text.pointer, byteCount: text.count)
        text.truncate(to: 0)
        self.layout = EventLayout()
        return EventModel(storage: storage)
    }

    private static func move(
        _ region: inout GrowableBuffer<UInt64>, to target: UnsafeMutablePointer<UInt64>
    ) {
        target.initialize(from: region.pointer, count: region.count)
        region.truncate(to: 0)
    }
}

// The memory of an event: one allocation for the offers, which change all the
// time, and one for all other nodes and the text, which events with other odds
// share.
//
//     [offers]    [event] [infos] [markets] [outcomes] [texts of offers] [text]
//
// Each region is an array of equal nodes in tree order, and a node a header,
// the range of its children where it may have any, and the slots of its type
// (`Schema.slotCount`). Markets come in order, the outcomes of the first before
// those of the second, the offers likewise; so the children of a node are a range
// of the next region.
//
// The texts and links of offers hardly ever change and are seldom read; they are
// with what is shared, so that a reader of prices passes over 32 bytes an offer.

/// The head of a node.
@frozen
@usableFromInline
package struct NodeHeader: BitwiseCopyable, Sendable {
    /// The properties that have a value, booleans included; bit `n` is the
    /// property with index `n`. The slots of all others are undefined.
    @usableFromInline package var present: UInt32
    /// The values of the boolean properties in `present`; all else is 0.
    @usableFromInline package var booleans: UInt32
    /// The raw value of an `EntityKey`; for an id that is no plain number,
    /// `textPosition` is the raw value of a `TextSlot` in range form.
    @usableFromInline package var id: UInt64

    @inlinable
    init(present: UInt32, booleans: UInt32, id: UInt64) {
        self.present = present
        self.booleans = booleans
        self.id = id
    }
}

/// The children of a node, as a range of the region of their type. It follows the
/// header of a market or an outcome.
@frozen
@usableFromInline
package struct ChildRange: BitwiseCopyable, Sendable {
    @usableFromInline package var first: UInt32
    @usableFromInline package var count: UInt32

    @inlinable
    init(first: Int) {
        self.first = UInt32(truncatingIfNeeded: first)
        count = 0
    }
}

/// Where the parts of a node stand, in words.
@usableFromInline
package enum NodeLayout {
    /// The children's range, in nodes that may have any.
    @inlinable package static var children: Int { 2 }

    @inlinable @inline(__always)
    package static func hasChildren(_ type: EntityType) -> Bool {
        type == .market || type == .outcome
    }

    /// Whether texts and links stand in a region of their own.
    @inlinable
    package static func hasTextsApart(_ type: EntityType) -> Bool { type == .bettingOffer }

    /// The first slot.
    @inlinable @inline(__always)
    package static func slots(of type: EntityType) -> Int {
        hasChildren(type) ? children + 1 : children
    }

    /// The words of a node of `type`.
    @inlinable @inline(__always)
    package static func stride(of type: EntityType) -> Int {
        slots(of: type) + Schema.slotCount(of: type)
            - (hasTextsApart(type) ? Schema.textSlotCount(of: type) : 0)
    }
}

/// The slots of a node, by the index of the property. Valid as long as the memory
/// that it was made from.
@frozen
public struct NodeSlots: BitwiseCopyable {
    /// Of texts and links.
    public let texts: UnsafeMutablePointer<UInt64>
    /// Of integers and numbers, whose indices are behind those of the texts.
    public let words: UnsafeMutablePointer<UInt64>

    /// The slots of a node, with its texts in `textsApart` if they stand apart.
    @inlinable @inline(__always)
    package init(
        _ type: EntityType, node: UnsafeMutablePointer<UInt64>,
        textsApart: @autoclosure () -> UnsafeMutablePointer<UInt64>
    ) {
        let slots = node + NodeLayout.slots(of: type)
        if NodeLayout.hasTextsApart(type) {
            texts = textsApart()
            words = slots - Schema.textSlotCount(of: type)
        } else {
            texts = slots
            words = slots
        }
    }

    /// The slot of a property of `type`.
    @inlinable
    package func pointer(_ property: Int, _ type: EntityType) -> UnsafeMutablePointer<UInt64> {
        assert(property < Schema.slotCount(of: type))
        return (property < Schema.textSlotCount(of: type) ? texts : words) + property
    }
}

/// How many nodes and how much text an event has, and where they stand.
@frozen
@usableFromInline
package struct EventLayout: BitwiseCopyable {
    @usableFromInline package var infoCount: Int
    @usableFromInline package var marketCount: Int
    @usableFromInline package var outcomeCount: Int
    @usableFromInline package var offerCount: Int
    @usableFromInline package var textByteCount: Int

    @inlinable
    init() {
        infoCount = 0
        marketCount = 0
        outcomeCount = 0
        offerCount = 0
        textByteCount = 0
    }

    /// The number of nodes of `type`.
    ///
    /// - Complexity: O(1).
    @inlinable
    package func count(of type: EntityType) -> Int {
        switch type {
        case .match: 1
        case .eventInfo: infoCount
        case .market: marketCount
        case .outcome: outcomeCount
        case .bettingOffer: offerCount
        case .marketOutcomeRelation, .reference: 0
        }
    }

    /// The first word of the region of `type` in its block.
    ///
    /// - Complexity: O(1).
    @inlinable
    package func start(of type: EntityType) -> Int {
        switch type {
        case .match: 0
        case .eventInfo: infoStart
        case .market: marketStart
        case .outcome: outcomeStart
        case .bettingOffer: 0
        case .marketOutcomeRelation, .reference: textStart
        }
    }

    @inlinable var infoStart: Int { NodeLayout.stride(of: .match) }
    @inlinable var marketStart: Int { infoStart + infoCount * NodeLayout.stride(of: .eventInfo) }
    @inlinable var outcomeStart: Int { marketStart + marketCount * NodeLayout.stride(of: .market) }

    /// The first word of the texts and links of offers.
    @inlinable
    package var offerTextStart: Int {
        outcomeStart + outcomeCount * NodeLayout.stride(of: .outcome)
    }

    /// The first word of the text region.
    @inlinable
    package var textStart: Int {
        offerTextStart + offerCount * Schema.textSlotCount(of: .bettingOffer)
    }

    /// The words of the offers.
    @inlinable
    package var offerWordCount: Int { offerCount * NodeLayout.stride(of: .bettingOffer) }

    /// The words of all else.
    @inlinable
    package var structureWordCount: Int { textStart + (textByteCount + 7) / 8 }
}

/// All nodes of an event but the offers, and the text.
@usableFromInline
package typealias EventStructure = ManagedBuffer<EventLayout, UInt64>

extension EventStructure {
    /// The first word; valid as long as the structure lives.
    @inlinable
    package var words: UnsafeMutablePointer<UInt64> { withUnsafeMutablePointerToElements { $0 } }

    /// A copy of equal content.
    ///
    /// - Complexity: O(bytes); one allocation.
    @inlinable
    package func copy() -> EventStructure {
        let layout = header
        let copy = EventStructure.create(minimumCapacity: layout.structureWordCount) { _ in layout }
        copy.words.initialize(from: words, count: layout.structureWordCount)
        return copy
    }
}

/// What stands before an event's offers.
@frozen
@usableFromInline
package struct EventHeader {
    @usableFromInline package let layout: EventLayout
    @usableFromInline package var structure: EventStructure

    @inlinable
    package init(_ structure: EventStructure) {
        layout = structure.header
        self.structure = structure
    }
}

/// An event's offers, and all else by way of the header.
@usableFromInline
package typealias EventStorage = ManagedBuffer<EventHeader, UInt64>

extension EventStorage {
    /// The first word of the offers; valid as long as the storage lives.
    @inlinable
    package var offers: UnsafeMutablePointer<UInt64> { withUnsafeMutablePointerToElements { $0 } }

    /// The first word of the nodes of `type`; valid as long as the storage lives.
    @inlinable
    package func words(of type: EntityType) -> UnsafeMutablePointer<UInt64> {
        if type == .bettingOffer { return offers }
        return header.structure.words + header.layout.start(of: type)
    }

    /// The first word of the node at `index` among those of `type`; valid as long as
    /// the storage lives.
    @inlinable
    package func node(_ type: EntityType, at index: Int) -> UnsafeMutablePointer<UInt64> {
        words(of: type) + index * NodeLayout.stride(of: type)
    }

    /// The slots of that node; valid as long as the storage lives.
    @inlinable
    package func slots(_ type: EntityType, at index: Int) -> NodeSlots {
        NodeSlots(
            type, node: node(type, at: index),
            textsApart: header.structure.words + header.layout.offerTextStart
                + index * Schema.textSlotCount(of: .bettingOffer))
    }

    /// The first byte of the text region; valid as long as the storage lives.
    @inlinable
    package var text: UnsafeRawPointer {
        UnsafeRawPointer(header.structure.words + header.layout.textStart)
    }

    /// An event of that structure, whose offers are not initialized yet.
    @inlinable
    package static func make(_ structure: EventStructure) -> EventStorage {
        let header = EventHeader(structure)
        return EventStorage.create(minimumCapacity: header.layout.offerWordCount) { _ in header }
    }

    /// An event of equal content, with offers of its own.
    ///
    /// - Complexity: O(bytes of the offers); one allocation.
    @inlinable
    package func copyOfOffers() -> EventStorage {
        let copy = EventStorage.make(header.structure)
        copy.offers.initialize(from: offers, count: header.layout.offerWordCount)
        return copy
    }
}

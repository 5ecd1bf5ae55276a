// The memory of an event: one allocation for the offers, which change all the
// time, and one for all other nodes and the text, which events with other odds
// share.
//
//     [offers]    [event] [infos] [markets] [outcomes] [text]
//
// Each region is an array of equal nodes in tree order, and a node a header of
// three words followed by the slots of its type (`Schema.slotCount`). Markets
// come in order, the outcomes of the first before those of the second, the
// offers likewise; so the children of a node are a range of the next region.

/// The head of a node. Its slots follow it in memory.
@frozen
@usableFromInline
package struct NodeHeader: BitwiseCopyable, Sendable {
    /// The properties that have a value, booleans included; bit `n` is the
    /// property with index `n`. The slots of all others are undefined.
    @usableFromInline package var present: UInt32
    /// The values of the boolean properties in `present`; all else is 0.
    @usableFromInline package var booleans: UInt32
    @usableFromInline package var firstChild: UInt32
    @usableFromInline package var childCount: UInt32
    /// The raw value of an `EntityKey`; for an id that is no plain number,
    /// `textPosition` is the raw value of a `TextSlot` in range form.
    @usableFromInline package var id: UInt64

    @inlinable
    init(present: UInt32, booleans: UInt32, id: UInt64) {
        self.present = present
        self.booleans = booleans
        firstChild = 0
        childCount = 0
        self.id = id
    }

    @inlinable static var wordCount: Int { 3 }

    /// The words of a whole node of `type`.
    @inlinable
    package static func stride(of type: EntityType) -> Int {
        wordCount + Schema.slotCount(of: type)
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

    @inlinable var infoStart: Int { NodeHeader.stride(of: .match) }
    @inlinable var marketStart: Int { infoStart + infoCount * NodeHeader.stride(of: .eventInfo) }
    @inlinable var outcomeStart: Int { marketStart + marketCount * NodeHeader.stride(of: .market) }

    /// The first word of the text region.
    @inlinable
    package var textStart: Int { outcomeStart + outcomeCount * NodeHeader.stride(of: .outcome) }

    /// The words of the offers.
    @inlinable
    package var offerWordCount: Int { offerCount * NodeHeader.stride(of: .bettingOffer) }

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

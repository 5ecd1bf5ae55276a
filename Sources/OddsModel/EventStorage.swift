// The memory of an event: one allocation that holds every node and all text.
//
//     [event] [infos] [markets] [outcomes] [offers] [text]
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

    /// The first word of the region of `type`.
    ///
    /// - Complexity: O(1).
    @inlinable
    package func start(of type: EntityType) -> Int {
        switch type {
        case .match: 0
        case .eventInfo: infoStart
        case .market: marketStart
        case .outcome: outcomeStart
        case .bettingOffer: offerStart
        case .marketOutcomeRelation, .reference: textStart
        }
    }

    @inlinable var infoStart: Int { NodeHeader.stride(of: .match) }
    @inlinable var marketStart: Int { infoStart + infoCount * NodeHeader.stride(of: .eventInfo) }
    @inlinable var outcomeStart: Int { marketStart + marketCount * NodeHeader.stride(of: .market) }
    @inlinable var offerStart: Int { outcomeStart + outcomeCount * NodeHeader.stride(of: .outcome) }

    /// The first word of the text region.
    @inlinable
    package var textStart: Int { offerStart + offerCount * NodeHeader.stride(of: .bettingOffer) }

    /// The words of the whole event.
    @inlinable
    package var wordCount: Int { textStart + (textByteCount + 7) / 8 }
}

@usableFromInline
package typealias EventStorage = ManagedBuffer<EventLayout, UInt64>

extension EventStorage {
    /// The first word; valid as long as the storage lives.
    @inlinable
    package var words: UnsafeMutablePointer<UInt64> {
        withUnsafeMutablePointerToElements { $0 }
    }

    /// The first byte of the text region; valid as long as the storage lives.
    @inlinable
    package var text: UnsafeRawPointer { UnsafeRawPointer(words + header.textStart) }

    /// A copy of equal content.
    ///
    /// - Complexity: O(bytes); one allocation.
    @inlinable
    package func copy() -> EventStorage {
        let layout = header
        let copy = EventStorage.create(minimumCapacity: layout.wordCount) { _ in layout }
        copy.words.initialize(from: words, count: layout.wordCount)
        return copy
    }
}

import OddsModel

/// A checksum over all that a consumer reads. It depends on every value and on
/// their order, so neither a strategy nor the optimizer can skip a read
/// unnoticed. It is not collision-resistant.
@frozen @usableFromInline
package struct Checksum: BitwiseCopyable, Equatable, Sendable {
    @usableFromInline var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inlinable
    package init() {}

    @inlinable package var value: UInt64 { state }

    /// - Complexity: O(1), one multiplication.
    @inlinable
    package mutating func add(_ word: UInt64) {
        state = Self.step(state, word)
    }

    @inlinable static var factor: UInt64 {
        @inline(__always) get { 0x9FB2_1C65_1E98_DF25 }
    }

    @inlinable @inline(__always)
    static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word) &* factor
        return product ^ product >> 32
    }

    /// - Complexity: O(bytes).
    @inlinable
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { add(UInt64(byte)) }
        add(UInt64(bytes.count))
    }

    /// Adds every betting offer of an event: id, odds and availability.
    /// Allocates nothing.
    ///
    /// - Complexity: O(offers).
    @inlinable
    package mutating func add(_ event: EventModel) {
        var lanes = OfferLanes()
        event.withBettingOffers { offers in
            var position = 0
            while true {
                lanes.add(offers, from: &position)
                if position == offers.count { break }
                let offer = offers[position]
                event.withIDBytes(of: offer.key) { add($0) }
                add(offer.odds.bitPattern)
                add(offer.isAvailable ? 1 : 0)
                position += 1
            }
        }
        add(lanes.first)
        add(lanes.second)
        add(lanes.third)
        add(lanes.fourth)
    }

    /// Adds a change set: each entity's type and id, the kinds of change and
    /// the changed properties. Allocates nothing.
    ///
    /// - Complexity: O(entries).
    @inlinable
    package mutating func add(_ changes: ChangeSet) {
        add(changes.isReset ? 1 : 0)
        changes.forEach { entry in
            let what = UInt64(entry.type.rawValue) << 8 | UInt64(entry.kinds.rawValue)
            add(what << 32 | UInt64(entry.properties.rawValue))
            if entry.key.isWord {
                add(entry.key.rawValue)
            } else {
                changes.withIDBytes(of: entry) { add($0) }
            }
            if entry.type == .reference { addReference(entry, of: changes) }
        }
    }

    @usableFromInline
    mutating func addReference(_ entry: ChangeSet.Entry, of changes: ChangeSet) {
        changes.withTypeNameBytes(of: entry) { add($0) }
        changes.forEachPropertyName(of: entry) { add($0) }
    }
}

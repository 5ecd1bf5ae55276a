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

    @inlinable @inline(__always)
    static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word) &* 0x9FB2_1C65_1E98_DF25
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
    /// In four lanes by turns: in one, each offer would wait for the one before,
    /// longer than it takes to read it.
    ///
    /// - Complexity: O(offers).
    @inlinable
    package mutating func add(_ event: EventModel) {
        var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
        event.forEachBettingOffer { key, odds, isAvailable in
            if key.isNumber {
                // One step for the three values: the multiplications mix them
                // outside the chain of dependent steps.
                let word =
                    key.rawValue &* 0xD6E8_FEB8_6659_FD93 ^ odds.bitPattern
                    ^ (isAvailable ? 0xA076_1D64_78BD_642F : 0)
                lanes = (lanes.1, lanes.2, lanes.3, Self.step(lanes.0, word))
            } else {
                event.withIDBytes(of: key) { add($0) }
                add(odds.bitPattern)
                add(isAvailable ? 1 : 0)
            }
        }
        add(lanes.0)
        add(lanes.1)
        add(lanes.2)
        add(lanes.3)
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
            if entry.key.isNumber {
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

import OddsModel

/// What a consumer folds all that it reads into, so that no read can be left
/// out unnoticed: it depends on every value and on the order of the values.
/// Not made to withstand people who look for collisions.
@frozen
public struct Checksum: BitwiseCopyable, Equatable, Sendable {
    @usableFromInline var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inlinable
    public init() {}

    @inlinable public var value: UInt64 { state }

    /// Complexity: O(1), one multiplication.
    @inlinable
    public mutating func fold(_ word: UInt64) {
        let product = (state ^ word) &* 0x9FB2_1C65_1E98_DF25
        state = product ^ product >> 32
    }

    /// Complexity: O(bytes).
    @inlinable
    public mutating func fold(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { fold(UInt64(byte)) }
        fold(UInt64(bytes.count))
    }

    /// Folds every betting offer of an event: id, odds and availability.
    /// Complexity: O(offers); allocates nothing.
    @inlinable
    public mutating func fold(_ event: EventModel) {
        event.forEachBettingOffer { key, odds, isAvailable in
            if key.isNumber {
                // One step for the three: the products spread the words over
                // each other's bits outside the chain of dependent steps.
                fold(
                    key.rawValue &* 0xD6E8_FEB8_6659_FD93 ^ odds.bitPattern
                        ^ (isAvailable ? 0xA076_1D64_78BD_642F : 0))
            } else {
                event.withIDBytes(of: key) { fold($0) }
                fold(odds.bitPattern)
                fold(isAvailable ? 1 : 0)
            }
        }
    }

    /// Folds what one frame changed: each entity's type and id, what happened
    /// to it and to which properties. Complexity: O(entries); allocates for
    /// reference entities and for ids that are no numbers.
    @inlinable
    public mutating func fold(_ changes: ChangeSet) {
        fold(changes.isReset ? 1 : 0)
        changes.forEach { entry in
            let what = UInt64(entry.type.rawValue) << 8 | UInt64(entry.kinds.rawValue)
            fold(what << 32 | UInt64(entry.properties.rawValue))
            if entry.key.isNumber {
                fold(entry.key.rawValue)
            } else {
                changes.id(of: entry).utf8.withUnsafeBytes { fold($0) }
            }
            if entry.type == .reference { foldReference(entry, of: changes) }
        }
    }

    @usableFromInline
    mutating func foldReference(_ entry: ChangeSet.Entry, of changes: ChangeSet) {
        var text = changes.typeName(of: entry)
        text.withUTF8 { fold(UnsafeRawBufferPointer($0)) }
        for name in changes.propertyNames(of: entry) {
            var name = name
            name.withUTF8 { fold(UnsafeRawBufferPointer($0)) }
        }
    }
}

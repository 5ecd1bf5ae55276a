import OddsModel

/// One record while its properties are gathered, in any order.
///
/// Allocates nothing. Does not own its memory, which only one draft at a time may use.
struct RecordDraft: BitwiseCopyable {
    private let type: EntityType
    private let operation: RecordOperation
    private var present: UInt32 = 0
    private var cleared: UInt32 = 0
    private var booleans: UInt32 = 0
    /// The values by property index; room for `Schema.propertyCountMax`.
    private let values: UnsafeMutablePointer<UInt64>

    init(_ type: EntityType, _ operation: RecordOperation, _ values: UnsafeMutablePointer<UInt64>) {
        self.type = type
        self.operation = operation
        self.values = values
    }

    /// Sets a text, if there is one.
    @inline(__always)
    mutating func set(_ index: Int, _ text: BatchText?) {
        guard let text else { return }
        set(index, word: text.rawValue)
    }

    @inline(__always)
    mutating func set(_ index: Int, integer: Int64) {
        set(index, word: UInt64(bitPattern: integer))
    }

    @inline(__always)
    mutating func set(_ index: Int, number: Double) { set(index, word: number.bitPattern) }

    @inline(__always)
    mutating func set(_ index: Int, boolean: Bool) {
        let bit: UInt32 = 1 << UInt32(index)
        present |= bit
        booleans = boolean ? booleans | bit : booleans & ~bit
    }

    @inline(__always)
    private mutating func set(_ index: Int, word: UInt64) {
        present |= 1 << UInt32(index)
        values[index] = word
    }

    /// Takes a property away that the entity may have; a whole one has none.
    mutating func clear(_ index: Int) {
        if operation == .patch { cleared |= 1 << UInt32(index) }
    }

    /// Appends the record.
    ///
    /// - Parameter key: Of `FrameBatch.key`, and taken after that for no other record.
    func append(as key: EntityKey, to batch: inout FrameBatch) {
        let firstSlot = UInt32(batch.slots.count)
        var rest = present & ((1 << UInt32(Schema.slotCount(of: type))) - 1)
        while rest != 0 {
            batch.slots.append(values[rest.trailingZeroBitCount])
            rest &= rest - 1
        }
        batch.records.append(
            BatchRecord(
                key: key, present: present, cleared: cleared, booleans: booleans,
                firstSlot: firstSlot, operation: operation, type: type))
    }
}

// MARK: - Pieces of records

extension FrameBatch {
    /// A text that stands for itself, copied to the arena.
    mutating func constant(_ text: StaticString) -> BatchText {
        let start = arena.count
        arena.append(from: text.utf8Start, count: text.utf8CodeUnitCount)
        return BatchText(start: start, count: text.utf8CodeUnitCount, isInArena: true)
    }

    /// A copy of bytes that are not the frame's.
    mutating func copy(_ bytes: UnsafeRawBufferPointer) -> BatchText {
        let start = arena.count
        if let base = bytes.baseAddress {
            arena.append(from: base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
        }
        return BatchText(start: start, count: bytes.count, isInArena: true)
    }

    /// Two texts and what is between them, as one.
    mutating func joined(
        _ first: BatchText, _ between: StaticString, _ second: BatchText
    ) -> BatchText {
        let start = arena.count
        // Both may stand in the arena, which must not move while they are copied.
        arena.reserve(start + first.count + between.utf8CodeUnitCount + second.count)
        _ = copy(bytes(first))
        _ = constant(between)
        _ = copy(bytes(second))
        return BatchText(start: start, count: arena.count - start, isInArena: true)
    }

    /// Appends a removal.
    mutating func appendRemoval(_ type: EntityType, _ key: EntityKey) {
        records.append(
            BatchRecord(
                key: key, present: 0, cleared: 0, booleans: 0, firstSlot: UInt32(slots.count),
                operation: .remove, type: type))
    }
}

import OddsModel

/// A property's value in a record, for readers that need not be as fast as the
/// store.
public enum BatchValue {
    /// UTF-8 bytes, valid until the batch is reused.
    case text(UnsafeRawBufferPointer)
    /// An integer that 64 bits hold.
    case integer(Int64)
    /// Any number of a property that is one.
    case number(Double)
    /// `true` or `false`.
    case boolean(Bool)
    /// `null`: the property is absent from now on.
    case absent
}

extension FrameBatch {
    /// The id of a record's entity. Allocates.
    public func id(of record: BatchRecord) -> EntityID {
        if record.key.isWord { return EntityID(record.key.wordText) }
        return EntityID(utf8: idBytes(of: record))
    }

    /// The bytes of an id that no word holds.
    @inlinable
    public func idBytes(of record: BatchRecord) -> UnsafeRawBufferPointer {
        bytes(BatchText(rawValue: slots[record.key.textPosition]))
    }

    /// The name of a record's entity type, as the feed spells it. Allocates.
    public func typeName(of record: BatchRecord) -> String {
        guard record.type == .reference else { return "\(record.type.feedName)" }
        return String(decoding: typeNameBytes(of: record), as: UTF8.self)
    }

    /// The bytes of the type's name of a reference entity's record.
    @inlinable
    public func typeNameBytes(of record: BatchRecord) -> UnsafeRawBufferPointer {
        assert(record.type == .reference)
        return bytes(
            BatchText(rawValue: slots[Int(record.firstSlot) + 2 * Int(record.present)]))
    }

    /// Calls `body` for each typed property that the record names, by
    /// ascending index; not for reference entities.
    ///
    /// - Throws: What `body` throws.
    public func forEachProperty(
        of record: BatchRecord, _ body: (Property, BatchValue) throws -> Void
    ) rethrows {
        var slot = Int(record.firstSlot)
        for property in Schema.properties(of: record.type) {
            let bit: UInt32 = 1 << UInt32(property.index)
            if record.cleared & bit != 0 {
                try body(property, .absent)
            } else if record.present & bit != 0 {
                switch property.kind {
                case .boolean:
                    try body(property, .boolean(record.booleans & bit != 0))
                    continue
                case .text, .link:
                    try body(property, .text(bytes(BatchText(rawValue: slots[slot]))))
                case .integer:
                    try body(property, .integer(Int64(bitPattern: slots[slot])))
                case .number:
                    try body(property, .number(Double(bitPattern: slots[slot])))
                }
                slot += 1
            }
        }
    }

    /// Calls `body` with name and JSON text of each property that a record of
    /// a reference entity names, in order of arrival; the text is `nil` for
    /// `null`.
    ///
    /// - Throws: What `body` throws.
    @inlinable
    public func forEachReferenceProperty(
        of record: BatchRecord,
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer?) throws -> Void
    ) rethrows {
        assert(record.type == .reference)
        for index in 0..<Int(record.present) {
            let slot = Int(record.firstSlot) + 2 * index
            let value = BatchText(rawValue: slots[slot + 1])
            try body(
                bytes(BatchText(rawValue: slots[slot])), value == .null ? nil : bytes(value))
        }
    }
}

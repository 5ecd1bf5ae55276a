import OddsModel

/// What one table of a store takes.
public struct TableMemory: Codable, Equatable, Sendable {
    /// An entity type as the feed calls it, or `links`, `references`, `text`.
    public let name: String
    /// Rows in use: of an entity type its entities and what stands in for
    /// missing ones.
    public let rowCount: Int
    /// Bytes of the rows in use and of their entries in the index.
    public let liveBytes: Int
    /// Bytes that the table has from the allocator.
    public let reservedBytes: Int

    /// The table and its namesake of another store together.
    public static func + (left: TableMemory, right: TableMemory) -> TableMemory {
        TableMemory(
            name: left.name, rowCount: left.rowCount + right.rowCount,
            liveBytes: left.liveBytes + right.liveBytes,
            reservedBytes: left.reservedBytes + right.reservedBytes)
    }
}

extension EntityStore {
    /// What each table takes. Not on any measured path: complexity is O(texts
    /// ever alive at once), else O(tables).
    public var tableMemory: [TableMemory] {
        EntityType.typed.map { tables.table($0).pointee.memory }
            + [tables.edges.memory, tables.references.memory, texts.tableMemory]
    }
}

extension EntityTable {
    fileprivate var memory: TableMemory {
        let rows = rowCount - freeRows.count
        return TableMemory(
            name: "\(type.feedName)", rowCount: rows,
            liveBytes: rows * rowBytes + index.liveBytes,
            reservedBytes: capacity * rowBytes + index.reservedBytes + freeRows.reservedBytes)
    }
}

extension EdgeTable {
    fileprivate var memory: TableMemory {
        let rows = edges.count - freeRows.count
        return TableMemory(
            name: "links", rowCount: rows, liveBytes: rows * MemoryLayout<Edge>.stride,
            reservedBytes: edges.reservedBytes + freeRows.reservedBytes)
    }
}

extension ReferenceTables {
    fileprivate var memory: TableMemory {
        let rows = states.count - freeRows.count
        let rowBytes = MemoryLayout<ReferenceState>.stride + MemoryLayout<SiblingLink>.stride
        let pairBytes = (pairs.count - freePairs.count) * MemoryLayout<ReferencePair>.stride
        let typeBytes = types.count * MemoryLayout<ReferenceType>.stride
        return TableMemory(
            name: "references", rowCount: rows,
            liveBytes: rows * rowBytes + pairBytes + typeBytes + index.liveBytes
                + typeIndex.liveBytes,
            reservedBytes: types.reservedBytes + states.reservedBytes + siblings.reservedBytes
                + pairs.reservedBytes + freeRows.reservedBytes + freePairs.reservedBytes
                + index.reservedBytes + typeIndex.reservedBytes)
    }
}

extension TextTable {
    fileprivate var tableMemory: TableMemory {
        var live = index.liveBytes
        var large = 0
        for position in 0..<entries.count where entries[position].references > 0 {
            let byteCount = Int(entries[position].count)
            live += MemoryLayout<Entry>.stride + byteCount
            if byteCount > TextMemory.blockBytesMax { large += byteCount }
        }
        return TableMemory(
            name: "text", rowCount: entries.count - freeEntries.count, liveBytes: live,
            reservedBytes: entries.reservedBytes + freeEntries.reservedBytes
                + index.reservedBytes + memory.slabs.count * TextMemory.slabBytes
                + memory.slabs.reservedBytes + large)
    }
}

extension IDTable {
    fileprivate var liveBytes: Int { count * MemoryLayout<UInt32>.stride }
    fileprivate var reservedBytes: Int { bucketCount * MemoryLayout<UInt32>.stride }
}

extension GrowableBuffer {
    fileprivate var reservedBytes: Int { capacity * MemoryLayout<Element>.stride }
}

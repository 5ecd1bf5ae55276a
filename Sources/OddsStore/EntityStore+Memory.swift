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
    package var tableMemory: [TableMemory] {
        EntityType.typed.map { tables.table($0).pointee.memory }
            + [tables.edges.memory("links"), tables.references.memory, texts.tableMemory]
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

extension RowPool {
    fileprivate func memory(_ name: String) -> TableMemory {
        TableMemory(name: name, rowCount: count, liveBytes: liveBytes, reservedBytes: reservedBytes)
    }
}

extension ReferenceTables {
    fileprivate var memory: TableMemory {
        TableMemory(
            name: "references", rowCount: states.count,
            liveBytes: types.liveBytes + states.liveBytes + pairs.liveBytes + index.liveBytes
                + typeIndex.liveBytes,
            reservedBytes: types.reservedBytes + states.reservedBytes + pairs.reservedBytes
                + index.reservedBytes + typeIndex.reservedBytes)
    }
}

extension InternedTexts {
    fileprivate var tableMemory: TableMemory {
        var live = index.liveBytes
        var large = 0
        for text in entries.rows where isAlive(text) {
            let byteCount = Int(entries[text].count)
            live += MemoryLayout<Entry>.stride + MemoryLayout<UInt32>.stride
            live += MemoryLayout<UInt64>.stride + MemoryLayout<TextID>.stride + byteCount
            if byteCount > TextMemory.blockBytesMax { large += byteCount }
        }
        return TableMemory(
            name: "text", rowCount: entries.count, liveBytes: live,
            reservedBytes: entries.reservedBytes + references.reservedBytes
                + shortSlots.reservedBytes + followers.reservedBytes + index.reservedBytes
                + memory.slabs.count * TextMemory.slabBytes + memory.slabs.reservedBytes + large)
    }
}

extension IDTable {
    fileprivate var liveBytes: Int { count * MemoryLayout<UInt32>.stride }
    fileprivate var reservedBytes: Int { bucketCount * MemoryLayout<UInt32>.stride }
}

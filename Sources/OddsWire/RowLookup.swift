import CWire

/// Where a store looks for entities. A parser that is told asks for that memory as
/// soon as it has read an id, long before the store needs it.
///
/// Valid until the store changes. Nothing depends on it but time.
public struct RowLookup: BitwiseCopyable {
    let indexes: UnsafePointer<WireIndex>

    /// That of a store of which nothing is known.
    public static var none: RowLookup { RowLookup(indexes: wireNoIndexes()) }

    /// - Parameter indexes: One for each type of entity, by its number.
    package init(_ indexes: UnsafePointer<RowIndex>) {
        self.indexes = UnsafeRawPointer(indexes).assumingMemoryBound(to: WireIndex.self)
    }

    private init(indexes: UnsafePointer<WireIndex>) { self.indexes = indexes }
}

/// Where a store looks for entities of one type: a hash table of row numbers, as
/// `IDTable` has it, and the lines of the rows.
package struct RowIndex: BitwiseCopyable {
    private var index: WireIndex

    /// Where nothing is found.
    package init() { index = wireNoIndexes().pointee }

    package init(
        buckets: UnsafePointer<UInt32>, mask: UInt32, lines: UnsafeRawPointer, lineBytes: Int
    ) {
        index = WireIndex(
            buckets: buckets, lines: lines.assumingMemoryBound(to: UInt8.self), mask: mask,
            lineBytes: UInt32(lineBytes))
    }
}

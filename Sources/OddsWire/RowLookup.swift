import CWire
import OddsModel

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
/// `IDTable` has it, and what there is of each row.
package struct RowIndex: BitwiseCopyable {
    /// The same part of all rows.
    package struct Part: BitwiseCopyable {
        let start: UnsafePointer<UInt8>
        let bytes: UInt32

        /// - Parameter bytes: Those of one row.
        package init(_ start: UnsafeRawPointer, bytes: Int) {
            self.start = start.assumingMemoryBound(to: UInt8.self)
            self.bytes = UInt32(bytes)
        }
    }

    private var index: WireIndex

    /// Where nothing is found.
    package init() { index = wireNoIndexes().pointee }

    /// - Parameters:
    ///   - mask: the bits of a hash that choose a bucket.
    ///   - noTag: the bits of a hash that are not in a bucket.
    ///   - lines: what every record needs.
    ///   - structures: what records need that change more than numbers, as are the
    ///     `cells`.
    package init(
        buckets: UnsafePointer<UInt32>, mask: UInt32, noTag: UInt32, lines: Part,
        structures: Part, cells: Part
    ) {
        index = WireIndex(
            buckets: buckets, lines: lines.start, structures: structures.start,
            cells: cells.start, mask: mask, noTag: noTag, lineBytes: lines.bytes,
            structureBytes: structures.bytes, cellBytes: cells.bytes)
    }

    /// Asks for the bucket of a key.
    package func prefetchBucket(of key: EntityKey) {
        withUnsafePointer(to: index) { wirePrefetchBucket($0, wireHash(key.rawValue)) }
    }
}

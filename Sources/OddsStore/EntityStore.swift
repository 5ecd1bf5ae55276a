import OddsModel
import OddsWire

/// The entities of one channel, in typed tables: what all our strategies
/// stand on. It applies checked batches record by record, keeps the links
/// between entities as row numbers, reports what changed, and notes which
/// parts of the tree are out of date.
///
/// Rows stand in for entities that others name and that are not there (yet),
/// so the order of arrival of parents and children does not matter. They are
/// freed at the start of the next batch, hence a change set can name what its
/// batch removed.
///
/// Allocates when there are more entities, or more text, than ever before, and
/// for dumps; else not. One thread owns it.
package struct EntityStore: ~Copyable {
    var tables: EntityTables
    /// Where the rows of `tables` are looked for, by type.
    let indexes: UnsafeMutablePointer<RowIndex>
    var texts = InternedTexts()
    var eventTexts = EventTexts()
    /// What the last batch changed.
    package internal(set) var changes = ChangeSet()
    var counts = ApplyCounts()

    /// Rows that may have become free during this batch.
    var releasedRows = GrowableBuffer<TypedRow>(capacity: 64)
    var releasedReferences = GrowableBuffer<ReferenceRow>()
    /// Counts whole reference entities that replaced one; see `ReferencePair`.
    var putSerial: UInt32 = 0
    /// Off while a dump is read: its changes are found by comparison.
    var isTracking = true

    /// Rows whose values changed since the tree was last brought up to date.
    var dirtyRows = GrowableBuffer<TypedRow>(capacity: 64)
    /// Events below which something came, went or moved since then.
    var dirtyEvents = GrowableBuffer<EventRow>(capacity: 64)
    /// Whether the list of events itself changed since then.
    var isEventListDirty = false

    /// Where its entities are looked for; valid until the next batch.
    package let lookup: RowLookup

    package init() {
        indexes = .allocate(capacity: EntityType.allCases.count)
        indexes.initialize(repeating: RowIndex(), count: EntityType.allCases.count)
        lookup = RowLookup(indexes)
        tables = EntityTables(indexes)
    }

    deinit { indexes.deallocate() }
}

/// A row of a typed table, and which one that is.
struct TypedRow: BitwiseCopyable, Equatable {
    var row: EntityRow
    var type: EntityType

    @inline(__always)
    init(_ type: EntityType, _ row: EntityRow) {
        self.type = type
        self.row = row
    }
}

extension EntityStore {
    /// Applies a batch, record by record; a dump replaces everything.
    ///
    /// - Complexity: O(records and their properties); a dump also O(old state).
    package mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        if !releasedRows.isEmpty || !releasedReferences.isEmpty { freeReleasedRows() }
        counts = ApplyCounts()
        switch batch.messageType {
        case .update:
            changes.begin()
            for index in 0..<batch.count {
                let record = batch.recordPointer + index
                if !patchWords(record, batch) { apply(record, batch) }
            }
        case .initialDump:
            changes.begin(isReset: true)
            replaceAll(with: batch)
        }
        counts.applied = batch.count - counts.orphanUpdates - counts.orphanDeletes
        return counts
    }

    @inline(never)
    private mutating func apply(
        _ record: UnsafePointer<BatchRecord>, _ batch: borrowing FrameBatch
    ) {
        if record.pointee.type == .reference {
            applyReference(record.pointee, batch)
            return
        }
        switch record.pointee.operation {
        case .patch: patch(record, batch)
        case .put: put(record, batch)
        case .remove: remove(record, batch)
        }
    }
}

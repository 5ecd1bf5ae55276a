import OddsModel
import OddsStore
import OddsWire

/// Keeps the graph of entities current in place, and makes tree values only of
/// what is read: a changed value is patched into its event, at the cost of the
/// leaf. An event below which something came, went or moved, or a text of more
/// than seven bytes changed, which has no room in place, is rebuilt when it is
/// read next. A value that the reader still holds is copied before it is
/// patched.
///
/// `apply`: O(records). `events`: O(leaves changed since the last call, stale
/// events, entities of those among them that are read), and O(events) where
/// some came or went. Allocates two blocks for each event rebuilt, at
/// most as many for one that is copied, and the array that it returns.
public struct IncrementalGraph: ReconstructionStrategy, ~Copyable {
    /// The strategy's name on the command line and in reports.
    public static var name: String { "graph" }

    var store = EntityStore()
    private var builder = EventModelBuilder()
    var tree = EventList()

    /// A strategy without entities.
    public init() {}

    public mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        store.apply(batch)
    }

    public var changes: ChangeSet { store.changes }

    public var lookup: RowLookup { store.lookup }

    public mutating func events(limit: Int) -> [EventModel] {
        if store.takeEventListChange() { tree.relist(&store) }
        patchChangedValues()
        for row in tree.rows.prefix(limit) where store.isEventStale(row) || tree[row] == nil {
            tree[row] = store.rebuildEvent(row, with: &builder, keepsNodes: true)
        }
        store.dropRebuiltEvents()
        return tree.events(limit: limit)
    }

    private mutating func patchChangedValues() {
        for position in 0..<store.dirtyRowCount {
            guard let row = store.eventToPatch(at: position), var event = tree.take(row) else {
                continue
            }
            store.patch(&event, at: position)
            tree[row] = event
        }
        store.clearDirtyRows()
    }

    public func references() -> [ReferenceModel] { store.referenceModels() }

    public mutating func value(of name: EntityName) -> EntityValue? {
        store.value(of: name, with: &builder)
    }

    public var tableMemory: [TableMemory] { store.tableMemory }

    #if ODDS_INVARIANTS
        public mutating func checkInvariants() throws(InvariantViolation) {
            try store.checkInvariants()
            try checkTree()
        }

        mutating func checkTree() throws(InvariantViolation) {
            try tree.checkInvariants(against: &store, &builder)
        }
    #endif
}

import OddsModel
import OddsStore
import OddsWire

/// Makes, after each frame, new values of the events that the frame touched, and
/// shares all else with the tree before. Where only values changed, a new event
/// is the old one with these patched: it shares the memory of all nodes but the
/// offers, or but what else was patched. An event below which something came,
/// went or moved, or a text of more than seven bytes changed, is rebuilt.
///
/// `apply`: O(offers of the touched events), O(entities of those rebuilt), and
/// O(events) where events come or go; allocates a block a touched event, two
/// where it is rebuilt. `events`: O(limit).
public struct DeltaRebuild: ReconstructionStrategy, ~Copyable {
    /// The strategy's name on the command line and in reports.
    public static var name: String { "delta" }

    private var store = EntityStore()
    private var builder = EventModelBuilder()
    private var tree = EventList()
    /// Whether batches were applied unread since the tree was rebuilt.
    private var isTreeOld = false
    /// Counts the rebuilds.
    private var rebuildNumber: UInt64 = 0
    /// The rebuild that made each event's value, by the index of its row: within
    /// it, nobody else has that value yet.
    private var madeBy: [UInt64] = []

    /// A strategy without entities.
    public init() {}

    public mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        let counts = applyUnread(batch)
        rebuild()
        return counts
    }

    public mutating func applyUnread(_ batch: borrowing FrameBatch) -> ApplyCounts {
        let counts = store.apply(batch)
        isTreeOld = true
        return counts
    }

    public mutating func rebuild() {
        if store.takeEventListChange() { tree.relist(&store) }
        patchChangedValues()
        for position in 0..<store.staleEventCount {
            guard let row = store.staleEvent(at: position) else { continue }
            tree[row] = store.rebuildEvent(row, with: &builder, keepsNodes: true)
        }
        store.dropRebuiltEvents()
        isTreeOld = false
    }

    private mutating func patchChangedValues() {
        rebuildNumber += 1
        while madeBy.count < store.eventRowCount { madeBy.append(0) }
        for position in 0..<store.dirtyRowCount {
            guard let row = store.eventToPatch(at: position) else { continue }
            let isNew = madeBy[row.index] == rebuildNumber
            madeBy[row.index] = rebuildNumber
            // A value that the tree still holds is copied before it is patched.
            guard var event = isNew ? tree.take(row) : tree[row] else { continue }
            store.patch(&event, at: position)
            tree[row] = event
        }
        store.clearDirtyRows()
    }

    public var changes: ChangeSet { store.changes }

    public var lookup: RowLookup { store.lookup }

    public mutating func events(limit: Int) -> [EventModel] {
        if isTreeOld { rebuild() }
        return tree.events(limit: limit)
    }

    public func references() -> [ReferenceModel] { store.referenceModels() }

    public mutating func value(of name: EntityName) -> EntityValue? {
        store.value(of: name, with: &builder)
    }

    public var tableMemory: [TableMemory] { store.tableMemory }

    #if ODDS_INVARIANTS
        public mutating func checkInvariants() throws(InvariantViolation) {
            try store.checkInvariants()
            guard !isTreeOld else { return }
            try tree.checkInvariants(against: &store, &builder)
        }
    #endif
}

import OddsModel
import OddsStore
import OddsWire

/// Rebuilds, after each frame, the events that the frame touched, and shares
/// all others with the tree before.
///
/// `apply`: O(entities of the touched events), and O(events) where events come
/// or go; allocates a block a touched event. `events`: O(limit).
public struct DeltaRebuild: ReconstructionStrategy, ~Copyable {
    public static var name: String { "delta" }

    private var store = EntityStore()
    private var builder = EventModelBuilder()
    private var tree = EventList()
    /// Whether batches were applied unread since the tree was rebuilt.
    private var isTreeOld = false

    public init() {}

    public mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        let counts = applyUnread(batch)
        rebuild()
        return counts
    }

    public mutating func applyUnread(_ batch: borrowing FrameBatch) -> ApplyCounts {
        let counts = store.apply(batch)
        store.markEventsOfDirtyRows()
        isTreeOld = true
        return counts
    }

    public mutating func rebuild() {
        if store.takeEventListChange() { tree.relist(store) }
        for position in 0..<store.staleEventCount {
            guard let row = store.staleEvent(at: position) else { continue }
            tree[row] = store.rebuildEvent(row, with: &builder, keepsNodes: false)
        }
        store.dropRebuiltEvents()
        isTreeOld = false
    }

    public var changes: ChangeSet { store.changes }

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
            try tree.checkInvariants(against: &store, &builder, isPatched: false)
        }
    #endif
}

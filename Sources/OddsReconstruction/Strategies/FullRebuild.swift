import OddsModel
import OddsStore
import OddsWire

/// Rebuilds the whole tree after each frame, eagerly, sharing nothing with the
/// tree before: what apps do today, done well.
///
/// `apply`: O(all entities); allocates two blocks an event. `events`: O(limit).
public struct FullRebuild: ReconstructionStrategy, ~Copyable {
    /// The strategy's name on the command line and in reports.
    public static var name: String { "full" }

    private var store = EntityStore()
    private var builder = EventModelBuilder()
    private var tree: [EventModel] = []
    /// Whether batches were applied unread since the tree was built.
    private var isTreeOld = false

    /// A strategy without entities.
    public init() {}

    public mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        let counts = applyUnread(batch)
        rebuild()
        return counts
    }

    public mutating func applyUnread(_ batch: borrowing FrameBatch) -> ApplyCounts {
        let counts = store.apply(batch)
        store.clearDirtyMarks()
        isTreeOld = true
        return counts
    }

    public mutating func rebuild() {
        tree.removeAll(keepingCapacity: true)
        tree.reserveCapacity(store.eventCount)
        store.forEachEventModel(with: &builder) { tree.append($0) }
        isTreeOld = false
    }

    public var changes: ChangeSet { store.changes }

    public var lookup: RowLookup { store.lookup }

    public mutating func events(limit: Int) -> [EventModel] {
        if isTreeOld { rebuild() }
        return tree.count <= limit ? tree : Array(tree.prefix(limit))
    }

    public func references() -> [ReferenceModel] { store.referenceModels() }

    public mutating func value(of name: EntityName) -> EntityValue? {
        store.value(of: name, with: &builder)
    }

    public var tableMemory: [TableMemory] { store.tableMemory }

    #if ODDS_INVARIANTS
        public mutating func checkInvariants() throws(InvariantViolation) {
            try store.checkInvariants()
        }
    #endif
}

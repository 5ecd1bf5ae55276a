import OddsModel
import OddsStore
import OddsWire

/// Rebuilds the whole tree after each frame, eagerly, sharing nothing with the
/// tree before: what apps do today, done well.
///
/// `apply`: O(all entities); allocates a block an event. `events`: O(limit).
public struct FullRebuild: ReconstructionStrategy, ~Copyable {
    public static var name: String { "full" }

    private var store = EntityStore()
    private var builder = EventModelBuilder()
    private var tree: [EventModel] = []

    public init() {}

    public mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        let counts = store.apply(batch)
        store.forgetDirt()
        tree.removeAll(keepingCapacity: true)
        tree.reserveCapacity(store.eventCount)
        store.forEachEventModel(with: &builder) { tree.append($0) }
        return counts
    }

    public var changes: ChangeSet { store.changes }

    public func events(limit: Int) -> [EventModel] { tree.count <= limit ? tree : Array(tree.prefix(limit)) }

    public func references() -> [ReferenceModel] { store.referenceModels() }
}

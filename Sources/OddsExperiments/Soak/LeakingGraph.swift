import OddsModel
import OddsReconstruction
import OddsWire

/// The strategy `graph` with a leak of 64 bytes per frame, which a soak has to
/// detect.
struct LeakingGraph: ReconstructionStrategy, ~Copyable {
    static var name: String { "graph, leaking" }

    private var base = IncrementalGraph()
    /// The last block leaked; each block holds the address of the previous one.
    private var lost: UnsafeMutableRawPointer?

    init() {}

    private mutating func leak() {
        let block = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
        block.storeBytes(of: lost, as: UnsafeMutableRawPointer?.self)
        lost = block
    }

    mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        leak()
        return base.apply(batch)
    }

    mutating func applyUnread(_ batch: borrowing FrameBatch) -> ApplyCounts {
        leak()
        return base.applyUnread(batch)
    }

    mutating func rebuild() { base.rebuild() }

    var changes: ChangeSet { base.changes }

    mutating func events(limit: Int) -> [EventModel] { base.events(limit: limit) }

    func references() -> [ReferenceModel] { base.references() }
}

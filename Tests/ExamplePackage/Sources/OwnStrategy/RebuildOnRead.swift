import OddsModel
import OddsReconstruction
import OddsWire

/// A strategy that is not part of OddsBench: rebuilds the whole tree like
/// `full`, but only when somebody reads it.
struct RebuildOnRead: ReconstructionStrategy, ~Copyable {
    static var name: String { "rebuild-on-read" }

    private var full = FullRebuild()

    mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts { full.applyUnread(batch) }

    var changes: ChangeSet { full.changes }

    mutating func events(limit: Int) -> [EventModel] { full.events(limit: limit) }

    func references() -> [ReferenceModel] { full.references() }
}

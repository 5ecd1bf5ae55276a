import OddsModel
import OddsStore
import OddsWire

/// A way to keep the nested tree of a channel current.
///
/// A strategy takes checked batches, reports what each changed, and gives the
/// current tree on demand. Frames that are rejected, stale or held never reach
/// it: `Channel` implements the feed contract's rules about frames, versions
/// and holding, a strategy all others. Measured loops are generic over the
/// strategy and chosen once per run. One thread owns a strategy.
public protocol ReconstructionStrategy: ~Copyable, SendableMetatype {
    /// The name on the command line and in reports.
    static var name: String { get }

    /// A strategy of a channel that has seen no frame.
    init()

    /// Applies a batch, a dump or an update, record by record. The batch's
    /// bytes may be read only during the call. The same as `applyUnread`
    /// followed by `rebuild`.
    ///
    /// - Complexity: O(records), and what the strategy says of its tree.
    mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts

    /// Applies a batch without what `rebuild` does. The same as `apply` unless
    /// a strategy says otherwise.
    mutating func applyUnread(_ batch: borrowing FrameBatch) -> ApplyCounts

    /// Brings the tree up to date after batches that were applied unread, for
    /// strategies that do not leave that to `events`. Not called where the
    /// tree is not read before more batches have been applied; then `events`
    /// must do it. Nothing unless a strategy says otherwise.
    mutating func rebuild()

    /// What the last batch changed; of use until the next one.
    var changes: ChangeSet { get }

    /// The first `limit` events of the tree, current, in server order; the
    /// whole tree for `Int.max`. A strategy may do its rebuilding here or in
    /// `apply`; both are measured.
    ///
    /// - Complexity: O(`limit`), and what the strategy says of its tree.
    mutating func events(limit: Int) -> [EventModel]

    /// All reference entities, by type and in order of arrival. Not on any
    /// measured path.
    ///
    /// - Complexity: O(bytes of reference entities).
    func references() -> [ReferenceModel]

    /// One entity as a value of its own, `nil` if it is not there. What
    /// observers of single entities are given. Unless a strategy says
    /// otherwise it is looked for in the whole tree, where entities without
    /// their parents do not show.
    ///
    /// - Complexity: O(entity), or O(entities) where the tree is searched.
    mutating func value(of name: EntityName) -> EntityValue?

    /// What the strategy's state takes, a table each; the tree that it keeps
    /// is not among them. Empty unless a strategy says otherwise. Not on any
    /// measured path.
    var tableMemory: [TableMemory] { get }

    /// Where its store will look for a frame's entities, which the parser of that
    /// frame is told; valid until the next batch. Nothing is known unless a
    /// strategy says otherwise.
    var lookup: RowLookup { get }

    #if ODDS_INVARIANTS
        /// Checks the strategy's own state between batches. Does nothing unless
        /// a strategy says otherwise.
        ///
        /// - Complexity: O(whole state).
        mutating func checkInvariants() throws(InvariantViolation)
    #endif
}

extension ReconstructionStrategy where Self: ~Copyable {
    /// Does all that `apply` does.
    @inlinable
    public mutating func applyUnread(_ batch: borrowing FrameBatch) -> ApplyCounts {
        apply(batch)
    }

    /// Does nothing.
    @inlinable
    public mutating func rebuild() {}

    /// - Complexity: O(entities).
    public mutating func value(of name: EntityName) -> EntityValue? {
        TreeSearch.value(of: name, in: events(limit: .max), references())
    }

    /// None.
    public var tableMemory: [TableMemory] { [] }

    /// None.
    @inlinable
    public var lookup: RowLookup { .none }

    #if ODDS_INVARIANTS
        /// Checks nothing.
        public mutating func checkInvariants() throws(InvariantViolation) {}
    #endif
}

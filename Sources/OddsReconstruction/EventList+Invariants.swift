import OddsModel
import OddsStore

#if ODDS_INVARIANTS
extension EventList {
    package enum Invariant: String, CaseIterable, Sendable {
        /// Rows and their positions name each other.
        case positions
        /// The list holds the store's events in their order.
        case events
        /// An event that is not stale has the entities and values that the
        /// store has.
        case values
        /// Where a store notes the position of each entity's node, the node is
        /// there.
        case nodePositions
    }

    /// Checks the list against the store that it shows, between batches.
    ///
    /// Values may differ until changed ones are patched in.
    ///
    /// - Complexity: O(entities below events); allocates.
    func checkInvariants(
        against store: inout EntityStore, _ builder: inout EventModelBuilder
    ) throws(InvariantViolation) {
        for (position, row) in rows.enumerated() {
            try require(
                row.index < positions.count && positions[row.index] == position,
                Invariant.positions, "events", row.index)
        }
        try require(
            models.count == rows.count && positions.count { $0 >= 0 } == rows.count,
            Invariant.positions, "events")
        // Until it is read, the list is that of an earlier state.
        guard !store.hasEventListChanged else { return }
        var current: [EventRow] = []
        store.forEachEvent { row, _ in current.append(row) }
        try require(current == rows, Invariant.events, "events")
        for (row, model) in zip(rows, models) where !store.isEventStale(row) {
            guard let model else { continue }
            try require(
                store.nodesMatch(model, ofEventAt: row), Invariant.nodePositions, "events",
                row.index)
            guard store.dirtyRowCount == 0 else { continue }
            let expected = store.event(at: row, with: &builder)
            try require(model == expected, Invariant.values, "events", row.index)
        }
    }
}
#endif

import OddsModel
import OddsStore

/// The events of a tree in server order, by their rows in the store. An event
/// may be missing, to be made when it is read.
struct EventList {
    /// The events' rows in server order.
    var rows: [EventRow] = []
    var models: [EventModel?] = []
    /// Where each row stands in `rows`, by its index; negative: nowhere.
    var positions: [Int] = []

    init() {}

    /// The event at a row, which is in the list.
    subscript(row: EventRow) -> EventModel? {
        get { models[positions[row.index]] }
        set { models[positions[row.index]] = newValue }
    }

    /// Takes an event out for a change in place, so that nothing here holds it
    /// meanwhile.
    mutating func take(_ row: EventRow) -> EventModel? {
        var event: EventModel?
        swap(&event, &models[positions[row.index]])
        return event
    }

    /// The first `limit` events, which are all there.
    ///
    /// - Complexity: O(`limit`).
    func events(limit: Int) -> [EventModel] { models.prefix(limit).map { $0! } }

    /// Takes over which events there are and how they stand; those that are
    /// stale are missing from now on.
    ///
    /// - Complexity: O(events).
    mutating func relist(_ store: inout EntityStore) {
        var newRows: [EventRow] = []
        var newModels: [EventModel?] = []
        var newPositions = [Int](repeating: -1, count: store.eventRowCount)
        newRows.reserveCapacity(store.eventCount)
        newModels.reserveCapacity(store.eventCount)
        store.forEachEvent { row, isStale in
            let isKnown = row.index < positions.count && positions[row.index] >= 0
            newPositions[row.index] = newRows.count
            newRows.append(row)
            newModels.append(isKnown && !isStale ? self[row] : nil)
        }
        (rows, models, positions) = (newRows, newModels, newPositions)
    }
}

import OddsModel

// What of the tree is out of date, for the strategies that keep one. A value
// that changed is noted at its row and climbs to its event only when somebody
// asks; whatever came, went or moved is noted at the event at once, as the way
// up may be another one later.
//
// What reading the tree calls is `mutating` even where it changes nothing: to
// other methods the optimizer lends a copy of the whole store.

extension EntityStore {
    /// Whether events came or went since the last call.
    package mutating func takeEventListChange() -> Bool {
        defer { isEventListDirty = false }
        return isEventListDirty
    }

    /// Calls `body` with the row of each event in server order, and whether the event has
    /// to be rebuilt.
    package mutating func forEachEvent(_ body: (EventRow, _ isStale: Bool) -> Void) {
        let matches = tables.table(.match)
        for row in tables.eventRows() {
            body(EventRow(row), matches.pointee.state(row).pointee.flags.contains(.isDirtyBelow))
        }
    }

    /// The rows ever used by events: their indices are below it.
    package var eventRowCount: Int {
        mutating get { tables.table(.match).pointee.rowCount }
    }

    /// Whether the event at `row` has to be rebuilt.
    package mutating func isEventStale(_ row: EventRow) -> Bool {
        tables.table(.match).pointee.state(row.entity).pointee.flags.contains(.isDirtyBelow)
    }

    /// Rebuilds the event at `row`, which is no longer stale; see `makeEvent`.
    package mutating func rebuildEvent(
        _ row: EventRow, with builder: inout EventModelBuilder, keepsNodes: Bool
    ) -> EventModel {
        tables.table(.match).pointee.state(row.entity).pointee.flags.remove(.isDirtyBelow)
        return makeEvent(row, with: &builder, keepsNodes: keepsNodes)
    }

    /// Clears all marks, as the whole tree is rebuilt.
    package mutating func clearDirtyMarks() {
        clearDirtyRows()
        for position in 0..<dirtyEvents.count {
            let row = dirtyEvents[position]
            tables.table(.match).pointee.state(row.entity).pointee.flags.remove(.isDirtyBelow)
        }
        dirtyEvents.truncate(to: 0)
        isEventListDirty = false
    }

    /// The number of events listed as stale, those included that were rebuilt
    /// or went since the last `dropRebuiltEvents`.
    package var staleEventCount: Int { mutating get { dirtyEvents.count } }

    /// The row of a stale event that is there.
    package mutating func staleEvent(at position: Int) -> EventRow? {
        let row = dirtyEvents[position]
        guard isEventStale(row), tables.table(.match).pointee.exists(row.entity) else { return nil }
        return row
    }

    /// Takes from the list of stale events those that are not any more.
    ///
    /// - Complexity: O(`staleEventCount`).
    package mutating func dropRebuiltEvents() {
        var kept = 0
        for position in 0..<dirtyEvents.count where isEventStale(dirtyEvents[position]) {
            dirtyEvents[kept] = dirtyEvents[position]
            kept += 1
        }
        dirtyEvents.truncate(to: kept)
    }
}

// MARK: - Patching

extension EntityStore {
    /// The number of rows whose values changed since the last
    /// `clearDirtyRows`.
    package var dirtyRowCount: Int { mutating get { dirtyRows.count } }

    /// The event whose value can be brought up to date by `patch`, for a row
    /// with changed values. An entity that shows in several places makes its
    /// events stale instead.
    package mutating func eventToPatch(at position: Int) -> EventRow? {
        let dirty = dirtyRows[position]
        switch place(of: dirty.type, dirty.row) {
        case .hidden:
            return nil
        case .several:
            markParent(dirty.type, dirty.row)
            return nil
        case .one(let event):
            return isEventStale(event) ? nil : event
        }
    }

    /// Writes a row's changed values into its event, which `rebuildEvent` made
    /// with `keepsNodes`.
    ///
    /// - Complexity: O(properties of the row), if nobody else holds the event.
    package mutating func patch(_ event: inout EventModel, at position: Int) {
        let dirty = dirtyRows[position]
        patch(&event, dirty.type, dirty.row)
    }

    /// Clears the marks of changed values.
    package mutating func clearDirtyRows() {
        for position in 0..<dirtyRows.count {
            let dirty = dirtyRows[position]
            tables.table(dirty.type).pointee.state(dirty.row).pointee.flags
                .subtract([.isDirty, .hasDirtyTexts])
        }
        dirtyRows.truncate(to: 0)
    }

    private enum Place {
        case hidden
        case one(EventRow)
        case several
    }

    /// In which event the entity at `row` shows.
    private mutating func place(of type: EntityType, _ row: EntityRow) -> Place {
        let table = tables.table(type)
        guard table.pointee.exists(row) else { return .hidden }
        switch type {
        case .match:
            return .one(EventRow(row))
        case .market, .eventInfo:
            guard table.pointee.has(0, row) else { return .hidden }
            return place(of: .match, table.pointee.link(0, row))
        case .outcome:
            let edges = table.pointee.edges[row]
            guard !edges.isEmpty else { return .hidden }
            guard edges.first == edges.last else { return .several }
            return place(of: .market, tables.edges[edges.first].market.entity)
        case .bettingOffer:
            guard table.pointee.has(Schema.Offer.outcomeId, row) else { return .hidden }
            return place(of: .outcome, table.pointee.link(Schema.Offer.outcomeId, row))
        case .marketOutcomeRelation, .reference:
            return .hidden
        }
    }

    /// Writes the row's values into its node. Links and long texts are as they
    /// were, or the event would be stale.
    private mutating func patch(_ event: inout EventModel, _ type: EntityType, _ row: EntityRow) {
        let table = tables.table(type)
        let state = table.pointee.state(row).pointee
        let index = type == .match ? 0 : Int(table.pointee.structure(row).pointee.node)
        let changesTexts = state.flags.contains(.hasDirtyTexts)
        event.withUniqueNode(type, at: index, changesTexts: changesTexts) { header, slots in
            header.pointee.present = state.present
            header.pointee.booleans = table.pointee.structure(row).pointee.booleans
            var words = state.present & table.pointee.wordMask
            while words != 0 {
                let column = words.trailingZeroBitCount
                words &= words - 1
                slots.words[column] = table.pointee.word(column, row)
            }
            guard changesTexts else { return }
            var rest = state.present & table.pointee.textMask
            while rest != 0 {
                let column = rest.trailingZeroBitCount
                rest &= rest - 1
                let slot = texts.shortSlots[table.pointee.text(column, row).index]
                if slot != 0 { slots.texts[column] = slot }
            }
        }
    }
}

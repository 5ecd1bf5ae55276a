import OddsModel

// What of the tree is out of date, for the strategies that keep one. A value
// that changed is noted at its row and climbs to its event only when somebody
// asks; whatever came, went or moved is noted at the event at once, as the way
// up may be another one later.

extension EntityStore {
    /// Whether events came or went since the last call.
    package mutating func takeEventListChange() -> Bool {
        defer { isEventListDirty = false }
        return isEventListDirty
    }

    /// Calls `body` with the row of each event in server order.
    package func forEachEvent(_ body: (Int) -> Void) { forEachEventRow(body) }

    /// The first row number that no event has: rows are below it.
    package var eventRowEnd: Int { tables.table(.match).pointee.rowCount }

    /// Whether the event at `row` has to be made anew.
    package func isEventStale(_ row: Int) -> Bool {
        tables.table(.match).pointee.state(row).pointee.flags.contains(.isDirtyBelow)
    }

    /// Makes the event at `row` anew; it is not stale any more. See
    /// `makeEvent`.
    package mutating func renewEvent(
        _ row: Int, with builder: inout EventModelBuilder, keepsNodes: Bool
    ) -> EventModel {
        tables.table(.match).pointee.state(row).pointee.flags.remove(.isDirtyBelow)
        return makeEvent(row, with: &builder, keepsNodes: keepsNodes)
    }

    /// Forgets all notes: the whole tree is made anew.
    package mutating func forgetDirt() {
        forgetDirtyRows()
        for position in 0..<dirtyEvents.count {
            let row = Row(dirtyEvents[position])
            tables.table(.match).pointee.state(row).pointee.flags.remove(.isDirtyBelow)
        }
        dirtyEvents.truncate(to: 0)
        isEventListDirty = false
    }

    /// Makes every event stale in which a value changed.
    package mutating func raiseDirtyRows() {
        takeDirtyRows { store, reference in
            store.markParent(reference.type, Row(reference.row))
        }
    }

    /// The number of events listed as stale, those included that were renewed
    /// or went since the last `dropRenewedEvents`.
    package var staleEventCount: Int { dirtyEvents.count }

    /// The row of a stale event that is there.
    package func staleEvent(at position: Int) -> Int? {
        let row = Row(dirtyEvents[position])
        guard isEventStale(row), tables.table(.match).pointee.exists(row) else { return nil }
        return row
    }

    /// Takes from the list of stale events those that are not any more.
    /// Complexity: O(`staleEventCount`).
    package mutating func dropRenewedEvents() {
        var kept = 0
        for position in 0..<dirtyEvents.count where isEventStale(Row(dirtyEvents[position])) {
            dirtyEvents[kept] = dirtyEvents[position]
            kept += 1
        }
        dirtyEvents.truncate(to: kept)
    }

    private mutating func takeDirtyRows(_ body: (inout EntityStore, RowReference) -> Void) {
        for position in 0..<dirtyRows.count {
            let reference = dirtyRows[position]
            let table = tables.table(reference.type)
            table.pointee.state(Row(reference.row)).pointee.flags.remove(.isDirty)
            body(&self, reference)
        }
        dirtyRows.truncate(to: 0)
    }
}

// MARK: - Patching

extension EntityStore {
    /// The number of rows whose values changed since the last
    /// `forgetDirtyRows`.
    package var dirtyRowCount: Int { dirtyRows.count }

    /// The event whose value can be brought up to date by `patch`, for a row
    /// with changed values. An entity that shows in several places makes its
    /// events stale instead.
    package mutating func eventToPatch(at position: Int) -> Int? {
        let reference = dirtyRows[position]
        let row = Row(reference.row)
        switch place(of: reference.type, row) {
        case .hidden:
            return nil
        case .several:
            markParent(reference.type, row)
            return nil
        case .one(let event):
            return isEventStale(event) ? nil : event
        }
    }

    /// Writes a row's changed values into its event, which `renewEvent` made
    /// with `keepsNodes`. Complexity: O(properties of the row), if nobody else
    /// holds the event.
    package func patch(_ event: inout EventModel, at position: Int) {
        let reference = dirtyRows[position]
        patch(&event, reference.type, Row(reference.row))
    }

    /// Forgets that values changed.
    package mutating func forgetDirtyRows() { takeDirtyRows { _, _ in } }

    private enum Place {
        case hidden
        case one(Row)
        case several
    }

    /// In which event the entity at `row` shows.
    private func place(of type: EntityType, _ row: Row) -> Place {
        let table = tables.table(type)
        guard table.pointee.exists(row) else { return .hidden }
        switch type {
        case .match:
            return .one(row)
        case .market, .eventInfo:
            guard table.pointee.has(0, row) else { return .hidden }
            return place(of: .match, table.pointee.link(0, row))
        case .outcome:
            let edge = table.pointee.otherChildren[row].first
            guard edge != noRow else { return .hidden }
            guard tables.edges[Row(edge)].pointee.nextInOutcome == noRow else { return .several }
            return place(of: .market, Row(tables.edges[Row(edge)].pointee.market))
        case .bettingOffer:
            guard table.pointee.has(Schema.Offer.outcomeId, row) else { return .hidden }
            return place(of: .outcome, table.pointee.link(Schema.Offer.outcomeId, row))
        case .marketOutcomeRelation, .reference:
            return .hidden
        }
    }

    /// Writes the row's values into its node. Links and long texts are as they
    /// were, or the event would be stale.
    private func patch(_ event: inout EventModel, _ type: EntityType, _ row: Row) {
        let table = tables.table(type)
        let state = table.pointee.state(row).pointee
        let index = type == .match ? 0 : Int(table.pointee.nodes[row])
        event.withUniqueNode(type, at: index) { header, slots in
            header.pointee.present = state.present
            header.pointee.booleans = table.pointee.booleans[row]
            var rest = state.present & ~table.pointee.booleanMask
            while rest != 0 {
                let column = rest.trailingZeroBitCount
                rest &= rest - 1
                switch table.pointee.forms[column] {
                case .word: slots[column] = table.pointee.word(column, row)
                case .text:
                    let text = texts.bytes(table.pointee.text(column, row))
                    if let slot = TextSlot(short: text) { slots[column] = slot.rawValue }
                case .link: break
                }
            }
        }
    }
}

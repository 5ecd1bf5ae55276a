import OddsModel

// What a batch changed, entity by entity, and what of the tree is out of date.

extension EntityStore {
    @inline(__always)
    mutating func noteUpdate(_ type: EntityType, _ row: EntityRow, _ changes: Changes) {
        let table = tables.table(type)
        let state = table.pointee.state(row)
        if isTracking { noteEntry(of: type, row, state, changes.properties) }
        if changes.needRebuild {
            // No place for it in an event that is there already.
            markParent(type, row)
            return
        }
        guard type != .marketOutcomeRelation else { return }
        if changes.properties & table.pointee.textMask != 0 {
            state.pointee.flags.insert(.hasDirtyTexts)
        }
        markDirty(type, row, state)
    }

    /// `noteUpdate` of integers and numbers, for which every event has room.
    @inline(__always)
    mutating func noteWordUpdate(
        _ type: EntityType, _ row: EntityRow, _ state: UnsafeMutablePointer<RowState>,
        _ changed: UInt32
    ) {
        assert(isTracking && type != .marketOutcomeRelation)
        noteEntry(of: type, row, state, changed)
        markDirty(type, row, state)
    }

    @inline(__always)
    private mutating func noteEntry(
        of type: EntityType, _ row: EntityRow, _ state: UnsafeMutablePointer<RowState>,
        _ changed: UInt32
    ) {
        let properties = PropertySet(rawValue: changed)
        let position = Int(state.pointee.change)
        if changes.isEntry(position, ofRow: row.number, type) {
            changes.noteUpdate(at: position, properties: properties)
        } else {
            addEntry(type, row, state, .updated, properties)
        }
    }

    @inline(__always)
    private mutating func markDirty(
        _ type: EntityType, _ row: EntityRow, _ state: UnsafeMutablePointer<RowState>
    ) {
        guard !state.pointee.flags.contains(.isDirty) else { return }
        state.pointee.flags.insert(.isDirty)
        dirtyRows.append(TypedRow(type, row))
    }

    mutating func noteInsertion(_ type: EntityType, _ row: EntityRow) {
        guard isTracking else { return }
        let state = tables.table(type).pointee.state(row)
        let position = Int(state.pointee.change)
        if changes.isEntry(position, ofRow: row.number, type) {
            changes.noteInsertion(at: position)
        } else {
            addEntry(type, row, state, .inserted, [])
        }
    }

    mutating func noteRemoval(_ type: EntityType, _ row: EntityRow) {
        let state = tables.table(type).pointee.state(row)
        let position = Int(state.pointee.change)
        if changes.isEntry(position, ofRow: row.number, type) {
            changes.noteRemoval(at: position)
        } else {
            addEntry(type, row, state, .removed, [])
        }
    }

    @inline(__always)
    private mutating func addEntry(
        _ type: EntityType, _ row: EntityRow, _ state: UnsafeMutablePointer<RowState>,
        _ kinds: ChangeSet.Kinds, _ properties: PropertySet
    ) {
        let entry = ChangeSet.Entry(
            key: changeKey(state.pointee.key), type: type, kinds: kinds, properties: properties,
            row: row.number)
        state.pointee.change = UInt32(truncatingIfNeeded: changes.appendOwned(entry))
    }

    /// A key as the change set has it: it keeps text ids in its own table.
    @inline(__always)
    mutating func changeKey(_ key: EntityKey) -> EntityKey {
        guard !key.isWord else { return key }
        return EntityKey(textPosition: changes.addText(texts.bytes(key.text)))
    }

    // MARK: The tree

    /// Something came, went or moved below `row`. While a dump is read, all events are
    /// marked as they come.
    mutating func markParent(_ type: EntityType, _ row: EntityRow) {
        guard isTracking else { return }
        forEachEvent(above: type, row) { store, event in store.markEvent(event) }
    }

    mutating func markEvent(_ row: EventRow) {
        let state = tables.table(.match).pointee.state(row.entity)
        guard !state.pointee.flags.contains(.isDirtyBelow) else { return }
        state.pointee.flags.insert(.isDirtyBelow)
        dirtyEvents.append(row)
    }

    /// Calls `body` with the row of each event that shows, or would show if it
    /// were there, the entity at `row`.
    ///
    /// - Complexity: O(markets of the outcome).
    mutating func forEachEvent(
        above type: EntityType, _ row: EntityRow, _ body: (inout EntityStore, EventRow) -> Void
    ) {
        switch type {
        case .match:
            body(&self, EventRow(row))
        case .market, .eventInfo:
            let table = tables.table(type)
            if table.pointee.has(0, row) { body(&self, EventRow(table.pointee.link(0, row))) }
        case .outcome:
            for edge in tables.edges(ofOutcome: row) {
                forEachEvent(above: .market, tables.edges[edge].market.entity, body)
            }
        case .bettingOffer:
            let table = tables.table(type)
            guard table.pointee.has(Schema.Offer.outcomeId, row) else { return }
            forEachEvent(above: .outcome, table.pointee.link(Schema.Offer.outcomeId, row), body)
        case .marketOutcomeRelation, .reference:
            break
        }
    }
}

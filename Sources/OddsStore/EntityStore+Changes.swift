import OddsModel

// What a batch changed, entity by entity, and what of the tree is out of date.

extension EntityStore {
    @inline(__always)
    mutating func noteUpdate(_ type: EntityType, _ row: EntityRow, _ changed: UInt32) {
        if isTracking { noteEntry(of: type, row, changed) }
        markRow(type, row, changed)
    }

    /// `noteUpdate` of integers and numbers, for which every event has room.
    @inline(__always)
    mutating func noteWordUpdate(
        _ type: EntityType, _ row: EntityRow, _ changed: UInt32,
        _ table: UnsafeMutablePointer<EntityTable>
    ) {
        assert(isTracking && type != .marketOutcomeRelation)
        noteEntry(of: type, row, changed)
        markDirty(type, row, table)
    }

    @inline(__always)
    private mutating func noteEntry(of type: EntityType, _ row: EntityRow, _ changed: UInt32) {
        let properties = PropertySet(rawValue: changed)
        if let entry = entry(of: type, row) {
            changes.noteUpdate(at: entry, properties: properties)
        } else {
            addEntry(type, row, .updated, properties)
        }
    }

    @inline(__always)
    private mutating func markDirty(
        _ type: EntityType, _ row: EntityRow, _ table: UnsafeMutablePointer<EntityTable>
    ) {
        let state = table.pointee.state(row)
        guard !state.pointee.flags.contains(.isDirty) else { return }
        state.pointee.flags.insert(.isDirty)
        dirtyRows.append(TypedRow(type, row))
    }

    mutating func noteInsertion(_ type: EntityType, _ row: EntityRow) {
        guard isTracking else { return }
        if let entry = entry(of: type, row) {
            changes.noteInsertion(at: entry)
        } else {
            addEntry(type, row, .inserted, [])
        }
    }

    mutating func noteRemoval(_ type: EntityType, _ row: EntityRow) {
        if let entry = entry(of: type, row) {
            changes.noteRemoval(at: entry)
        } else {
            addEntry(type, row, .removed, [])
        }
    }

    /// The position of the row's entry in the change set, if it has one.
    @inline(__always)
    private func entry(of type: EntityType, _ row: EntityRow) -> Int? {
        let position = Int(tables.table(type).pointee.state(row).pointee.change)
        return changes.isEntry(position, ofRow: row.number, type) ? position : nil
    }

    @inline(__always)
    private mutating func addEntry(
        _ type: EntityType, _ row: EntityRow, _ kinds: ChangeSet.Kinds, _ properties: PropertySet
    ) {
        let state = tables.table(type).pointee.state(row)
        let key = changeKey(state.pointee.key)
        let entry = ChangeSet.Entry(
            key: key, type: type, kinds: kinds, properties: properties,
            row: row.number)
        state.pointee.change = UInt32(truncatingIfNeeded: changes.appendOwned(entry))
    }

    /// A key as the change set has it: it keeps text ids in its own table.
    @inline(__always)
    mutating func changeKey(_ key: EntityKey) -> EntityKey {
        guard !key.isNumber else { return key }
        return EntityKey(textPosition: changes.addText(texts.bytes(key.text)))
    }

    // MARK: The tree

    /// The values of the entity at `row` changed.
    @inline(__always)
    private mutating func markRow(_ type: EntityType, _ row: EntityRow, _ changed: UInt32) {
        let table = tables.table(type)
        let variable = table.pointee.textMask | table.pointee.linkMask
        if changed & variable != 0, hasLongText(changed, row, table) {
            // No place for it in an event that is there already.
            markParent(type, row)
            return
        }
        guard type != .marketOutcomeRelation else { return }
        if changed & variable != 0 { table.pointee.state(row).pointee.flags.insert(.hasDirtyTexts) }
        markDirty(type, row, table)
    }

    /// Whether one of the `changed` texts may not fit into a slot. A link is
    /// taken for one that does not.
    @inline(__always)
    private func hasLongText(
        _ changed: UInt32, _ row: EntityRow, _ table: UnsafeMutablePointer<EntityTable>
    ) -> Bool {
        if changed & table.pointee.linkMask != 0 { return true }
        var rest = changed & table.pointee.textMask & table.pointee.state(row).pointee.present
        while rest != 0 {
            let text = texts.bytes(table.pointee.text(rest.trailingZeroBitCount, row))
            if text.count > TextSlot.shortCountMax { return true }
            rest &= rest - 1
        }
        return false
    }

    /// Something came, went or moved below `row`.
    mutating func markParent(_ type: EntityType, _ row: EntityRow) {
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

import OddsModel
import OddsWire

// The reference entities of a dump.

extension EntityStore {
    /// Puts a reference entity into the new state, and notes as its `change` which row
    /// it had in the old one.
    mutating func putReference(
        _ record: BatchRecord, _ batch: borrowing FrameBatch, replacing old: borrowing EntityTables
    ) {
        let row = rowForPut(reference: record, batch)
        let state = tables.references.states[row]
        let name = tables.references.types[state.type].name
        var oldRow = ReferenceRow.noRow
        if let type = old.references.findType(name),
            let found = old.references.find(state.key, type: type),
            old.references.states[found].exists {
            oldRow = found
            tables.references.expectNames(of: oldRow, in: old.references)
            old.references.states[oldRow].change = ReferenceState.replaced
        }
        putReference(record, in: row, batch)
        tables.references.states[row].change = oldRow.number
    }

    mutating func noteReferenceDifference(_ old: borrowing EntityTables) {
        for row in tables.references.states.rows
        where tables.references.states[row].exists {
            let oldRow = ReferenceRow(number: tables.references.states[row].change)
            if oldRow == .noRow {
                _ = appendReferenceEntry(row, .inserted)
            } else {
                notePairDifference(row, oldRow, old)
            }
        }
        for row in old.references.states.rows
        where old.references.states[row].exists
            && old.references.states[row].change != ReferenceState.replaced {
            let state = old.references.states[row]
            let name = old.references.types[state.type].name
            let key = changeKey(state.key)
            _ = changes.appendReference(
                key: key, typePosition: changes.addText(texts.bytes(name)), kinds: .removed)
        }
    }

    private mutating func notePairDifference(
        _ row: ReferenceRow, _ oldRow: ReferenceRow, _ old: borrowing EntityTables
    ) {
        var entry = -1
        // Mostly both have the same properties in the same order.
        var oldPairs = old.references.pairs(of: oldRow)
        var hasSameNames = true
        for pair in tables.references.pairs(of: row) {
            let pair = tables.references.pairs[pair]
            var oldValue: ReferenceValue?
            if hasSameNames, let oldPair = oldPairs.next(),
                old.references.pairs[oldPair].name == pair.name {
                oldValue = old.references.pairs[oldPair].value
            } else {
                hasSameNames = false
                oldValue = Self.value(of: pair.name, oldRow, old.references)
            }
            if oldValue != pair.value { noteDifference(in: pair.name, row, &entry) }
        }
        if hasSameNames, oldPairs.next() == nil { return }
        for pair in old.references.pairs(of: oldRow) {
            let name = old.references.pairs[pair].name
            if Self.value(of: name, row, tables.references) == nil {
                noteDifference(in: name, row, &entry)
            }
        }
    }

    private mutating func noteDifference(
        in name: TextID, _ row: ReferenceRow, _ entry: inout Int
    ) {
        if entry < 0 { entry = appendReferenceEntry(row, []) }
        changes.appendOwnedReferenceUpdate(at: entry, key: texts.bytes(name))
    }

    private static func value(
        of name: TextID, _ row: ReferenceRow, _ references: borrowing ReferenceTables
    ) -> ReferenceValue? {
        for pair in references.pairs(of: row) where references.pairs[pair].name == name {
            return references.pairs[pair].value
        }
        return nil
    }

    mutating func releaseReferenceTexts(of old: borrowing EntityTables) {
        for type in old.references.types.rows {
            texts.release(old.references.types[type].name)
        }
        for row in old.references.states.rows where old.references.states[row].exists {
            releaseText(of: old.references.states[row].key)
            for pair in old.references.pairs(of: row) {
                texts.release(old.references.pairs[pair].name)
                release(old.references.pairs[pair].value)
            }
        }
    }
}

import OddsModel
import OddsWire

// INITIAL_DUMP (EM-D3): the new state is built beside the old one, and the
// change set is the difference. Allocates.

extension EntityStore {
    mutating func replaceAll(with batch: borrowing FrameBatch) {
        var old = EntityTables(indexes)
        swap(&old, &tables)
        dirtyRows.truncate(to: 0)
        dirtyEvents.truncate(to: 0)
        isEventListDirty = true
        reserve(for: batch)
        isTracking = false
        for index in 0..<batch.count { apply(batch[index], batch) }
        isTracking = true
        changes.reserve(batch.count)
        for type in EntityType.typed { noteDifference(type, old) }
        noteReferenceDifference(old)
        releaseTexts(of: old)
    }

    private mutating func reserve(for batch: borrowing FrameBatch) {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: EntityType.allCases.count) {
            $0.initialize(repeating: 0)
            for index in 0..<batch.count { $0[Int(batch[index].type.rawValue)] += 1 }
            for type in EntityType.typed {
                tables.table(type).pointee.reserve(adding: $0[Int(type.rawValue)])
            }
            tables.edges.reserve(
                adding: $0[Int(EntityType.marketOutcomeRelation.rawValue)])
        }
    }

    // MARK: Typed

    private mutating func noteDifference(_ type: EntityType, _ old: borrowing EntityTables) {
        let newTable = tables.table(type)
        let oldTable = old.table(type)
        for row in newTable.pointee.rows where newTable.pointee.exists(row) {
            let key = newTable.pointee.key(row)
            if let oldRow = oldTable.pointee.find(key), oldTable.pointee.exists(oldRow) {
                let changed = difference(type, row, oldRow, old)
                if changed != 0 {
                    _ = changes.append(
                        key: changeKey(key), type: type, kinds: .updated,
                        properties: PropertySet(rawValue: changed))
                }
            } else {
                _ = changes.append(key: changeKey(key), type: type, kinds: .inserted)
            }
        }
        for row in oldTable.pointee.rows where oldTable.pointee.exists(row) {
            let key = oldTable.pointee.key(row)
            if let newRow = newTable.pointee.find(key), newTable.pointee.exists(newRow) {
                continue
            }
            _ = changes.append(key: changeKey(key), type: type, kinds: .removed)
        }
    }

    /// The properties in which the new row differs from the old one.
    private func difference(
        _ type: EntityType, _ row: EntityRow, _ oldRow: EntityRow, _ old: borrowing EntityTables
    ) -> UInt32 {
        let newTable = tables.table(type)
        let oldTable = old.table(type)
        let present = newTable.pointee.state(row).pointee.present
        let oldPresent = oldTable.pointee.state(oldRow).pointee.present
        var changed = present ^ oldPresent
        let common = present & oldPresent
        let booleans = newTable.pointee.structure(row).pointee.booleans
        let oldBooleans = oldTable.pointee.structure(oldRow).pointee.booleans
        changed |= (booleans ^ oldBooleans) & common
        var rest = common & ~newTable.pointee.booleanMask
        while rest != 0 {
            let column = rest.trailingZeroBitCount
            let bit = rest & (0 &- rest)
            rest ^= bit
            let isSame: Bool
            switch newTable.pointee.forms[column] {
            case .word:
                isSame = newTable.pointee.word(column, row) == oldTable.pointee.word(column, oldRow)
            case .text:
                isSame = newTable.pointee.text(column, row) == oldTable.pointee.text(column, oldRow)
            case .link:
                let target = newTable.pointee.linkTargets[column]
                isSame =
                    tables.table(target).pointee.key(newTable.pointee.link(column, row))
                    == old.table(target).pointee.key(oldTable.pointee.link(column, oldRow))
            }
            if !isSame { changed |= bit }
        }
        return changed
    }

    // MARK: References

    private mutating func noteReferenceDifference(_ old: borrowing EntityTables) {
        for row in tables.references.states.rows
        where tables.references.states[row].exists {
            guard let oldRow = counterpart(of: row, in: tables.references, old.references) else {
                _ = appendReferenceEntry(row, .inserted)
                continue
            }
            notePairDifference(row, oldRow, old)
        }
        for row in old.references.states.rows where old.references.states[row].exists {
            guard counterpart(of: row, in: old.references, tables.references) == nil else {
                continue
            }
            let state = old.references.states[row]
            let name = old.references.types[state.type].name
            let key = changeKey(state.key)
            _ = changes.appendReference(
                key: key, typePosition: changes.addText(texts.bytes(name)), kinds: .removed)
        }
    }

    /// The row of the same entity in another state, if it is there.
    private func counterpart(
        of row: ReferenceRow, in tables: borrowing ReferenceTables,
        _ other: borrowing ReferenceTables
    ) -> ReferenceRow? {
        let state = tables.states[row]
        guard let type = other.findType(tables.types[state.type].name),
            let otherRow = other.find(state.key, type: type), other.states[otherRow].exists
        else { return nil }
        return otherRow
    }

    private mutating func notePairDifference(
        _ row: ReferenceRow, _ oldRow: ReferenceRow, _ old: borrowing EntityTables
    ) {
        var entry = -1
        for pair in tables.references.pairs(of: row) {
            let pair = tables.references.pairs[pair]
            if Self.value(of: pair.name, oldRow, old.references) != pair.value {
                noteDifference(in: pair.name, row, &entry)
            }
        }
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
        changes.noteReferenceUpdate(at: entry, key: texts.bytes(name))
    }

    private static func value(
        of name: TextID, _ row: ReferenceRow, _ references: borrowing ReferenceTables
    ) -> ReferenceValue? {
        for pair in references.pairs(of: row) where references.pairs[pair].name == name {
            return references.pairs[pair].value
        }
        return nil
    }

    // MARK: The old state's text

    private mutating func releaseTexts(of old: borrowing EntityTables) {
        for type in EntityType.typed {
            let table = old.table(type)
            for row in table.pointee.rows {
                let structure = table.pointee.structure(row).pointee
                let state = table.pointee.state(row).pointee
                guard structure.references > 0 || state.flags.contains(.exists) else { continue }
                releaseText(of: table.pointee.key(row))
                for column in 0..<table.pointee.columnCount
                where state.present & (1 << UInt32(column)) != 0
                    && table.pointee.forms[column] == .text {
                    texts.release(table.pointee.text(column, row))
                }
            }
        }
        releaseReferenceTexts(of: old)
    }

    private mutating func releaseReferenceTexts(of old: borrowing EntityTables) {
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

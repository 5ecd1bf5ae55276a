import OddsModel
import OddsWire

// INITIAL_DUMP (EM-D3): the new state is built beside the old one, and the change set
// is the difference. Allocates.

extension EntityStore {
    mutating func replaceAll(with batch: borrowing FrameBatch) {
        var old = EntityTables(indexes)
        swap(&old, &tables)
        dirtyRows.truncate(to: 0)
        dirtyEvents.truncate(to: 0)
        isEventListDirty = true
        reserve(for: batch)
        isTracking = false
        for index in 0..<batch.count {
            let record = batch.recordPointer + index
            let next = record + min(Self.prefetchDistance, batch.count - 1 - index)
            indexes[Int(next.pointee.type.rawValue)].prefetchBucket(of: next.pointee.key)
            if record.pointee.type == .reference {
                putReference(record.pointee, batch, replacing: old)
            } else {
                put(record, batch, replacing: old)
            }
        }
        isTracking = true
        changes.reserve(batch.count)
        for type in EntityType.typed { noteDifference(type, old) }
        noteReferenceDifference(old)
        for type in EntityType.typed { releaseTexts(type, old) }
        releaseReferenceTexts(of: old)
    }

    /// How many records ahead a bucket is asked for, as tables of a large dump are not in
    /// the nearest cache. With 4 dumps take as long, with 64 they take 2% more
    /// (`peers compare --task dump`, in turns).
    private static var prefetchDistance: Int { 16 }

    private mutating func reserve(for batch: borrowing FrameBatch) {
        var pairCount = 0
        withUnsafeTemporaryAllocation(of: Int.self, capacity: EntityType.allCases.count) {
            $0.initialize(repeating: 0)
            for index in 0..<batch.count {
                $0[Int(batch[index].type.rawValue)] += 1
                if batch[index].type == .reference { pairCount += Int(batch[index].present) }
            }
            tables.reserve($0)
            tables.edges.reserve(
                adding: $0[Int(EntityType.marketOutcomeRelation.rawValue)])
            tables.references.reserve(
                adding: $0[Int(EntityType.reference.rawValue)], pairs: pairCount)
        }
    }

    // MARK: Records

    /// Puts a typed entity into the new state, and notes as its row's `change` how it
    /// differs from the old one: see `Difference`.
    private mutating func put(
        _ record: UnsafePointer<BatchRecord>, _ batch: borrowing FrameBatch,
        replacing old: borrowing EntityTables
    ) {
        let table = tables.table(record.pointee.type)
        let row = rowForPut(of: record, batch)
        let key = table.pointee.key(row)
        let oldTable = old.table(record.pointee.type)
        // The parser looked for it before the old state was put aside.
        let hint = oldTable.pointee.isRow(record.pointee.row, of: key)
        let oldRow =
            hint ? EntityRow(number: record.pointee.row) : oldTable.pointee.findExisting(key)
        var difference = Difference.inserted
        if table.pointee.exists(row) {
            // The dump has it twice.
            if let oldRow { takeBackTexts(of: oldRow, oldTable) }
            put(record, in: row, batch)
            difference = Difference.unknown
        } else if let oldRow {
            let changed = put(record, batch, in: row, table, replacing: oldRow, oldTable, old)
            difference = changed == 0 ? Difference.none : changed
        } else {
            put(record, in: row, batch)
        }
        table.pointee.state(row).pointee.change = difference
    }

    /// Puts an entity that the old state has as well. Returns the properties that
    /// differ. Texts that do not are handed over: the old row's `change` has them.
    private mutating func put(
        _ record: UnsafePointer<BatchRecord>, _ batch: borrowing FrameBatch, in row: EntityRow,
        _ table: UnsafeMutablePointer<EntityTable>, replacing oldRow: EntityRow,
        _ oldTable: UnsafeMutablePointer<EntityTable>, _ old: borrowing EntityTables
    ) -> UInt32 {
        insert(record.pointee.type, row)
        let oldState = oldTable.pointee.state(oldRow)
        let oldPresent = oldState.pointee.present
        // Of a record's own type, which it never names itself, no row is added.
        let cells = table.pointee.cells(row)
        let oldCells = oldTable.pointee.cells(oldRow)
        let links = table.pointee.linkMask
        let lastTexts = table.pointee.lastTexts
        var changed = record.pointee.present ^ oldPresent
        var handedOver: UInt32 = 0
        var slot = batch.slotPointer + Int(record.pointee.firstSlot)
        var rest = record.pointee.present & table.pointee.cellMask
        while rest != 0 {
            let column = rest.trailingZeroBitCount
            let bit = rest & (0 &- rest)
            rest ^= bit
            let text = batch.bytes(BatchText(rawValue: slot.pointee))
            slot += 1
            if links & bit != 0 {
                let key = attach(table, row, column, to: text)
                if changed & bit == 0, key != old.table(table.pointee.linkTargets[column])
                    .pointee.key(EntityRow(number: oldCells[column])) {
                    changed |= bit
                }
            } else if oldPresent & bit != 0,
                texts.equals(TextID(number: oldCells[column]), text) {
                cells[column] = oldCells[column]
                handedOver |= bit
            } else {
                cells[column] = internApart(text, likely: &lastTexts[column]).number
                changed |= bit
            }
        }
        let words = table.pointee.words(row) - table.pointee.firstWord
        let oldWords = oldTable.pointee.words(oldRow) - table.pointee.firstWord
        rest = record.pointee.present & table.pointee.wordMask
        while rest != 0 {
            let column = rest.trailingZeroBitCount
            if oldWords[column] != slot.pointee { changed |= rest & (0 &- rest) }
            words[column] = slot.pointee
            slot += 1
            rest &= rest - 1
        }
        let booleans = record.pointee.booleans & record.pointee.present & table.pointee.booleanMask
        let oldBooleans = oldTable.pointee.structure(oldRow).pointee.booleans
        changed |= (booleans ^ oldBooleans) & record.pointee.present & oldPresent
        table.pointee.structure(row).pointee.booleans = booleans
        table.pointee.state(row).pointee.present = record.pointee.present
        oldState.pointee.change = handedOver
        oldState.pointee.flags.insert(.isReplaced)
        return changed
    }

    /// Sets the link of an entity to what an id names. Returns that one's key. Apart, as
    /// is what interns a text, so that comparing texts keeps the registers.
    @inline(never)
    private mutating func attach(
        _ table: UnsafeMutablePointer<EntityTable>, _ row: EntityRow, _ column: Int,
        to id: UnsafeRawBufferPointer
    ) -> EntityKey {
        let target = table.pointee.linkTargets[column]
        let linked = self.row(linkedBy: id, column, table)
        attach(table.pointee.type, row, column, to: linked)
        return tables.table(target).pointee.key(linked)
    }

    @inline(never)
    private mutating func internApart(
        _ text: UnsafeRawBufferPointer, likely last: inout TextID
    ) -> TextID { texts.intern(text, likely: &last) }

    /// Gives an entity of the old state its texts back.
    private mutating func takeBackTexts(
        of row: EntityRow, _ table: UnsafeMutablePointer<EntityTable>
    ) {
        let state = table.pointee.state(row)
        guard state.pointee.flags.contains(.isReplaced) else {
            state.pointee.flags.insert(.isReplaced)
            state.pointee.change = 0
            return
        }
        var rest = state.pointee.change
        while rest != 0 {
            texts.retain(table.pointee.text(rest.trailingZeroBitCount, row))
            rest &= rest - 1
        }
        state.pointee.change = 0
    }

    // MARK: Differences

    /// How an entity of the new state differs from the old one: the properties that do,
    /// or one of these.
    private enum Difference {
        static var inserted: UInt32 { .max }
        static var none: UInt32 { .max - 1 }
        /// Both have to be compared.
        static var unknown: UInt32 { .max - 2 }
    }

    private mutating func noteDifference(_ type: EntityType, _ old: borrowing EntityTables) {
        let table = tables.table(type)
        let oldTable = old.table(type)
        for row in table.pointee.rows where table.pointee.exists(row) {
            var difference = table.pointee.state(row).pointee.change
            if difference == Difference.none { continue }
            let key = table.pointee.key(row)
            if difference == Difference.unknown {
                difference = Difference.inserted
                if let oldRow = oldTable.pointee.findExisting(key) {
                    difference = self.difference(row, table, oldRow, oldTable, old)
                    if difference == 0 { continue }
                }
            }
            let isInserted = difference == Difference.inserted
            _ = changes.append(
                key: changeKey(key), type: type, kinds: isInserted ? .inserted : .updated,
                properties: PropertySet(rawValue: isInserted ? 0 : difference))
        }
        for row in oldTable.pointee.rows where oldTable.pointee.exists(row) {
            let state = oldTable.pointee.state(row).pointee
            if state.flags.contains(.isReplaced) { continue }
            _ = changes.append(key: changeKey(state.key), type: type, kinds: .removed)
        }
    }

    /// The properties in which the new row differs from the old one.
    private func difference(
        _ row: EntityRow, _ newTable: UnsafeMutablePointer<EntityTable>, _ oldRow: EntityRow,
        _ oldTable: UnsafeMutablePointer<EntityTable>, _ old: borrowing EntityTables
    ) -> UInt32 {
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

    // MARK: The old state's text

    private mutating func releaseTexts(_ type: EntityType, _ old: borrowing EntityTables) {
        let table = old.table(type)
        for row in table.pointee.rows {
            let state = table.pointee.state(row).pointee
            guard state.flags.contains(.exists) else {
                if table.pointee.structure(row).pointee.references > 0 {
                    releaseText(of: state.key)
                }
                continue
            }
            releaseText(of: state.key)
            var rest = state.present & table.pointee.textMask
            if state.flags.contains(.isReplaced) { rest &= ~state.change }
            while rest != 0 {
                texts.release(table.pointee.text(rest.trailingZeroBitCount, row))
                rest &= rest - 1
            }
        }
    }
}

import OddsModel
import OddsWire

// What a record does to a typed entity. No allocation but for growth.

extension EntityStore {
    /// UPDATE (EM-R4) of integers and numbers alone, as new odds are, where the row
    /// is the one that was found with the batch. Returns false for others, of which
    /// nothing is done.
    @inline(__always)
    mutating func patchWords(
        _ record: UnsafePointer<BatchRecord>, _ batch: borrowing FrameBatch
    ) -> Bool {
        let type = record.pointee.type
        guard record.pointee.operation == .patch, record.pointee.cleared == 0, type != .reference
        else { return false }
        let table = tables.table(type)
        guard record.pointee.present & ~table.pointee.wordMask == 0,
            let row = rowFound(with: record, table)
        else { return false }
        let state = table.pointee.state(row)
        let slot = batch.slotPointer + Int(record.pointee.firstSlot)
        let changed = assignWords(record.pointee.present, slot, to: state, table)
        if changed != 0 { noteWordUpdate(type, row, state, changed) }
        return true
    }

    /// UPDATE (EM-R4).
    mutating func patch(_ record: UnsafePointer<BatchRecord>, _ batch: borrowing FrameBatch) {
        let table = tables.table(record.pointee.type)
        guard let row = existingRow(of: record, table, batch) else {
            counts.orphanUpdates += 1
            return
        }
        let cleared = record.pointee.cleared & table.pointee.state(row).pointee.present
        let changes = assign(record, clearing: cleared, to: row, table, batch)
        if changes.properties != 0 { noteUpdate(record.pointee.type, row, changes) }
    }

    /// CREATE, and the records of a dump (EM-D3, EM-R5).
    mutating func put(_ record: UnsafePointer<BatchRecord>, _ batch: borrowing FrameBatch) {
        put(record, in: rowForPut(of: record, batch), batch)
    }

    @inline(__always)
    mutating func put(
        _ record: UnsafePointer<BatchRecord>, in row: EntityRow, _ batch: borrowing FrameBatch
    ) {
        let type = record.pointee.type
        let table = tables.table(type)
        let isThere = table.pointee.exists(row)
        var cleared: UInt32 = 0
        if isThere {
            cleared = table.pointee.state(row).pointee.present & ~record.pointee.present
        } else {
            insert(type, row)
        }
        let changes = assign(record, clearing: cleared, to: row, table, batch)
        if !isThere {
            noteInsertion(type, row)
        } else if changes.properties != 0 {
            noteUpdate(type, row, changes)
        }
    }

    /// DELETE (EM-R6).
    mutating func remove(_ record: UnsafePointer<BatchRecord>, _ batch: borrowing FrameBatch) {
        let type = record.pointee.type
        guard let row = existingRow(of: record, tables.table(type), batch) else {
            counts.orphanDeletes += 1
            return
        }
        noteRemoval(type, row)
        remove(type, row)
    }

    // MARK: Rows

    // Not mutating, it would be lent a copy of the whole store.
    @inline(__always)
    private mutating func existingRow(
        of record: UnsafePointer<BatchRecord>, _ table: UnsafeMutablePointer<EntityTable>,
        _ batch: borrowing FrameBatch
    ) -> EntityRow? {
        rowFound(with: record, table) ?? existingRow(notFoundWith: record, table, batch)
    }

    @inline(never)
    private mutating func existingRow(
        notFoundWith record: UnsafePointer<BatchRecord>,
        _ table: UnsafeMutablePointer<EntityTable>, _ batch: borrowing FrameBatch
    ) -> EntityRow? {
        var key = record.pointee.key
        if !key.isWord {
            guard let text = texts.find(batch.idBytes(of: record.pointee)) else { return nil }
            key = EntityKey(text)
        }
        return table.pointee.findExisting(key)
    }

    /// The row of a record's entity that is there, if the parser found it.
    @inline(__always)
    private func rowFound(
        with record: UnsafePointer<BatchRecord>, _ table: UnsafeMutablePointer<EntityTable>
    ) -> EntityRow? {
        let key = record.pointee.key
        guard key.isWord, table.pointee.isRow(record.pointee.row, of: key) else { return nil }
        return EntityRow(number: record.pointee.row)
    }

    mutating func rowForPut(
        of record: UnsafePointer<BatchRecord>, _ batch: borrowing FrameBatch
    ) -> EntityRow {
        let type = record.pointee.type
        if record.pointee.key.isWord {
            return rowFound(with: record, tables.table(type))
                ?? row(of: record.pointee.key, type)
        }
        return row(named: batch.idBytes(of: record.pointee), type)
    }

    @inline(__always)
    private mutating func row(of number: EntityKey, _ type: EntityType) -> EntityRow {
        let table = tables.table(type)
        return table.pointee.find(number) ?? table.pointee.addRow(number)
    }

    /// The row of an id, made where there is none. A row whose id is not a word
    /// holds a reference to its text.
    mutating func row(named id: UnsafeRawBufferPointer, _ type: EntityType) -> EntityRow {
        if let key = EntityKey(word: id) { return row(of: key, type) }
        let table = tables.table(type)
        let text = texts.intern(id)
        let key = EntityKey(text)
        if let row = table.pointee.find(key) {
            texts.release(text)
            return row
        }
        return table.pointee.addRow(key)
    }

    /// `row(named:)` for a link. Mostly it names what the record before has named, or
    /// the row behind that one, and nothing is looked up then.
    @inline(__always)
    mutating func row(
        linkedBy id: UnsafeRawBufferPointer, _ column: Int,
        _ table: UnsafeMutablePointer<EntityTable>
    ) -> EntityRow {
        let type = table.pointee.linkTargets[column]
        let last = table.pointee.lastLinks + column
        guard let key = EntityKey(word: id) else { return row(named: id, type) }
        let target = tables.table(type)
        let number = last.pointee.number
        if target.pointee.isRow(number, of: key) { return last.pointee }
        last.pointee =
            target.pointee.isRow(number &+ 1, of: key)
            ? EntityRow(number: number &+ 1) : row(of: key, type)
        return last.pointee
    }

    // MARK: Values

    /// What an assignment changed.
    struct Changes {
        var properties: UInt32 = 0
        /// Whether events that show the row have to be made anew, as they have no place
        /// for a longer text or another link.
        var needRebuild = false
    }

    /// Gives the row the record's values and takes away those in `clearing`.
    @inline(__always)
    private mutating func assign(
        _ record: UnsafePointer<BatchRecord>, clearing cleared: UInt32, to row: EntityRow,
        _ table: UnsafeMutablePointer<EntityTable>, _ batch: borrowing FrameBatch
    ) -> Changes {
        // Of a record's own type, which it never names itself, no row is added.
        let state = table.pointee.state(row)
        let present = record.pointee.present
        var slot = batch.slotPointer + Int(record.pointee.firstSlot)
        var changes = Changes()
        // Texts and links come first.
        let cells = present & table.pointee.cellMask
        if cells != 0 { assignCells(cells, &slot, to: row, state, table, &changes, batch) }
        changes.properties |= assignWords(
            present & table.pointee.wordMask, slot, to: state, table)
        let booleans = present & table.pointee.booleanMask
        if booleans != 0 {
            changes.properties |= assignBooleans(
                booleans, record.pointee.booleans, to: row, state, table)
        }
        if cleared != 0 {
            clear(cleared, row, table)
            changes.properties |= cleared
            if cleared & table.pointee.linkMask != 0 { changes.needRebuild = true }
        }
        return changes
    }

    /// `assign` for texts and links; moves `slot` behind them.
    @inline(__always)
    private mutating func assignCells(
        _ named: UInt32, _ slot: inout UnsafePointer<UInt64>, to row: EntityRow,
        _ state: UnsafeMutablePointer<RowState>, _ table: UnsafeMutablePointer<EntityTable>,
        _ changes: inout Changes, _ batch: borrowing FrameBatch
    ) {
        let links = table.pointee.linkMask
        let cells = table.pointee.cells(row)
        let lastTexts = table.pointee.lastTexts
        var rest = named
        while rest != 0 {
            let column = rest.trailingZeroBitCount
            let bit = rest & (0 &- rest)
            rest ^= bit
            let text = batch.bytes(BatchText(rawValue: slot.pointee))
            slot += 1
            let isPresent = state.pointee.present & bit != 0
            let isLink = links & bit != 0
            let isChange =
                isLink
                ? assignLink(text, column, row, table, isPresent)
                : assignText(text, to: cells + column, isPresent, likely: &lastTexts[column])
            if isChange {
                changes.properties |= bit
                state.pointee.present |= bit
                if isLink || text.count > TextSlot.shortCountMax { changes.needRebuild = true }
            }
        }
    }

    /// `assign` for integers and numbers, whose values begin at `slot`.
    @inline(__always)
    private func assignWords(
        _ named: UInt32, _ slot: UnsafePointer<UInt64>,
        to state: UnsafeMutablePointer<RowState>, _ table: UnsafeMutablePointer<EntityTable>
    ) -> UInt32 {
        let words = EntityTable.words(of: state)
        let present = state.pointee.present
        var changed = named & ~present
        if named == table.pointee.firstWords {
            // New odds, without a loop.
            let first = named & (0 &- named)
            if words[0] != slot[0] { changed |= first }
            if words[1] != slot[1] { changed |= first &<< 1 }
            words[0] = slot[0]
            words[1] = slot[1]
        } else {
            let byColumn = words - table.pointee.firstWord
            var slot = slot
            var rest = named
            while rest != 0 {
                let column = rest.trailingZeroBitCount
                let bit = rest & (0 &- rest)
                rest ^= bit
                if byColumn[column] != slot.pointee { changed |= bit }
                byColumn[column] = slot.pointee
                slot += 1
            }
        }
        state.pointee.present = present | changed
        return changed
    }

    @inline(__always)
    private func assignBooleans(
        _ named: UInt32, _ values: UInt32, to row: EntityRow,
        _ state: UnsafeMutablePointer<RowState>, _ table: UnsafeMutablePointer<EntityTable>
    ) -> UInt32 {
        let structure = table.pointee.structure(row)
        let booleans = structure.pointee.booleans
        let present = state.pointee.present
        let changed = named & (~present | (booleans ^ values))
        state.pointee.present = present | named
        structure.pointee.booleans = booleans & ~named | values & named
        return changed
    }

    @inline(__always)
    private mutating func assignText(
        _ text: UnsafeRawBufferPointer, to cell: UnsafeMutablePointer<UInt32>,
        _ isPresent: Bool, likely last: inout TextID
    ) -> Bool {
        if isPresent {
            let old = TextID(number: cell.pointee)
            if texts.equals(old, text) { return false }
            texts.release(old)
        }
        cell.pointee = texts.intern(text, likely: &last).number
        return true
    }

    @inline(never)
    private mutating func assignLink(
        _ id: UnsafeRawBufferPointer, _ column: Int, _ row: EntityRow,
        _ table: UnsafeMutablePointer<EntityTable>, _ isPresent: Bool
    ) -> Bool {
        let target = self.row(linkedBy: id, column, table)
        if isPresent {
            let old = table.pointee.link(column, row)
            if old == target { return false }
            detach(table.pointee.type, row, column, from: old)
        }
        attach(table.pointee.type, row, column, to: target)
        return true
    }

    /// Takes away properties that the row has.
    func clearWords(_ row: EntityRow, _ bits: UInt32, _ table: UnsafeMutablePointer<EntityTable>) {
        table.pointee.state(row).pointee.present &= ~bits
        table.pointee.structure(row).pointee.booleans &= ~bits
    }

    mutating func clear(
        _ bits: UInt32, _ row: EntityRow, _ table: UnsafeMutablePointer<EntityTable>
    ) {
        var rest = bits & ~table.pointee.booleanMask
        while rest != 0 {
            let column = rest.trailingZeroBitCount
            rest &= rest - 1
            switch table.pointee.forms[column] {
            case .word: break
            case .text: texts.release(table.pointee.text(column, row))
            case .link:
                let target = table.pointee.link(column, row)
                detach(table.pointee.type, row, column, from: target)
            }
        }
        clearWords(row, bits, table)
    }
}

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
        let key = record.pointee.key
        guard record.pointee.present & ~table.pointee.wordMask == 0, key.isNumber,
            table.pointee.isRow(record.pointee.row, of: key)
        else { return false }
        let row = EntityRow(number: record.pointee.row)
        let slot = batch.slotPointer + Int(record.pointee.firstSlot)
        let changed = assignWords(record.pointee.present, slot, to: row, table)
        if changed != 0 { noteWordUpdate(type, row, changed, table) }
        return true
    }

    /// UPDATE (EM-R4).
    mutating func patch(_ record: BatchRecord, _ batch: borrowing FrameBatch) {
        let table = tables.table(record.type)
        guard let row = existingRow(of: record, batch) else {
            counts.orphanUpdates += 1
            return
        }
        let cleared = record.cleared & table.pointee.state(row).pointee.present
        let changed = assign(record, clearing: cleared, to: row, batch)
        if changed != 0 { noteUpdate(record.type, row, changed) }
    }

    /// CREATE, and the records of a dump (EM-D3, EM-R5).
    mutating func put(_ record: BatchRecord, _ batch: borrowing FrameBatch) {
        put(record, in: rowForPut(of: record, batch), batch)
    }

    @inline(__always)
    mutating func put(_ record: BatchRecord, in row: EntityRow, _ batch: borrowing FrameBatch) {
        let table = tables.table(record.type)
        if table.pointee.exists(row) {
            let cleared = table.pointee.state(row).pointee.present & ~record.present
            let changed = assign(record, clearing: cleared, to: row, batch)
            if changed != 0 { noteUpdate(record.type, row, changed) }
        } else {
            insert(record.type, row)
            _ = assign(record, clearing: 0, to: row, batch)
            noteInsertion(record.type, row)
        }
    }

    /// DELETE (EM-R6).
    mutating func remove(_ record: BatchRecord, _ batch: borrowing FrameBatch) {
        guard let row = existingRow(of: record, batch) else {
            counts.orphanDeletes += 1
            return
        }
        noteRemoval(record.type, row)
        remove(record.type, row)
    }

    // MARK: Rows

    @inline(__always)
    private func existingRow(of record: BatchRecord, _ batch: borrowing FrameBatch) -> EntityRow? {
        let table = tables.table(record.type)
        var key = record.key
        if let row = rowFound(with: record) { return row }
        if !key.isNumber {
            guard let text = texts.find(batch.idBytes(of: record)) else { return nil }
            key = EntityKey(text)
        }
        return table.pointee.findExisting(key)
    }

    /// The row of a record's entity that is there, if the parser found it.
    @inline(__always)
    private func rowFound(with record: BatchRecord) -> EntityRow? {
        let isFound =
            record.key.isNumber
            && tables.table(record.type).pointee.isRow(record.row, of: record.key)
        return isFound ? EntityRow(number: record.row) : nil
    }

    mutating func rowForPut(
        of record: BatchRecord, _ batch: borrowing FrameBatch
    ) -> EntityRow {
        if record.key.isNumber {
            return rowFound(with: record) ?? row(of: record.key, record.type)
        }
        return row(named: batch.idBytes(of: record), record.type)
    }

    @inline(__always)
    private mutating func row(of number: EntityKey, _ type: EntityType) -> EntityRow {
        let table = tables.table(type)
        return table.pointee.find(number) ?? table.pointee.addRow(number)
    }

    /// The row of an id, made where there is none. A row whose id is not a number
    /// holds a reference to its text.
    mutating func row(named id: UnsafeRawBufferPointer, _ type: EntityType) -> EntityRow {
        if let key = EntityKey(number: id) { return row(of: key, type) }
        let table = tables.table(type)
        let text = texts.intern(id)
        let key = EntityKey(text)
        if let row = table.pointee.find(key) {
            texts.release(text)
            return row
        }
        return table.pointee.addRow(key)
    }

    // MARK: Values

    /// Gives the row the record's values and takes away those in `clearing`.
    /// Returns the properties whose values changed.
    @inline(__always)
    private mutating func assign(
        _ record: BatchRecord, clearing cleared: UInt32, to row: EntityRow,
        _ batch: borrowing FrameBatch
    ) -> UInt32 {
        let table = tables.table(record.type)
        var slot = batch.slotPointer + Int(record.firstSlot)
        // Texts and links come first.
        var changed = assignCells(record, &slot, to: row, table, batch)
        changed |= assignWords(record.present & table.pointee.wordMask, slot, to: row, table)
        changed |= assignBooleans(record, row, table)
        if cleared != 0 {
            clear(cleared, row, table)
            changed |= cleared
        }
        return changed
    }

    /// `assign` for texts and links; moves `slot` behind them.
    @inline(__always)
    private mutating func assignCells(
        _ record: BatchRecord, _ slot: inout UnsafePointer<UInt64>, to row: EntityRow,
        _ table: UnsafeMutablePointer<EntityTable>, _ batch: borrowing FrameBatch
    ) -> UInt32 {
        var changed: UInt32 = 0
        var rest = record.present & (table.pointee.textMask | table.pointee.linkMask)
        while rest != 0 {
            let column = rest.trailingZeroBitCount
            let bit = rest & (0 &- rest)
            rest ^= bit
            let text = batch.bytes(BatchText(rawValue: slot.pointee))
            slot += 1
            let isPresent = table.pointee.state(row).pointee.present & bit != 0
            let isChange =
                table.pointee.linkMask & bit != 0
                ? assignLink(text, column, row, table, isPresent)
                : assignText(text, column, row, table, isPresent)
            if isChange {
                changed |= bit
                table.pointee.state(row).pointee.present |= bit
            }
        }
        return changed
    }

    /// `assign` for integers and numbers, whose values begin at `slot`.
    @inline(__always)
    private func assignWords(
        _ named: UInt32, _ slot: UnsafePointer<UInt64>, to row: EntityRow,
        _ table: UnsafeMutablePointer<EntityTable>
    ) -> UInt32 {
        let state = table.pointee.state(row)
        let words = table.pointee.words(row) - table.pointee.firstWord
        let present = state.pointee.present
        var changed = named & ~present
        var slot = slot
        var rest = named
        while rest != 0 {
            let column = rest.trailingZeroBitCount
            let bit = rest & (0 &- rest)
            rest ^= bit
            if words[column] != slot.pointee { changed |= bit }
            words[column] = slot.pointee
            slot += 1
        }
        state.pointee.present = present | changed
        return changed
    }

    @inline(__always)
    private func assignBooleans(
        _ record: BatchRecord, _ row: EntityRow, _ table: UnsafeMutablePointer<EntityTable>
    ) -> UInt32 {
        let named = record.present & table.pointee.booleanMask
        guard named != 0 else { return 0 }
        let state = table.pointee.state(row)
        let structure = table.pointee.structure(row)
        let booleans = structure.pointee.booleans
        let changed = named & (~state.pointee.present | (booleans ^ record.booleans))
        state.pointee.present |= named
        structure.pointee.booleans = booleans & ~named | record.booleans & named
        return changed
    }

    private mutating func assignText(
        _ text: UnsafeRawBufferPointer, _ column: Int, _ row: EntityRow,
        _ table: UnsafeMutablePointer<EntityTable>, _ isPresent: Bool
    ) -> Bool {
        if isPresent {
            let old = table.pointee.text(column, row)
            if equalBytes(texts.bytes(old), text) { return false }
            texts.release(old)
        }
        let lastTexts = table.pointee.lastTexts
        let id = texts.intern(text, likely: &lastTexts[column])
        table.pointee.setText(column, row, id)
        return true
    }

    private mutating func assignLink(
        _ id: UnsafeRawBufferPointer, _ column: Int, _ row: EntityRow,
        _ table: UnsafeMutablePointer<EntityTable>, _ isPresent: Bool
    ) -> Bool {
        let target = self.row(named: id, table.pointee.linkTargets[column])
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

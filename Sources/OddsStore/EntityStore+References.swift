import OddsModel
import OddsWire

// Reference entities: any type, every property kept as received.

extension EntityStore {
    mutating func applyReference(_ record: BatchRecord, _ batch: borrowing FrameBatch) {
        switch record.operation {
        case .put:
            putReference(record, batch)
        case .patch:
            guard let row = existingReference(of: record, batch) else {
                counts.orphanUpdates += 1
                return
            }
            assign(record, to: row, putSerial: 0, batch)
        case .remove:
            guard let row = existingReference(of: record, batch) else {
                counts.orphanDeletes += 1
                return
            }
            removeReference(row)
        }
    }

    private mutating func putReference(_ record: BatchRecord, _ batch: borrowing FrameBatch) {
        let row = rowForPut(reference: record, batch)
        let state = tables.references.state(row)
        if state.pointee.exists {
            putSerial &+= 1
            assign(record, to: row, putSerial: putSerial, batch)
            removePairs(of: row, notPutBy: putSerial)
        } else {
            state.pointee.exists = true
            let type = tables.references.type(Int(state.pointee.type))
            tables.references.siblings[row].arrival = tables.nextArrival
            tables.nextArrival += 1
            withUnsafeMutablePointer(to: &type.pointee.entities) {
                SiblingList.insert(row, into: $0, tables.references.siblings.pointer)
            }
            noteReference(row) { $0.noteInsertion(at: $1) } orAppend: { .inserted }
            assign(record, to: row, putSerial: 0, batch)
        }
    }

    private mutating func removeReference(_ row: Row) {
        noteReference(row) { $0.noteRemoval(at: $1) } orAppend: { .removed }
        let state = tables.references.state(row)
        let type = tables.references.type(Int(state.pointee.type))
        withUnsafeMutablePointer(to: &type.pointee.entities) {
            SiblingList.remove(row, from: $0, tables.references.siblings.pointer)
        }
        freePairs(of: row)
        state.pointee.exists = false
        guard !state.pointee.isReleased else { return }
        state.pointee.isReleased = true
        releasedRows.append(RowReference(.reference, row))
    }

    private mutating func freePairs(of row: Row) {
        let state = tables.references.state(row)
        var position = state.pointee.firstPair
        while position != noRow {
            let pair = tables.references.pairs[Int(position)]
            texts.release(pair.name)
            texts.release(pair.value)
            tables.references.freePair(Int(position))
            position = pair.next
        }
        state.pointee.firstPair = noRow
    }

    /// Frees a row that the last batch left without its entity.
    mutating func freeReleasedReference(_ row: Row) {
        let state = tables.references.state(row)
        state.pointee.isReleased = false
        guard !state.pointee.exists else { return }
        if !state.pointee.key.isNumber {
            texts.release(TextID(rawValue: UInt32(state.pointee.key.textPosition)))
        }
        tables.references.freeRow(row)
    }

    // MARK: Rows

    private func existingReference(
        of record: BatchRecord, _ batch: borrowing FrameBatch
    ) -> Row? {
        var key = record.key
        if !key.isNumber {
            guard let text = texts.find(batch.idBytes(of: record)) else { return nil }
            key = EntityKey(textPosition: text.position)
        }
        guard let name = texts.find(batch.typeNameBytes(of: record)),
            let type = tables.references.findType(name),
            let row = tables.references.find(key, type: type),
            tables.references.states[row].exists
        else { return nil }
        return row
    }

    private mutating func rowForPut(
        reference record: BatchRecord, _ batch: borrowing FrameBatch
    ) -> Row {
        let name = texts.intern(batch.typeNameBytes(of: record))
        let type: Int
        if let known = tables.references.findType(name) {
            type = known
            texts.release(name)
        } else {
            type = tables.references.addType(name)
        }
        guard !record.key.isNumber else {
            return tables.references.find(record.key, type: type)
                ?? tables.references.addRow(record.key, type: type)
        }
        let id = texts.intern(batch.idBytes(of: record))
        let key = EntityKey(textPosition: id.position)
        if let row = tables.references.find(key, type: type) {
            texts.release(id)
            return row
        }
        return tables.references.addRow(key, type: type)
    }

    // MARK: Properties

    /// Sets and clears the properties that a record names. Complexity:
    /// O(properties of the record and of the entity); allocates where both
    /// have many.
    private mutating func assign(
        _ record: BatchRecord, to row: Row, putSerial: UInt32, _ batch: borrowing FrameBatch
    ) {
        let index = pairIndex(of: row, for: Int(record.present))
        for property in 0..<Int(record.present) {
            let slot = Int(record.firstSlot) + 2 * property
            let name = batch.bytes(BatchText(rawValue: batch.slot(slot)))
            let value = BatchText(rawValue: batch.slot(slot + 1))
            // A record names each property once, so the index stays true.
            let pair = index.map { self.pair(named: name, in: $0) } ?? pair(named: name, of: row)
            let isChange =
                value == .null
                ? removePair(pair, of: row)
                : setPair(pair, name, to: batch.bytes(value), of: row, putSerial)
            if isChange { noteReferenceUpdate(row, name) }
        }
    }

    /// The entity's pairs by name, where looking at each of them for each
    /// property of a record would take quadratic time.
    private func pairIndex(of row: Row, for propertyCount: Int) -> [UInt32: UInt32]? {
        guard propertyCount > StoreLimits.scannedPairsMax else { return nil }
        var index: [UInt32: UInt32] = [:]
        var position = tables.references.states[row].firstPair
        while position != noRow {
            let pair = tables.references.pairs[Int(position)]
            index[pair.name.rawValue] = position
            position = pair.next
        }
        return index
    }

    private func pair(
        named name: UnsafeRawBufferPointer, in index: [UInt32: UInt32]
    ) -> Int? {
        texts.find(name).flatMap { index[$0.rawValue] }.map { Int($0) }
    }

    private func pair(named name: UnsafeRawBufferPointer, of row: Row) -> Int? {
        var position = tables.references.states[row].firstPair
        while position != noRow {
            let pair = tables.references.pairs[Int(position)]
            if equalBytes(texts.bytes(pair.name), name) { return Int(position) }
            position = pair.next
        }
        return nil
    }

    private mutating func setPair(
        _ position: Int?, _ name: UnsafeRawBufferPointer, to text: UnsafeRawBufferPointer,
        of row: Row, _ putSerial: UInt32
    ) -> Bool {
        if let position {
            let pair = tables.references.pairs.pointer + position
            pair.pointee.putSerial = putSerial
            let value = texts.intern(text)
            texts.release(pair.pointee.value)
            defer { pair.pointee.value = value }
            return value != pair.pointee.value
        }
        let state = tables.references.state(row)
        let next = state.pointee.firstPair
        let added = tables.references.addPair(
            ReferencePair(
                name: texts.intern(name), value: texts.intern(text), next: next,
                putSerial: putSerial))
        if next != noRow {
            (tables.references.pairs.pointer + Int(next)).pointee.previous = UInt32(added)
        }
        state.pointee.firstPair = UInt32(added)
        return true
    }

    private mutating func removePair(_ position: Int?, of row: Row) -> Bool {
        guard let position else { return false }
        let pair = tables.references.pairs[position]
        if pair.previous == noRow {
            tables.references.state(row).pointee.firstPair = pair.next
        } else {
            (tables.references.pairs.pointer + Int(pair.previous)).pointee.next = pair.next
        }
        if pair.next != noRow {
            (tables.references.pairs.pointer + Int(pair.next)).pointee.previous = pair.previous
        }
        texts.release(pair.name)
        texts.release(pair.value)
        tables.references.freePair(position)
        return true
    }

    /// Takes away what a whole entity does not name any more.
    private mutating func removePairs(of row: Row, notPutBy serial: UInt32) {
        var position = tables.references.states[row].firstPair
        while position != noRow {
            let pair = tables.references.pairs[Int(position)]
            if pair.putSerial != serial {
                noteReferenceUpdate(row, texts.bytes(pair.name))
                _ = removePair(Int(position), of: row)
            }
            position = pair.next
        }
    }

    // MARK: Changes

    private mutating func noteReferenceUpdate(_ row: Row, _ name: UnsafeRawBufferPointer) {
        noteReference(row) { $0.noteReferenceUpdate(at: $1, key: name) } orAppend: { [] }
    }

    /// Calls `note` with the position of the row's entry, after making one with
    /// the kinds of `first` where there is none; an entry that was made with
    /// its kind needs no note.
    private mutating func noteReference(
        _ row: Row, note: (inout ChangeSet, Int) -> Void, orAppend first: () -> ChangeSet.Kinds
    ) {
        guard isTracking else { return }
        let state = tables.references.state(row)
        var position = Int(state.pointee.change)
        if !changes.isEntry(at: position, of: .reference, row: UInt32(row)) {
            position = appendReferenceEntry(row, first())
            changes.setRow(UInt32(row), ofEntryAt: position)
            state.pointee.change = UInt32(position)
            if !changes.kinds(at: position).isEmpty { return }
        }
        note(&changes, position)
    }

    mutating func appendReferenceEntry(_ row: Row, _ kinds: ChangeSet.Kinds) -> Int {
        let state = tables.references.states[row]
        let key = changeKey(state.key)
        let name = tables.references.types[Int(state.type)].name
        return changes.appendReference(
            key: key, typePosition: changes.addText(texts.bytes(name)), kinds: kinds)
    }
}

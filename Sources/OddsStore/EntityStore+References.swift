import OddsModel
import OddsWire

// Reference entities: any type, every property kept as received.

extension EntityStore {
    // What is called here is mutating even where it only looks: it would be lent a copy
    // of the whole store.

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
        putReference(record, in: rowForPut(reference: record, batch), batch)
    }

    mutating func putReference(
        _ record: BatchRecord, in row: ReferenceRow, _ batch: borrowing FrameBatch
    ) {
        if tables.references.states[row].exists {
            putSerial &+= 1
            assign(record, to: row, putSerial: putSerial, batch)
            removePairs(of: row, notPutBy: putSerial)
        } else {
            insertReference(row)
            noteReferenceInsertion(row)
            assign(record, to: row, putSerial: 0, batch)
        }
    }

    /// The entity at `row` is there from now on, after all that were before.
    private mutating func insertReference(_ row: ReferenceRow) {
        tables.references.states[row].exists = true
        tables.references.states[row].arrival = tables.nextArrival
        tables.nextArrival += 1
        let states = tables.references.states.column
        tables.references.types[states[row].type].entities.insert(
            row, ReferenceSiblings(states: states))
    }

    private mutating func removeReference(_ row: ReferenceRow) {
        noteReferenceRemoval(row)
        let states = tables.references.states.column
        tables.references.types[states[row].type].entities.remove(
            row, ReferenceSiblings(states: states))
        for pair in tables.references.pairs(of: row) { removePair(pair, of: row) }
        states[row].exists = false
        guard !states[row].isReleased else { return }
        states[row].isReleased = true
        releasedReferences.append(row)
    }

    /// Frees a row that the last batch left without its entity.
    mutating func freeReleasedReference(_ row: ReferenceRow) {
        tables.references.states[row].isReleased = false
        guard !tables.references.states[row].exists else { return }
        releaseText(of: tables.references.states[row].key)
        tables.references.freeRow(row)
    }

    // MARK: Rows

    private mutating func existingReference(
        of record: BatchRecord, _ batch: borrowing FrameBatch
    ) -> ReferenceRow? {
        var key = record.key
        if !key.isWord {
            guard let text = texts.find(batch.idBytes(of: record)) else { return nil }
            key = EntityKey(text)
        }
        guard let type = type(named: batch.typeNameBytes(of: record)) else { return nil }
        guard let row = tables.references.find(key, type: type),
            tables.references.states[row].exists
        else { return nil }
        return row
    }

    /// The type of a name, if there is one; probably the one of the record before.
    private mutating func type(named name: UnsafeRawBufferPointer) -> ReferenceTypeRow? {
        let likely = tables.references.likelyType
        if likely != .noRow, texts.equals(tables.references.types[likely].name, name) {
            return likely
        }
        guard let type = texts.find(name).flatMap({ tables.references.findType($0) })
        else { return nil }
        tables.references.likelyType = type
        return type
    }

    mutating func rowForPut(
        reference record: BatchRecord, _ batch: borrowing FrameBatch
    ) -> ReferenceRow {
        let name = batch.typeNameBytes(of: record)
        let type = type(named: name) ?? tables.references.addType(texts.intern(name))
        tables.references.likelyType = type
        guard !record.key.isWord else {
            return tables.references.find(record.key, type: type)
                ?? tables.references.addRow(record.key, type: type)
        }
        let id = texts.intern(batch.idBytes(of: record))
        let key = EntityKey(id)
        if let row = tables.references.find(key, type: type) {
            texts.release(id)
            return row
        }
        return tables.references.addRow(key, type: type)
    }

    // MARK: Properties

    /// Sets and clears the properties that a record names.
    ///
    /// - Complexity: O(properties of the record and of the entity); allocates
    ///   where both have many.
    private mutating func assign(
        _ record: BatchRecord, to row: ReferenceRow, putSerial: UInt32,
        _ batch: borrowing FrameBatch
    ) {
        let propertyCount = Int(record.present)
        let hasPairs = !tables.references.states[row].pairs.isEmpty
        // Looking at each pair for each property would take quadratic time.
        let index =
            hasPairs && propertyCount > StoreLimits.scannedPairsMax ? pairIndex(of: row) : nil
        var last = tables.references.states[row].pairs.first
        // What the batch changed before may be named by this record, too.
        let isFirst = !isTracking || !hasEntry(row)
        var entry: Int?
        var slot = batch.slotPointer + Int(record.firstSlot)
        for property in 0..<propertyCount {
            let name = batch.bytes(BatchText(rawValue: slot[0]))
            let value = BatchText(rawValue: slot[1])
            slot += 2
            // A record names each property once: the index stays true, and what it
            // adds itself is not looked for.
            var pair: PairRow?
            if let index {
                pair = self.pair(named: name, in: index)
            } else if hasPairs {
                pair = self.pair(named: name, of: row, property, &last)
            }
            let isChange: Bool
            if value == .null {
                if let pair { removePair(pair, of: row) }
                isChange = pair != nil
            } else if let pair {
                isChange = setValue(of: pair, to: batch.bytes(value), putSerial)
            } else {
                addPair(name, property, batch.bytes(value), to: row, putSerial)
                isChange = true
            }
            guard isChange, isTracking else { continue }
            let position = entry ?? self.entry(of: row)
            entry = position
            if isFirst {
                changes.appendOwnedReferenceUpdate(at: position, key: name)
            } else {
                changes.noteReferenceUpdate(at: position, key: name)
            }
        }
    }

    /// Whether the row has an entry in the change set.
    @inline(__always)
    private func hasEntry(_ row: ReferenceRow) -> Bool {
        changes.isEntry(
            at: Int(tables.references.states[row].change), of: .reference, row: row.number)
    }

    @inline(never)
    private mutating func pairIndex(of row: ReferenceRow) -> [TextID: PairRow] {
        var index: [TextID: PairRow] = [:]
        for pair in tables.references.pairs(of: row) {
            index[tables.references.pairs[pair].name] = pair
        }
        return index
    }

    private mutating func pair(
        named name: UnsafeRawBufferPointer, in index: [TextID: PairRow]
    ) -> PairRow? { texts.find(name).flatMap { index[$0] } }

    /// The pair of a record's property, which is often where that of the last record
    /// was.
    ///
    /// - Parameter last: The pair of the property before.
    @inline(__always)
    private mutating func pair(
        named name: UnsafeRawBufferPointer, of row: ReferenceRow, _ property: Int,
        _ last: inout PairRow
    ) -> PairRow? {
        let references = tables.references.pairs.column
        let hint = tables.references.pairHints + property % ReferenceTables.hintCount
        let likely = last.index &+ Int(hint.pointee)
        if likely >= 0, likely < tables.references.pairs.rowCount {
            let pair = references[PairRow(likely)]
            if pair.owner == row, texts.equals(pair.name, name) {
                last = PairRow(likely)
                return last
            }
        }
        guard let found = pair(named: name, of: row) else { return nil }
        hint.pointee = Int32(truncatingIfNeeded: found.index &- last.index)
        last = found
        return found
    }

    @inline(never)
    private mutating func pair(
        named name: UnsafeRawBufferPointer, of row: ReferenceRow
    ) -> PairRow? {
        for pair in tables.references.pairs(of: row)
        where texts.equals(tables.references.pairs[pair].name, name) {
            return pair
        }
        return nil
    }

    /// Returns whether the value is another one.
    @inline(__always)
    private mutating func setValue(
        of row: PairRow, to text: UnsafeRawBufferPointer, _ putSerial: UInt32
    ) -> Bool {
        let value = ReferenceValue(short: text) ?? ReferenceValue(texts.intern(text))
        let pair = tables.references.pairs.column.base + row.index
        let old = pair.pointee.value
        pair.pointee.putSerial = putSerial
        pair.pointee.value = value
        release(old)
        return value != old
    }

    private mutating func addPair(
        _ name: UnsafeRawBufferPointer, _ property: Int, _ text: UnsafeRawBufferPointer,
        to row: ReferenceRow, _ putSerial: UInt32
    ) {
        let value = ReferenceValue(short: text) ?? ReferenceValue(texts.intern(text))
        let likelyNames = tables.references.likelyNames
        let id = texts.intern(name, likely: &likelyNames[property % ReferenceTables.hintCount])
        let added = tables.references.pairs.add(
            ReferencePair(name: id, owner: row, value: value, putSerial: putSerial))
        tables.references.states[row].pairs.insert(
            added, ReferencePairs(pairs: tables.references.pairs.column))
    }

    private mutating func removePair(_ pair: PairRow, of row: ReferenceRow) {
        let pairs = tables.references.pairs.column
        tables.references.states[row].pairs.remove(pair, ReferencePairs(pairs: pairs))
        texts.release(pairs[pair].name)
        release(pairs[pair].value)
        pairs[pair].owner = .noRow
        tables.references.pairs.free(pair)
    }

    @inline(__always)
    mutating func release(_ value: ReferenceValue) {
        if let text = value.interned { texts.release(text) }
    }

    /// A value as text. Allocates.
    func string(_ value: ReferenceValue) -> String {
        if let text = value.interned { return String(decoding: texts.bytes(text), as: UTF8.self) }
        return value.withShortBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Takes away what a whole entity does not name any more.
    private mutating func removePairs(of row: ReferenceRow, notPutBy serial: UInt32) {
        for pair in tables.references.pairs(of: row)
        where tables.references.pairs[pair].putSerial != serial {
            let name = texts.bytes(tables.references.pairs[pair].name)
            if isTracking { changes.noteReferenceUpdate(at: entry(of: row), key: name) }
            removePair(pair, of: row)
        }
    }

    // MARK: Changes

    /// The position of the row's entry, which is made where there is none.
    private mutating func entry(of row: ReferenceRow) -> Int {
        if hasEntry(row) { return Int(tables.references.states[row].change) }
        return addEntry(of: row, [])
    }

    private mutating func noteReferenceInsertion(_ row: ReferenceRow) {
        guard isTracking else { return }
        if hasEntry(row) {
            changes.noteInsertion(at: Int(tables.references.states[row].change))
        } else {
            _ = addEntry(of: row, .inserted)
        }
    }

    private mutating func noteReferenceRemoval(_ row: ReferenceRow) {
        if hasEntry(row) {
            changes.noteRemoval(at: Int(tables.references.states[row].change))
        } else {
            _ = addEntry(of: row, .removed)
        }
    }

    private mutating func addEntry(of row: ReferenceRow, _ kinds: ChangeSet.Kinds) -> Int {
        let position = appendReferenceEntry(row, kinds)
        changes.setRow(row.number, ofEntryAt: position)
        tables.references.states[row].change = UInt32(position)
        return position
    }

    mutating func appendReferenceEntry(_ row: ReferenceRow, _ kinds: ChangeSet.Kinds) -> Int {
        let state = tables.references.states[row]
        let key = changeKey(state.key)
        let name = tables.references.types[state.type].name
        return changes.appendReference(
            key: key, typePosition: changes.addText(texts.bytes(name)), kinds: kinds)
    }
}

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
            noteReference(row) { $0.noteInsertion(at: $1) } orAppend: { .inserted }
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
        noteReference(row) { $0.noteRemoval(at: $1) } orAppend: { .removed }
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

    private func existingReference(
        of record: BatchRecord, _ batch: borrowing FrameBatch
    ) -> ReferenceRow? {
        var key = record.key
        if !key.isNumber {
            guard let text = texts.find(batch.idBytes(of: record)) else { return nil }
            key = EntityKey(text)
        }
        guard let type = type(named: batch.typeNameBytes(of: record)),
            let row = tables.references.find(key, type: type),
            tables.references.states[row].exists
        else { return nil }
        return row
    }

    /// The type of a name, if there is one.
    private func type(named name: UnsafeRawBufferPointer) -> ReferenceTypeRow? {
        let likely = tables.references.likelyType
        if likely != .noRow, equalBytes(texts.bytes(tables.references.types[likely].name), name) {
            return likely
        }
        return texts.find(name).flatMap { tables.references.findType($0) }
    }

    mutating func rowForPut(
        reference record: BatchRecord, _ batch: borrowing FrameBatch
    ) -> ReferenceRow {
        let name = batch.typeNameBytes(of: record)
        let type = type(named: name) ?? tables.references.addType(texts.intern(name))
        tables.references.likelyType = type
        guard !record.key.isNumber else {
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
        let hasPairs = !tables.references.states[row].pairs.isEmpty
        let index = hasPairs ? pairIndex(of: row, for: Int(record.present)) : nil
        var last = tables.references.states[row].pairs.first
        // What the batch changed before may be named by this record, too.
        let isFirst = !isTracking || !hasEntry(row)
        for property in 0..<Int(record.present) {
            let slot = Int(record.firstSlot) + 2 * property
            let name = batch.bytes(BatchText(rawValue: batch.slot(slot)))
            let value = BatchText(rawValue: batch.slot(slot + 1))
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
            } else {
                isChange = setPair(
                    pair, name, property, to: batch.bytes(value), of: row, putSerial)
            }
            if isChange { noteReferenceUpdate(row, name, isFirst: isFirst) }
        }
    }

    /// Whether the row has an entry in the change set.
    private func hasEntry(_ row: ReferenceRow) -> Bool {
        changes.isEntry(
            at: Int(tables.references.states[row].change), of: .reference, row: row.number)
    }

    /// The entity's pairs by name, where looking at each of them for each
    /// property of a record would take quadratic time.
    private func pairIndex(of row: ReferenceRow, for propertyCount: Int) -> [TextID: PairRow]? {
        guard propertyCount > StoreLimits.scannedPairsMax else { return nil }
        var index: [TextID: PairRow] = [:]
        for pair in tables.references.pairs(of: row) {
            index[tables.references.pairs[pair].name] = pair
        }
        return index
    }

    private func pair(
        named name: UnsafeRawBufferPointer, in index: [TextID: PairRow]
    ) -> PairRow? { texts.find(name).flatMap { index[$0] } }

    /// The pair of a record's property, which is often where that of the last record
    /// was.
    ///
    /// - Parameter last: The pair of the property before.
    @inline(__always)
    private func pair(
        named name: UnsafeRawBufferPointer, of row: ReferenceRow, _ property: Int,
        _ last: inout PairRow
    ) -> PairRow? {
        let references = tables.references.pairs.column
        let hint = tables.references.pairHints + property % ReferenceTables.hintCount
        let likely = last.index &+ Int(hint.pointee)
        if likely >= 0, likely < tables.references.pairs.rowCount {
            let pair = references[PairRow(likely)]
            if pair.owner == row, equalBytes(texts.bytes(pair.name), name) {
                last = PairRow(likely)
                return last
            }
        }
        guard let found = pair(named: name, of: row) else { return nil }
        hint.pointee = Int32(truncatingIfNeeded: found.index &- last.index)
        last = found
        return found
    }

    private func pair(named name: UnsafeRawBufferPointer, of row: ReferenceRow) -> PairRow? {
        for pair in tables.references.pairs(of: row)
        where equalBytes(texts.bytes(tables.references.pairs[pair].name), name) {
            return pair
        }
        return nil
    }

    private mutating func setPair(
        _ pair: PairRow?, _ name: UnsafeRawBufferPointer, _ property: Int,
        to text: UnsafeRawBufferPointer, of row: ReferenceRow, _ putSerial: UInt32
    ) -> Bool {
        let value = ReferenceValue(short: text) ?? ReferenceValue(texts.intern(text))
        if let pair {
            let old = tables.references.pairs[pair].value
            tables.references.pairs[pair].putSerial = putSerial
            tables.references.pairs[pair].value = value
            release(old)
            return value != old
        }
        let likelyNames = tables.references.likelyNames
        let id = texts.intern(name, likely: &likelyNames[property % ReferenceTables.hintCount])
        let added = tables.references.pairs.add(
            ReferencePair(name: id, owner: row, value: value, putSerial: putSerial))
        tables.references.states[row].pairs.insert(
            added, ReferencePairs(pairs: tables.references.pairs.column))
        return true
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
            noteReferenceUpdate(row, name, isFirst: false)
            removePair(pair, of: row)
        }
    }

    // MARK: Changes

    /// - Parameter isFirst: Whether the property cannot have been noted already.
    private mutating func noteReferenceUpdate(
        _ row: ReferenceRow, _ name: UnsafeRawBufferPointer, isFirst: Bool
    ) {
        noteReference(row) {
            if isFirst {
                $0.appendOwnedReferenceUpdate(at: $1, key: name)
            } else {
                $0.noteReferenceUpdate(at: $1, key: name)
            }
        } orAppend: {
            []
        }
    }

    /// Calls `note` with the position of the row's entry, after making one with
    /// the kinds of `first` where there is none; an entry that was made with
    /// its kind needs no note.
    private mutating func noteReference(
        _ row: ReferenceRow, note: (inout ChangeSet, Int) -> Void,
        orAppend first: () -> ChangeSet.Kinds
    ) {
        guard isTracking else { return }
        var position = Int(tables.references.states[row].change)
        if !hasEntry(row) {
            position = appendReferenceEntry(row, first())
            changes.setRow(row.number, ofEntryAt: position)
            tables.references.states[row].change = UInt32(position)
            if !changes.kinds(at: position).isEmpty { return }
        }
        note(&changes, position)
    }

    mutating func appendReferenceEntry(_ row: ReferenceRow, _ kinds: ChangeSet.Kinds) -> Int {
        let state = tables.references.states[row]
        let key = changeKey(state.key)
        let name = tables.references.types[state.type].name
        return changes.appendReference(
            key: key, typePosition: changes.addText(texts.bytes(name)), kinds: kinds)
    }
}

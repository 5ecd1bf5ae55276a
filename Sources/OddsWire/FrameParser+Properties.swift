import OddsModel

extension FrameParser {
    /// Appends a record with the properties of the object at `offset`, which is
    /// known to be legal JSON. Returns false if one of them makes the record
    /// unreadable; `checksIdentity`: so does an `id` or a `_type` that is not
    /// the record's.
    borrowing func appendProperties(
        of offset: Int, _ identity: Identity, _ operation: RecordOperation,
        checksIdentity: Bool, _ scanner: JSONScanner, to batch: inout FrameBatch
    ) -> Bool {
        let type = batch.entityType(identity.type)
        let key = batch.key(identity.id)
        var reader = PropertyReader(
            record: BatchRecord(
                key: key, present: 0, cleared: 0, booleans: 0,
                firstSlot: UInt32(batch.slots.count), operation: operation, type: type))
        guard (try? readMembers(of: offset, &reader, scanner, &batch)) != nil else {
            preconditionFailure("the text was checked before")
        }
        if checksIdentity {
            guard
                scanner.isAbsent(reader.id)
                    || batch.text(scanner.idText(reader.id, &batch), equals: identity.id),
                scanner.isAbsent(reader.ownType)
                    || batch.text(
                        scanner.nonEmptyString(reader.ownType, &batch), equals: identity.type)
            else { return false }
        }
        guard reader.unreadable == 0 else { return false }
        if type == .reference {
            reader.record.present = UInt32(
                (batch.slots.count - Int(reader.record.firstSlot)) / 2)
            batch.slots.append(identity.type.rawValue)
        } else {
            appendValues(reader.record, to: &batch)
        }
        if operation == .put { reader.record.cleared = 0 }
        batch.records.append(reader.record)
        return true
    }

    /// Moves the values read from the table by property index to the batch.
    private borrowing func appendValues(_ record: BatchRecord, to batch: inout FrameBatch) {
        let slotMask: UInt32 = (1 << UInt32(Schema.slotCount(of: record.type))) - 1
        var rest = record.present & slotMask
        while rest != 0 {
            batch.slots.append(values[rest.trailingZeroBitCount])
            rest &= rest - 1
        }
    }

    /// A record while its properties are read. Of a repeated key the last one
    /// counts, so each bit may change until the end.
    private struct PropertyReader {
        var record: BatchRecord
        /// Properties whose value is of the wrong kind.
        var unreadable: UInt32 = 0
        /// Where the object's own `id` and `_type` are; negative: nowhere.
        var id = -1
        var ownType = -1
        /// One bit for each reference key read, by hash: nearly always shows
        /// that a key is new.
        var seenKeys: UInt64 = 0
        /// The slots of the reference keys read, once there are many.
        var slotsByKey: [[UInt8]: Int] = [:]
    }

    private borrowing func readMembers(
        of start: Int, _ reader: inout PropertyReader, _ scanner: JSONScanner,
        _ batch: inout FrameBatch
    ) throws(FrameError) {
        var offset = start
        if scanner.scanOpening(UInt8(ascii: "}"), &offset) { return }
        repeat {
            let key = try scanner.scanString(&offset)
            try scanner.scanColon(&offset)
            if batch.text(key, equals: "id") {
                reader.id = offset
                try scanner.scanValue(&offset, depth: 0)
            } else if batch.text(key, equals: "_type") {
                reader.ownType = offset
                try scanner.scanValue(&offset, depth: 0)
            } else if reader.record.type == .reference {
                let valueStart = offset
                try scanner.scanValue(&offset, depth: 0)
                addReferenceProperty(key, valueStart..<offset, &reader, scanner, &batch)
            } else {
                try readProperty(key, &offset, &reader, scanner, &batch)
            }
        } while try scanner.scanSeparator(UInt8(ascii: "}"), &offset)
    }

    private borrowing func readProperty(
        _ key: ScannedString, _ offset: inout Int, _ reader: inout PropertyReader,
        _ scanner: JSONScanner, _ batch: inout FrameBatch
    ) throws(FrameError) {
        let name = batch.bytes(batch.text(key))
        let base = name.baseAddress!.assumingMemoryBound(to: UInt8.self)
        let start = offset
        try scanner.scanValue(&offset, depth: 0)
        guard let property = names.find(base, name.count, in: reader.record.type) else { return }
        let bit: UInt32 = 1 << UInt32(property.index)
        reader.record.present &= ~bit
        reader.record.cleared &= ~bit
        reader.unreadable &= ~bit
        if scanner.isNull(start) {
            reader.record.cleared |= bit
        } else if property.form == .boolean {
            let first = scanner.byte(start)
            if first == UInt8(ascii: "t") {
                reader.record.present |= bit
                reader.record.booleans |= bit
            } else if first == UInt8(ascii: "f") {
                reader.record.present |= bit
                reader.record.booleans &= ~bit
            } else {
                reader.unreadable |= bit
            }
        } else if let value = value(start..<offset, property.form, scanner, &batch) {
            reader.record.present |= bit
            values[Int(property.index)] = value
        } else {
            reader.unreadable |= bit
        }
    }

    /// The slot for a value, `nil` if it is of the wrong kind.
    private borrowing func value(
        _ range: Range<Int>, _ form: PropertyNames.Form, _ scanner: JSONScanner,
        _ batch: inout FrameBatch
    ) -> UInt64? {
        var offset = range.lowerBound
        switch form {
        case .text:
            guard let string = scanner.string(offset) else { return nil }
            return batch.text(string).rawValue
        case .textOrInteger:
            guard let text = try? scanner.scanTextOrInteger(&offset) else { return nil }
            return batch.text(text).rawValue
        case .integer, .number:
            let first = scanner.byte(offset)
            guard first == UInt8(ascii: "-") || first &- 0x30 < 10 else { return nil }
            let text = UnsafeBufferPointer(start: scanner.base + offset, count: range.count)
            if form == .integer { return wholeNumber(text).map { UInt64(bitPattern: $0) } }
            return doubleValue(text, scanner.powers)?.bitPattern
        case .boolean:
            return nil
        }
    }
}

// MARK: - Reference entities

extension FrameParser {
    /// Appends name and text of a property; one of the same name is replaced.
    private borrowing func addReferenceProperty(
        _ key: ScannedString, _ value: Range<Int>, _ reader: inout PropertyReader,
        _ scanner: JSONScanner, _ batch: inout FrameBatch
    ) {
        let name = batch.text(key)
        let text =
            scanner.isNull(value.lowerBound)
            ? BatchText.null
            : BatchText(start: value.lowerBound, count: value.count, isInArena: false)
        let bytes = batch.bytes(name)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let bit: UInt64 = 1 << (hash >> 58)
        if reader.seenKeys & bit != 0, let slot = slot(of: bytes, &reader, batch) {
            batch.slots[slot + 1] = text.rawValue
            return
        }
        reader.seenKeys |= bit
        batch.slots.append(name.rawValue)
        batch.slots.append(text.rawValue)
    }

    /// The slot of a reference key read before. Few keys are compared one by
    /// one; many are looked up, so that no frame takes quadratic time.
    private borrowing func slot(
        of key: UnsafeRawBufferPointer, _ reader: inout PropertyReader,
        _ batch: borrowing FrameBatch
    ) -> Int? {
        let first = Int(reader.record.firstSlot)
        let isIndexed = batch.slots.count - first > 128
        let start = isIndexed ? first + 2 * reader.slotsByKey.count : first
        for slot in stride(from: start, to: batch.slots.count, by: 2) {
            let other = batch.bytes(BatchText(rawValue: batch.slots[slot]))
            if isIndexed {
                reader.slotsByKey[Array(other)] = slot
            } else if other.count == key.count, other.elementsEqual(key) {
                return slot
            }
        }
        return isIndexed ? reader.slotsByKey[Array(key)] : nil
    }
}

extension JSONScanner {
    /// Whether there is no value at `offset`, or `null`.
    func isAbsent(_ offset: Int) -> Bool { offset < 0 || isNull(offset) }
}

extension FrameBatch {
    func text(_ text: BatchText?, equals other: BatchText) -> Bool {
        guard let text, text.count == other.count else { return false }
        return bytes(text).elementsEqual(bytes(other))
    }
}

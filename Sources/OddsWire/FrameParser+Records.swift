import OddsModel

/// Where the members of a record are that matter; negative: there is none.
/// Each is the offset of the value's first byte.
struct RecordMembers {
    /// The record itself, if it is an object.
    var record = -1
    var ownType = -1
    var id = -1
    var changeType = -1
    var entityType = -1
    var changedProperties = -1
    var entity = -1
}

extension FrameParser {
    /// Checks one element of `records` and finds its members. Anything but an
    /// object has none.
    borrowing func scanRecord(
        _ scanner: JSONScanner, _ offset: inout Int, batch: inout FrameBatch
    ) throws(FrameError) -> RecordMembers {
        var members = RecordMembers()
        guard scanner.byte(offset) == UInt8(ascii: "{") else {
            try scanner.scanValue(&offset, depth: 2)
            return members
        }
        members.record = offset
        if scanner.scanOpening(UInt8(ascii: "}"), &offset) { return members }
        repeat {
            let key = try scanner.scanString(&offset)
            try scanner.scanColon(&offset)
            Self.note(key, at: offset, in: &members, batch: &batch)
            try scanner.scanValue(&offset, depth: 3)
        } while try scanner.scanSeparator(UInt8(ascii: "}"), &offset)
        return members
    }

    private static func note(
        _ key: ScannedString, at offset: Int, in members: inout RecordMembers,
        batch: inout FrameBatch
    ) {
        if batch.text(key, equals: "id") {
            members.id = offset
        } else if batch.text(key, equals: "_type") {
            members.ownType = offset
        } else if batch.text(key, equals: "changeType") {
            members.changeType = offset
        } else if batch.text(key, equals: "entityType") {
            members.entityType = offset
        } else if batch.text(key, equals: "changedProperties") {
            members.changedProperties = offset
        } else if batch.text(key, equals: "entity") {
            members.entity = offset
        }
    }

    /// Appends a record of a dump. Returns false if it cannot be read.
    borrowing func appendDumpRecord(
        _ members: RecordMembers, _ scanner: JSONScanner, to batch: inout FrameBatch
    ) -> Bool {
        guard members.record >= 0,
            let type = scanner.nonEmptyString(members.ownType, &batch),
            let id = scanner.idText(members.id, &batch)
        else { return false }
        let identity = Identity(type: type, id: id)
        return appendProperties(
            of: members.record, identity, .put, checksIdentity: false, scanner, to: &batch)
    }

    /// Appends a record of an update. Returns false if it cannot be read.
    borrowing func appendChangeRecord(
        _ members: RecordMembers, _ scanner: JSONScanner, to batch: inout FrameBatch
    ) -> Bool {
        guard members.record >= 0,
            let type = scanner.nonEmptyString(members.entityType, &batch),
            let id = scanner.idText(members.id, &batch),
            let change = scanner.string(members.changeType)
        else { return false }
        let identity = Identity(type: type, id: id)
        if batch.text(change, equals: "UPDATE") {
            guard scanner.isObject(members.changedProperties) else { return false }
            return appendProperties(
                of: members.changedProperties, identity, .patch, checksIdentity: false,
                scanner, to: &batch)
        }
        if batch.text(change, equals: "CREATE") {
            guard scanner.isObject(members.entity) else { return false }
            return appendProperties(
                of: members.entity, identity, .put, checksIdentity: true, scanner, to: &batch)
        }
        guard batch.text(change, equals: "DELETE") else { return false }
        return appendRemoval(identity, to: &batch)
    }

    private borrowing func appendRemoval(
        _ identity: Identity, to batch: inout FrameBatch
    ) -> Bool {
        let type = batch.entityType(identity.type)
        let key = batch.key(identity.id)
        let firstSlot = batch.slots.count
        if type == .reference { batch.slots.append(identity.type.rawValue) }
        batch.records.append(
            BatchRecord(
                key: key, present: 0, cleared: 0, booleans: 0, firstSlot: UInt32(firstSlot),
                operation: .remove, type: type))
        return true
    }
}

/// An entity's type and id as the record names them.
struct Identity {
    var type: BatchText
    var id: BatchText
}

extension FrameBatch {
    func entityType(_ name: BatchText) -> EntityType {
        let bytes = bytes(name)
        for type in EntityType.typed
        where bytes.count == type.feedName.utf8CodeUnitCount
            && bytes.elementsEqual(
                UnsafeRawBufferPointer(start: type.feedName.utf8Start, count: bytes.count)) {
            return type
        }
        return .reference
    }
}

// MARK: - Values that are known to be legal

extension JSONScanner {
    func isObject(_ offset: Int) -> Bool {
        offset >= 0 && byte(offset) == UInt8(ascii: "{")
    }

    func isNull(_ offset: Int) -> Bool { byte(offset) == UInt8(ascii: "n") }

    /// The string at `offset`, if there is one.
    func string(_ offset: Int) -> ScannedString? {
        guard offset >= 0, byte(offset) == UInt8(ascii: "\"") else { return nil }
        var end = offset
        return try? scanString(&end)
    }

    func nonEmptyString(_ offset: Int, _ batch: inout FrameBatch) -> BatchText? {
        guard let string = string(offset), string.count > 0 else { return nil }
        return batch.text(string)
    }

    /// The string or integer at `offset` as text, if there is one and it is
    /// not empty.
    func idText(_ offset: Int, _ batch: inout FrameBatch) -> BatchText? {
        var end = offset
        guard offset >= 0, let text = try? scanTextOrInteger(&end), text.count > 0 else {
            return nil
        }
        return batch.text(text)
    }
}

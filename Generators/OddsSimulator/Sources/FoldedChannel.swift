import OddsJSON

/// The state of a recorded channel after the frames so far: its entities with
/// all properties as received, which is enough to write a dump for late
/// joiners. Not for hot paths.
struct FoldedChannel {
    private struct Key: Hashable {
        let type: [UInt8]
        let id: [UInt8]
    }

    private typealias Members = [(name: [UInt8], value: [UInt8])]

    private struct Entity {
        var members: Members
        /// Ascends in order of arrival.
        let arrival: Int
    }

    private var entities: [Key: Entity] = [:]
    private var arrivalCount = 0
    /// The last readable version, as JSON text.
    private(set) var version: [UInt8] = []
    private(set) var hasDump = false
    /// Classifies frames and records by the feed contract.
    private var judge = FrameJudge()

    /// Applies a frame, unless it is illegal, older than the state, or an
    /// update before the first dump.
    ///
    /// - Returns: The number of its records; 0 for an illegal frame.
    /// - Complexity: O(bytes).
    mutating func apply(_ frame: UnsafeRawBufferPointer) -> Int {
        guard let recordCount = judge.recordCount(of: frame) else { return 0 }
        applyLegal(frame)
        return recordCount
    }

    private mutating func applyLegal(_ frame: UnsafeRawBufferPointer) {
        guard let members = Self.members(frame),
            let records = Self.value("records", members), records.first == UInt8(ascii: "[")
        else { return }
        let isDump = Self.text("messageType", members) == Array("INITIAL_DUMP".utf8)
        guard isDump || hasDump else { return }
        let newVersion = Self.value("version", members) ?? []
        if let number = Self.number(newVersion) {
            if !isDump, let old = Self.number(version), number < old { return }
            version = newVersion
        } else if isDump {
            version = []
        }
        if isDump {
            entities = [:]
            hasDump = true
        }
        records.withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            try? scanner.forEachElement { range throws(JSONSyntaxError) in
                let text = UnsafeRawBufferPointer(rebasing: bytes[range])
                guard judge.isReadable(text, isDump: isDump), let record = Self.members(text)
                else { return }
                if isDump { put(record, type: "_type", record) } else { applyChange(record) }
            }
        }
    }

    private mutating func applyChange(_ record: Members) {
        switch Self.text("changeType", record).map({ String(decoding: $0, as: UTF8.self) }) {
        case "CREATE":
            guard let entity = Self.value("entity", record)?.withUnsafeBytes({ Self.members($0) })
            else { return }
            put(entity, type: "entityType", record)
        case "UPDATE":
            guard let key = key(record, type: "entityType"), var entity = entities[key],
                let changes = Self.value("changedProperties", record)?
                    .withUnsafeBytes({ Self.members($0) })
            else { return }
            for change in changes where !Self.isName(change.name) {
                entity.members.removeAll { $0.name == change.name }
                if change.value != Array("null".utf8) { entity.members.append(change) }
            }
            entities[key] = entity
        case "DELETE":
            if let key = key(record, type: "entityType") { entities[key] = nil }
        default: break
        }
    }

    /// Whether a property identifies the entity instead of describing it.
    private static func isName(_ name: [UInt8]) -> Bool {
        name == Array("id".utf8) || name == Array("_type".utf8)
    }

    /// Inserts or replaces an entity.
    private mutating func put(_ members: Members, type: String, _ record: Members) {
        guard let key = key(record, type: type) else { return }
        let arrival = entities[key]?.arrival ?? arrivalCount
        arrivalCount += 1
        entities[key] = Entity(
            members: members.filter { !Self.isName($0.name) }, arrival: arrival)
    }

    private func key(_ record: Members, type: String) -> Key? {
        guard let type = Self.text(type, record), !type.isEmpty,
            let id = Self.text("id", record) ?? Self.value("id", record), !id.isEmpty
        else { return nil }
        return Key(type: type, id: id)
    }

    /// A dump of all entities, in order of arrival.
    ///
    /// - Complexity: O(n log n) in the number of entities.
    func dump(version: [UInt8]) -> [UInt8] {
        var text = Array(#"{"version":"#.utf8)
        text += version.isEmpty ? Array("null".utf8) : version
        text += Array(#","messageType":"INITIAL_DUMP","records":["#.utf8)
        let ordered = entities.sorted { $0.value.arrival < $1.value.arrival }
        for (index, (key, entity)) in ordered.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += Array(#"{"_type":"#.utf8)
            text.appendJSONString(key.type)
            text += Array(#","id":"#.utf8)
            text.appendJSONString(key.id)
            for (name, value) in entity.members {
                text.append(UInt8(ascii: ","))
                text.appendJSONString(name)
                text.append(UInt8(ascii: ":"))
                text += value
            }
            text.append(UInt8(ascii: "}"))
        }
        return text + Array("]}".utf8)
    }

    // JSON

    /// The members of a legal object; the last one of each repeated name. `nil`
    /// for anything else.
    private static func members(_ bytes: UnsafeRawBufferPointer) -> Members? {
        var found: Members = []
        var scanner = JSONScanner(bytes)
        do throws(JSONSyntaxError) {
            scanner.skipWhiteSpace()
            try scanner.forEachMember { key, value throws(JSONSyntaxError) in
                let name = JSONText.unescaped(UnsafeRawBufferPointer(rebasing: bytes[key]))
                found.removeAll { $0.name == name }
                found.append((name, Array(bytes[value])))
            }
            scanner.skipWhiteSpace()
        } catch {
            return nil
        }
        return scanner.isAtEnd ? found : nil
    }

    private static func value(_ name: String, _ members: Members) -> [UInt8]? {
        members.first { $0.name.elementsEqual(name.utf8) }?.value
    }

    private static func text(_ name: String, _ members: Members) -> [UInt8]? {
        guard let value = value(name, members), value.first == UInt8(ascii: "\"") else {
            return nil
        }
        return value.withUnsafeBytes { JSONText.unescaped($0) }
    }

    /// The number of a version, which may be a JSON string or number.
    private static func number(_ json: [UInt8]) -> UInt64? {
        let digits = json.filter { $0 != UInt8(ascii: "\"") }
        return UInt64(String(decoding: digits, as: UTF8.self))
    }
}

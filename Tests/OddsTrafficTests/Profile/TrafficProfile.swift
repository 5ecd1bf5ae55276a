import OddsJSON

/// The shape of traffic: which kinds of record it has, how many, how large,
/// with which forms of values, and how many records a frame has. It is how
/// generated traffic is compared with recorded traffic.
struct TrafficProfile: Sendable {
    /// Records of one kind: the same operation on the same type with the same
    /// properties in the same order.
    struct Kind: Hashable, Sendable {
        /// What a record does; the raw values of changes are those of the feed.
        enum Operation: String, Sendable {
            case dump = "dump"
            case create = "CREATE"
            case update = "UPDATE"
            case delete = "DELETE"
        }

        /// What the record does.
        let operation: Operation
        /// The type of the entity, as the feed spells it.
        let entityType: String
        /// The names of the properties, in order.
        let properties: [String]
    }

    /// How many records of a kind there are, and how large.
    struct Tally: Equatable, Sendable {
        /// The number of records.
        var count = 0
        /// The length of their text, all together.
        var byteCount = 0

        /// The mean length of a record.
        var bytesMean: Double { Double(byteCount) / Double(max(1, count)) }
    }

    /// How a value looks in JSON.
    enum ValueForm: String, Comparable, Sendable {
        case text, digits, integer, fraction, boolean, null, array, object

        /// The order of the names.
        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A property of a type of entity.
    struct PropertyName: Hashable, Sendable {
        /// The type of the entity, as the feed spells it.
        let entityType: String
        /// The name of the property.
        let property: String
    }

    /// The records of each kind.
    private(set) var kinds: [Kind: Tally] = [:]
    /// The forms that the values of each property have.
    private(set) var valueForms: [PropertyName: Set<ValueForm>] = [:]
    /// INITIAL_DUMP frames.
    private(set) var dumpFrameCount = 0
    /// UPDATE frames.
    private(set) var updateFrameCount = 0
    /// Records of UPDATE frames.
    private(set) var updateRecordCount = 0
    /// Frames and records that have no such shape.
    private(set) var unreadableCount = 0

    /// The profile of no traffic.
    init() {}

    /// The mean number of records of UPDATE frames.
    var recordsPerUpdateFrame: Double {
        Double(updateRecordCount) / Double(max(1, updateFrameCount))
    }

    /// How large a part of all change records a kind is.
    func share(of kind: Kind) -> Double {
        Double(kinds[kind]?.count ?? 0) / Double(max(1, updateRecordCount))
    }

    /// Adds a frame. Complexity: O(bytes). Allocates.
    mutating func add(_ frame: UnsafeRawBufferPointer) {
        do {
            try addFrame(JSONObject(frame))
        } catch {
            unreadableCount += 1
        }
    }

    private mutating func addFrame(_ frame: JSONObject) throws(JSONSyntaxError) {
        guard let records = frame["records"] else { throw .missing("records") }
        let isDump = frame.text("messageType") == "INITIAL_DUMP"
        if isDump { dumpFrameCount += 1 } else { updateFrameCount += 1 }
        var scanner = JSONScanner(records)
        try scanner.forEachElement { range throws(JSONSyntaxError) in
            if !isDump { updateRecordCount += 1 }
            let bytes = UnsafeRawBufferPointer(rebasing: records[range])
            do throws(JSONSyntaxError) {
                try addRecord(JSONObject(bytes), byteCount: range.count, isDump: isDump)
            } catch {
                unreadableCount += 1
            }
        }
    }

    private mutating func addRecord(
        _ record: JSONObject, byteCount: Int, isDump: Bool
    ) throws(JSONSyntaxError) {
        let operation = isDump ? .dump : Kind.Operation(rawValue: record.text("changeType") ?? "")
        guard let operation else { throw .missing("changeType") }
        guard let type = record.text(isDump ? "_type" : "entityType") else {
            throw .missing("type")
        }
        let properties =
            switch operation {
            case .dump: record
            case .create: try JSONObject(record["entity"])
            case .update: try JSONObject(record["changedProperties"])
            case .delete: JSONObject.empty
            }
        let kind = Kind(operation: operation, entityType: type, properties: properties.names)
        kinds[kind, default: Tally()].count += 1
        kinds[kind, default: Tally()].byteCount += byteCount
        for (name, value) in properties.members {
            valueForms[PropertyName(entityType: type, property: name), default: []]
                .insert(ValueForm(value))
        }
    }
}

extension TrafficProfile.ValueForm {
    fileprivate init(_ value: UnsafeRawBufferPointer) {
        switch value.first {
        case UInt8(ascii: "\""):
            let text = value.dropFirst().dropLast()
            let isNumber = !text.isEmpty && text.allSatisfy { $0 &- 0x30 < 10 }
            self = isNumber ? .digits : .text
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
        case UInt8(ascii: "n"): self = .null
        default: self = value.contains { $0 &- 0x30 > 9 && $0 != 0x2D } ? .fraction : .integer
        }
    }
}

/// The members of a JSON object, in their order.
private struct JSONObject {
    let members: [(name: String, value: UnsafeRawBufferPointer)]

    static var empty: JSONObject { JSONObject(members: []) }

    private init(members: [(name: String, value: UnsafeRawBufferPointer)]) {
        self.members = members
    }

    init(_ bytes: UnsafeRawBufferPointer?) throws(JSONSyntaxError) {
        guard let bytes else { throw .missing("object") }
        var members: [(name: String, value: UnsafeRawBufferPointer)] = []
        var scanner = JSONScanner(bytes)
        scanner.skipWhiteSpace()
        try scanner.forEachMember { key, value throws(JSONSyntaxError) in
            let name = JSONText.unescaped(UnsafeRawBufferPointer(rebasing: bytes[key]))
            members.append(
                (String(decoding: name, as: UTF8.self),
                    UnsafeRawBufferPointer(rebasing: bytes[value])))
        }
        scanner.skipWhiteSpace()
        guard scanner.isAtEnd else { throw .missing("end") }
        self.members = members
    }

    var names: [String] { members.map { $0.name } }

    subscript(name: String) -> UnsafeRawBufferPointer? {
        members.last { $0.name == name }?.value
    }

    func text(_ name: String) -> String? {
        guard let value = self[name], value.first == UInt8(ascii: "\"") else { return nil }
        return String(decoding: JSONText.unescaped(value), as: UTF8.self)
    }
}

extension JSONSyntaxError {
    fileprivate static func missing(_ what: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: 0, what: "\(what) missing")
    }
}

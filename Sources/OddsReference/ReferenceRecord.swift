/// What an entity is known by within its channel.
package struct EntityName: Hashable, Sendable {
    package let type: UTF8Text
    package let id: UTF8Text

    package init(type: UTF8Text, id: UTF8Text) {
        self.type = type
        self.id = id
    }
}

/// The value of a property. Two are the same value as EM-R7 has it: numbers
/// by their bits, a reference entity's property by its text.
package enum ReferenceValue: Hashable, Sendable {
    case text(UTF8Text)
    case integer(Int64)
    case number(bits: UInt64)
    case boolean(Bool)
    /// A reference entity's property as received.
    case received(UTF8Text)
}

/// A record that can be read (EM-R1).
package struct ReferenceRecord: Equatable, Sendable {
    package enum Operation: Sendable { case put, patch, remove }

    package let operation: Operation
    package let name: EntityName
    /// The properties that the record names; `nil` for `null`.
    package let properties: [UTF8Text: ReferenceValue?]

    package init(
        operation: Operation, name: EntityName, properties: [UTF8Text: ReferenceValue?]
    ) {
        self.operation = operation
        self.name = name
        self.properties = properties
    }

    /// `nil` if the record is rejected.
    init?(_ record: JSONValue, isDump: Bool) {
        guard let members = record.object,
            let type = members[isDump ? "_type" : "entityType"]?.string, !type.isEmpty,
            let id = members["id"]?.stringOrInteger, !id.isEmpty
        else { return nil }
        name = EntityName(type: type, id: id)

        let source: [UTF8Text: JSONValue]
        if isDump {
            operation = .put
            source = members
        } else {
            switch members["changeType"]?.string {
            case "UPDATE":
                guard let changed = members["changedProperties"]?.object else { return nil }
                operation = .patch
                source = changed
            case "CREATE":
                guard let entity = members["entity"]?.object else { return nil }
                if let own = entity["id"], !own.isNull, own.stringOrInteger != id { return nil }
                if let own = entity["_type"], !own.isNull, own.string != type { return nil }
                operation = .put
                source = entity
            case "DELETE":
                operation = .remove
                source = [:]
            default:
                return nil
            }
        }
        guard let properties = Self.properties(source, type: type) else { return nil }
        self.properties = properties
    }

    /// `nil` if a typed property is of the wrong kind.
    private static func properties(
        _ members: [UTF8Text: JSONValue], type: UTF8Text
    ) -> [UTF8Text: ReferenceValue?]? {
        let kinds = ReferenceSchema.properties[type]
        var properties: [UTF8Text: ReferenceValue?] = [:]
        for (name, value) in members where name != "id" && name != "_type" {
            if let kinds {
                guard let kind = kinds[name] else { continue }
                if value.isNull {
                    properties[name] = .some(nil)
                } else if let typed = typedValue(value, kind, name) {
                    properties[name] = typed
                } else {
                    return nil
                }
            } else if value.isNull {
                properties[name] = .some(nil)
            } else {
                properties[name] = .received(UTF8Text(value.source))
            }
        }
        return properties
    }

    private static func typedValue(
        _ value: JSONValue, _ kind: ReferenceSchema.Kind, _ name: UTF8Text
    ) -> ReferenceValue? {
        switch kind {
        case .text:
            let text =
                ReferenceSchema.acceptsInteger(name) ? value.stringOrInteger : value.string
            return text.map { .text($0) }
        case .integer: return value.number?.wholeValue.map { .integer($0) }
        case .number: return value.number?.double.map { .number(bits: $0.bitPattern) }
        case .boolean: return value.boolean.map { .boolean($0) }
        }
    }
}

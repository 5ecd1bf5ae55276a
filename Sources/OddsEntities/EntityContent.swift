import OddsJSON
import OddsModel

/// The id and the properties of an entity, whatever its type.
public struct EntityContent: Sendable {
    /// The id, unique within the type.
    public let id: String
    let properties: Members

    /// The value of a property as received; `nil` if it is absent.
    ///
    /// - Complexity: O(properties).
    public subscript(name: String) -> AnyCodable? { properties[name].map { AnyCodable($0) } }

    /// The names of the properties that are there, in the order in which they came first.
    public var names: [String] { properties.list.map(\.name) }
}

extension EntityContent: Equatable {
    /// Equality of ids and properties, by their bytes; the order does not count.
    public static func == (left: EntityContent, right: EntityContent) -> Bool {
        left.id.utf8.elementsEqual(right.id.utf8) && left.properties == right.properties
    }
}

extension EntityContent {
    /// The content of an entity's object.
    ///
    /// - Returns: `nil` if it has no id, or a typed property is of the wrong kind.
    init?(_ type: EntityType, _ members: Members) {
        guard let id = members.identifier("id"), !id.isEmpty else { return nil }
        self.init(type, id, members)
    }

    init?(_ type: EntityType, _ id: String, _ members: Members) {
        guard let properties = Self.properties(type, members) else { return nil }
        self.id = id
        self.properties = properties.filter { $0.value != .null }
    }

    /// The same with properties that have changed; those that are `null` go.
    ///
    /// - Returns: `nil` if a typed property is of the wrong kind.
    func changed(_ type: EntityType, by changes: Members) -> EntityContent? {
        Self(type, id, properties.merging(changes))
    }

    /// The members that are properties of a type; `nil` if one is of the wrong kind.
    static func properties(_ type: EntityType, _ members: Members) -> Members? {
        if type == .reference { return members.filter { $0.name != "id" && $0.name != "_type" } }
        let schema = Schema.properties(of: type)
        var properties: [JSONMember] = []
        for member in members.list {
            let property = schema.first { property in
                property.name.withUTF8Buffer { $0.elementsEqual(member.name.utf8) }
            }
            guard let property else { continue }
            guard let value = property.reading(member.value) else { return nil }
            properties.append(JSONMember(member.name, value))
        }
        return Members(properties)
    }
}

extension Property {
    /// A value of this kind, or `null`: an integer in place of text is its decimal text; `nil`
    /// if it is of another kind.
    fileprivate func reading(_ value: JSONValue) -> JSONValue? {
        let isOfKind =
            switch (value, kind) {
            case (.null, _), (.string, .text), (.string, .link), (.bool, .boolean): true
            case (.number, .integer): value.wholeNumber != nil
            case (.number, .number): value.finiteNumber != nil
            default: false
            }
        if isOfKind { return value }
        guard case .number = value, acceptsIntegerAsText else { return nil }
        return value.identifier.map { .string($0) }
    }
}

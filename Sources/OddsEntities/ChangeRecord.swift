import OddsJSON
import OddsModel

/// The effect of a change on an entity.
public enum ChangeType: String, Codable, Sendable {
    /// It is new, or replaces the one of its id.
    case create = "CREATE"
    /// Some of its properties are others.
    case update = "UPDATE"
    /// It is gone.
    case delete = "DELETE"
}

/// A change of an entity.
public struct ChangeRecord: Codable, Equatable, Sendable {
    /// The effect.
    public let changeType: ChangeType
    /// The entity's type as the feed spells it.
    public let entityType: String
    /// The entity's id.
    public let id: String
    /// The whole entity; of a creation alone.
    public let entity: EntityData?
    let changes: Members?

    /// The properties that are others, as received, `null` where they are gone; of an update
    /// alone.
    public var changedProperties: [String: AnyCodable]? {
        changes.map { changes in
            Dictionary(
                changes.list.map { ($0.name, AnyCodable($0.value)) }, uniquingKeysWith: { $1 })
        }
    }

    /// Decodes a change.
    ///
    /// - Throws: `DecodingError` if it cannot be read.
    public init(from decoder: any Decoder) throws {
        guard let members = Members(try AnyCodable(from: decoder).json),
            let change = ChangeRecord(members.text("entityType") ?? "", members)
        else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "a change without type, id or what it changes"))
        }
        self = change
    }

    /// Encodes the change as the feed sends it.
    public func encode(to encoder: any Encoder) throws {
        var members = [
            JSONMember("changeType", .string(changeType.rawValue)),
            JSONMember("entityType", .string(entityType)), JSONMember("id", .string(id)),
        ]
        if let changes { members.append(JSONMember("changedProperties", .object(changes.list))) }
        if let content = entity?.entity?.content {
            members.append(JSONMember("entity", .object(content.members(entityType))))
        }
        try AnyCodable(.object(members)).encode(to: encoder)
    }
}

extension ChangeRecord {
    /// - Returns: `nil` if it has no type, no id or not what its kind of change needs, or a
    ///   typed property is of the wrong kind.
    init?(_ entityType: String, _ members: Members) {
        guard !entityType.isEmpty, let id = members.identifier("id"), !id.isEmpty,
            let changeType = members.text("changeType").flatMap(ChangeType.init)
        else { return nil }
        let type = EntityType(feedType: entityType)
        var entity: EntityRecord?
        var changes: Members?
        switch changeType {
        case .create:
            guard let object = Members(members["entity"]),
                Self.isSame(object["id"], id), Self.isSame(object["_type"], entityType),
                let content = EntityContent(type, id, object)
            else { return nil }
            entity = EntityRecord(entityType, content)
        case .update:
            changes = Members(members["changedProperties"])
                .flatMap { EntityContent.properties(type, $0) }
            guard changes != nil else { return nil }
        case .delete: break
        }
        self.changeType = changeType
        self.entityType = entityType
        self.id = id
        self.entity = entity
        self.changes = changes
    }

    /// Compares an entity's own id or type, where it has one, with its record's.
    private static func isSame(_ value: JSONValue?, _ expected: String) -> Bool {
        guard let value, value != .null else { return true }
        return value.identifier.map { $0.utf8.elementsEqual(expected.utf8) } ?? false
    }
}

import OddsJSON
public import OddsModel

/// An entity of one of the feed's types with typed properties, flat as it is sent. Each property
/// may be absent.
public protocol TypedEntity: Codable, Equatable, Sendable {
    /// The entity's type.
    static var entityType: EntityType { get }
    /// The entity's id and properties.
    var content: EntityContent { get }
    /// An entity of that content.
    init(_ content: EntityContent)
}

extension TypedEntity {
    /// The entity's id.
    public var id: String { content.id }

    /// Decodes an entity.
    ///
    /// - Throws: `DecodingError` if it has no id, or a typed property is of the wrong kind.
    public init(from decoder: any Decoder) throws {
        self.init(try EntityContent(Self.entityType, decoder))
    }

    /// Encodes the entity as the feed sends it.
    public func encode(to encoder: any Encoder) throws {
        try content.encode("\(Self.entityType.feedName)", to: encoder)
    }

    func text(_ name: String) -> String? { content.properties.text(name) }
    func integer(_ name: String) -> Int64? { content.properties[name]?.wholeNumber }
    func number(_ name: String) -> Double? { content.properties[name]?.finiteNumber }
    func boolean(_ name: String) -> Bool? {
        if case .bool(let value) = content.properties[name] { value } else { nil }
    }
}

extension EntityContent {
    init(_ type: EntityType, _ decoder: any Decoder) throws {
        guard let members = Members(try AnyCodable(from: decoder).json),
            let content = EntityContent(type, members)
        else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "an entity without an id, or a property of the wrong kind"))
        }
        self = content
    }

    func encode(_ type: String, to encoder: any Encoder) throws {
        try AnyCodable(.object(members(type))).encode(to: encoder)
    }

    /// The members of the entity's object.
    func members(_ type: String) -> [JSONMember] {
        [JSONMember("_type", .string(type)), JSONMember("id", .string(id))] + properties.list
    }
}

/// An entity without typed properties, which are kept as received.
public struct ReferenceDTO: Codable, Equatable, Sendable {
    /// The type as the feed spells it.
    public let type: String
    /// The entity's id and properties.
    public let content: EntityContent

    /// The entity's id.
    public var id: String { content.id }

    init(_ type: String, _ content: EntityContent) {
        self.type = type
        self.content = content
    }

    /// Decodes an entity.
    ///
    /// - Throws: `DecodingError` if it has no type or no id.
    public init(from decoder: any Decoder) throws {
        content = try EntityContent(.reference, decoder)
        let container = try decoder.container(keyedBy: AnyKey.self)
        type = try container.decode(String.self, forKey: AnyKey("_type"))
    }

    /// Encodes the entity as the feed sends it.
    public func encode(to encoder: any Encoder) throws { try content.encode(type, to: encoder) }
}

/// A sport. It has no typed properties: what is of another kind than here counts as absent.
public struct SportDTO: Codable, Equatable, Sendable {
    /// The type as the feed spells it.
    public static let type = "SPORT"
    /// The sport's id and properties.
    public let content: EntityContent

    /// The sport's id.
    public var id: String { content.id }
    /// The sport's name.
    public var name: String? { content["name"]?.value as? String }
    /// A short form of the name.
    public var shortName: String? { content["shortName"]?.value as? String }
    /// `true` if its events are made by a program.
    public var isVirtual: Bool? { content["isVirtual"]?.value as? Bool }
    /// The number of its events.
    public var numberOfEvents: Int? { content["numberOfEvents"]?.value as? Int }
    /// The number of its live events.
    public var numberOfLiveEvents: Int? { content["numberOfLiveEvents"]?.value as? Int }

    init(_ content: EntityContent) { self.content = content }

    /// Decodes a sport.
    ///
    /// - Throws: `DecodingError` if it has no id.
    public init(from decoder: any Decoder) throws {
        content = try EntityContent(.reference, decoder)
    }

    /// Encodes the sport as the feed sends it.
    public func encode(to encoder: any Encoder) throws {
        try content.encode(Self.type, to: encoder)
    }
}

/// What an entity is known by within its channel: its type and its id.
///
/// Text compares by its UTF-8 bytes, as everywhere in the contract.
public struct EntityName: Hashable, Sendable {
    /// The type; `reference` for all without typed properties.
    public let type: EntityType
    /// The entity's id, unique within its type.
    public let id: EntityID
    /// The type's name in UTF-8, of reference entities alone; else empty.
    public let referenceType: [UInt8]

    /// An entity of one of the six types with typed properties.
    public init(_ type: EntityType, _ id: EntityID) {
        precondition(type != .reference, "a reference entity has a name for its type")
        self.type = type
        self.id = id
        referenceType = []
    }

    /// An entity of a type as the feed spells it, `"SPORT"` or `"MARKET"`.
    public init(feedType: String, id: EntityID) {
        let name = Array(feedType.utf8)
        let typed = EntityType.typed.first { type in
            type.feedName.withUTF8Buffer { $0.elementsEqual(name) }
        }
        type = typed ?? .reference
        referenceType = typed == nil ? name : []
        self.id = id
    }
}

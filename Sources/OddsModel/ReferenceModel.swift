/// A reference entity as a snapshot shows it.
public struct ReferenceModel: Equatable, Sendable {
    /// The type's name as the feed spells it.
    public let type: String
    /// The entity's id, unique within its type.
    public let id: EntityID
    /// Name and JSON text of each property as received, without `id`; in no
    /// particular order.
    public let properties: [(name: String, json: String)]

    /// A reference entity from its parts.
    public init(type: String, id: EntityID, properties: [(name: String, json: String)]) {
        self.type = type
        self.id = id
        self.properties = properties
    }

    /// Text compares by its bytes, as everywhere in the contract.
    public static func == (left: ReferenceModel, right: ReferenceModel) -> Bool {
        left.type.utf8.elementsEqual(right.type.utf8) && left.id == right.id
            && left.sortedProperties.elementsEqual(right.sortedProperties) {
                $0.name.utf8.elementsEqual($1.name.utf8)
                    && $0.json.utf8.elementsEqual($1.json.utf8)
            }
    }

    /// The properties by the bytes of their names.
    public var sortedProperties: [(name: String, json: String)] {
        properties.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

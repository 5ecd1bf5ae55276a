/// A reference entity as a snapshot shows it.
public struct ReferenceModel: Equatable, Sendable {
    public let type: String
    public let id: EntityID
    /// Name and JSON text of each property as received, without `id`; in no
    /// particular order.
    public let properties: [(name: String, json: String)]

    public init(type: String, id: EntityID, properties: [(name: String, json: String)]) {
        self.type = type
        self.id = id
        self.properties = properties
    }

    public static func == (left: ReferenceModel, right: ReferenceModel) -> Bool {
        left.type == right.type && left.id == right.id
            && left.properties.count == right.properties.count
            && left.properties.sorted { $0.name < $1.name }
                .elementsEqual(right.properties.sorted { $0.name < $1.name }) {
                    $0.name == $1.name && $0.json == $1.json
                }
    }
}

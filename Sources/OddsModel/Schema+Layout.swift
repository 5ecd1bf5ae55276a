// What the layout of rows and nodes needs to know of the table, as constants
// that the optimizer sees from every module. `SchemaTests` holds them to it.

extension Schema {
    /// How many of the slots of `type` hold text; these come first.
    ///
    /// - Complexity: O(1).
    @inlinable
    public static func textSlotCount(of type: EntityType) -> Int {
        switch type {
        case .match: 18
        case .market: 8
        case .outcome: 12
        case .bettingOffer: 4
        case .eventInfo: 7
        case .marketOutcomeRelation: 2
        case .reference: 0
        }
    }
}

import OddsModel

/// Finds single entities in a tree, for strategies that cannot look them up.
enum TreeSearch {
    /// Complexity: O(entities).
    static func value(
        of name: EntityName, in events: [EventModel], _ references: [ReferenceModel]
    ) -> EntityValue? {
        switch name.type {
        case .match: find(name.id, in: events)
        case .eventInfo: find(name.id, in: events.lazy.flatMap(\.eventInfos))
        case .market: find(name.id, in: events.lazy.flatMap(\.markets))
        case .outcome: find(name.id, in: outcomes(of: events), offers: \.bettingOffers)
        case .bettingOffer: find(name.id, in: outcomes(of: events).flatMap(\.bettingOffers))
        case .marketOutcomeRelation: nil
        case .reference:
            references.first {
                $0.id == name.id && $0.type.utf8.elementsEqual(name.referenceType)
            }.map(EntityValue.reference)
        }
    }

    private static func outcomes(
        of events: [EventModel]
    ) -> some Sequence<OutcomeModel> {
        events.lazy.flatMap(\.markets).flatMap(\.outcomes)
    }

    private static func find<Node: ModelNode>(
        _ id: EntityID, in nodes: some Sequence<Node>,
        offers: (Node) -> ModelNodes<BettingOfferModel>? = { _ in nil }
    ) -> EntityValue? {
        guard let node = nodes.first(where: { $0.id == id }) else { return nil }
        var builder = EventModelBuilder()
        builder.beginDetached(Node.entityType)
        builder.appendCopy(of: node)
        offers(node)?.forEach { builder.appendCopy(of: $0) }
        return builder.finishDetached(Node.entityType)
    }
}

extension EventModelBuilder {
    /// Appends a node of the same id, properties and values. One function for
    /// all types of nodes, as it is not on a measured path.
    fileprivate mutating func appendCopy(of node: any ModelNode) {
        let type = type(of: node).entityType
        append(type, id: node.id)
        for property in Schema.properties(of: type) where node.contains(property.index) {
            switch property.kind {
            case .text, .link:
                _ = node.withText(at: property.index) { set(property.index, toUTF8: $0) }
            case .integer:
                if let value = node.integer(at: property.index) { set(property.index, to: value) }
            case .number:
                if let value = node.number(at: property.index) { set(property.index, to: value) }
            case .boolean:
                if let value = node.boolean(at: property.index) { set(property.index, to: value) }
            }
        }
    }
}

import OddsModel
import OddsReference

// Compares a strategy's tree with the reference's without a detour over JSON,
// so that it can be done often.

private let namedProperties = Dictionary(
    uniqueKeysWithValues: EntityType.typed.map { type in
        (type, Schema.properties(of: type).map { (property: $0, name: UTF8Text("\($0.name)")) })
    })

extension ReferenceNode {
    /// Whether an event of the model says the same, with all below it.
    package func matches(_ event: EventModel) -> Bool {
        matchesProperties(of: event)
            && matches("eventInfos", event.eventInfos) { $0.matchesProperties(of: $1) }
            && matches("markets", event.markets) { node, market in
                node.matchesProperties(of: market)
                    && node.matches("outcomes", market.outcomes) { node, outcome in
                        node.matchesProperties(of: outcome)
                            && node.matches("bettingOffers", outcome.bettingOffers) {
                                $0.matchesProperties(of: $1)
                            }
                    }
            }
    }

    private func matches<Node: ModelNode>(
        _ name: UTF8Text, _ nodes: ModelNodes<Node>, by matches: (ReferenceNode, Node) -> Bool
    ) -> Bool {
        guard let mine = children[name], mine.count == nodes.count else { return false }
        return zip(mine, nodes).allSatisfy(matches)
    }

    private func matchesProperties<Node: ModelNode>(of node: Node) -> Bool {
        guard node.withIDBytes({ id.bytes.elementsEqual($0) }) else { return false }
        var count = 0
        for (property, name) in namedProperties[Node.entityType]!
        where node.contains(property.index) {
            count += 1
            guard let value = properties[name] else { return false }
            let isEqual =
                switch (property.kind, value) {
                case (.text, .text(let text)), (.link, .text(let text)):
                    node.withText(at: property.index) { text.bytes.elementsEqual($0) } ?? false
                case (.integer, .integer(let integer)):
                    node.integer(at: property.index) == integer
                case (.number, .number(let bits)):
                    node.number(at: property.index)?.bitPattern == bits
                case (.boolean, .boolean(let boolean)):
                    node.boolean(at: property.index) == boolean
                default: false
                }
            guard isEqual else { return false }
        }
        return count == properties.count
    }
}

extension [UTF8Text: [ReferenceNode]] {
    /// Whether reference entities are the same ones in the same order, with
    /// the same text of each property.
    package func matches(_ models: [ReferenceModel]) -> Bool {
        let models = [UTF8Text: [ReferenceModel]](grouping: models) { UTF8Text($0.type) }
        guard models.count == count else { return false }
        return models.allSatisfy { type, models in
            guard let nodes = self[type], nodes.count == models.count else { return false }
            return zip(nodes, models).allSatisfy { $0.matches($1) }
        }
    }
}

extension ReferenceNode {
    fileprivate func matches(_ model: ReferenceModel) -> Bool {
        id.bytes == model.id.utf8 && properties.count == model.properties.count
            && model.properties.allSatisfy { name, json in
                properties[UTF8Text(name)] == .received(UTF8Text(json))
            }
    }
}

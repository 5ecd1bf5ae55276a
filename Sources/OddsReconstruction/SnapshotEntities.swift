import OddsModel

// How a snapshot shows the entities: those of the tree, and the others.

extension SnapshotWriter {
    mutating func append(_ event: EventModel) {
        append("{")
        appendProperties(of: event)
        append(#","eventInfos":["#)
        appendList(event.eventInfos) { writer, info in
            writer.append("{")
            writer.appendProperties(of: info)
            writer.append("}")
        }
        append(#"],"markets":["#)
        appendList(event.markets) { $0.append($1) }
        append("]}")
    }

    private mutating func append(_ market: MarketModel) {
        append("{")
        appendProperties(of: market)
        append(#","outcomes":["#)
        appendList(market.outcomes) { $0.append($1) }
        append("]}")
    }

    private mutating func append(_ outcome: OutcomeModel) {
        append("{")
        appendProperties(of: outcome)
        append(#","bettingOffers":["#)
        appendList(outcome.bettingOffers) { writer, offer in
            writer.append("{")
            writer.appendProperties(of: offer)
            writer.append("}")
        }
        append("]}")
    }

    /// Writes the id and the properties that are there. One function for all
    /// types of nodes, as it is not on a measured path.
    private mutating func appendProperties(of node: any ModelNode) {
        append(#""id":"#)
        node.withIDBytes { appendString($0) }
        for property in Schema.properties(of: type(of: node).entityType)
        where node.contains(property.index) {
            append(",")
            appendName(property.name)
            switch property.kind {
            case .text, .link: node.withText(at: property.index) { appendString($0) }
            case .integer: append(text: "\(node.integer(at: property.index)!)")
            case .number: append(text: node.number(at: property.index)!.description)
            case .boolean: append(node.boolean(at: property.index)! ? "true" : "false")
            }
        }
    }
}

extension SnapshotWriter {
    /// Writes the members of `references`: an array for each type.
    mutating func append(_ references: [ReferenceModel]) {
        let byType = Dictionary(grouping: references) { Array($0.type.utf8) }
        appendList(sortedByBytes(byType.keys)) { writer, type in
            writer.appendString(type)
            writer.append(":[")
            writer.appendList(byType[type]!) { $0.append($1) }
            writer.append("]")
        }
    }

    private mutating func append(_ reference: ReferenceModel) {
        append(#"{"id":"#)
        appendString(reference.id.utf8)
        for (name, json) in reference.sortedProperties {
            append(",")
            appendString(name.utf8)
            append(":")
            appendCanonical(json: Array(json.utf8), to: &output)
        }
        append("}")
    }
}

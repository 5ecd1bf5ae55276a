/// What a channel knows: its entities, and what the entities do not show.
struct SportRadarState: Sendable {
    private(set) var entities = ReferenceState()
    /// By selection.
    private(set) var prices: [UTF8Text: SportRadarPrice] = [:]
    /// By what paths call the nodes.
    private(set) var sportsByNode: [UTF8Text: UTF8Text] = [:]

    func contains(_ type: UTF8Text, _ id: UTF8Text) -> Bool { self[type, id] != nil }

    subscript(type: UTF8Text, id: UTF8Text) -> ReferenceEntity? {
        entities.entities[EntityName(type: type, id: id)]
    }

    /// All that hangs on an entity, each before what hangs on it.
    func below(_ name: EntityName) -> [EntityName] {
        let links: [(type: UTF8Text, property: UTF8Text)] =
            switch name.type {
            case "MATCH": [("EVENT_INFO", "eventId"), ("MARKET", "eventId")]
            case "MARKET": [("OUTCOME", "marketId")]
            case "OUTCOME": [("BETTING_OFFER", "outcomeId")]
            default: []
            }
        return links.flatMap { link in
            entities.entities
                .filter { $0.key.type == link.type && $0.value.text(link.property) == name.id }
                .sorted { $0.value.arrival < $1.value.arrival }
                .flatMap { [$0.key] + below($0.key) }
        }
    }

    mutating func apply(_ meaning: SportRadarMeaning, isDump: Bool) {
        _ = entities.apply(ReferenceFrame(isDump: isDump, records: meaning.records))
        // What has gone is forgotten (SR-R4).
        if isDump {
            prices = [:]
            sportsByNode = [:]
        }
        for case let record? in meaning.records where record.operation == .remove {
            if record.name.type == "OUTCOME" { prices[record.name.id] = nil }
            if record.name.type == "SPORT" {
                sportsByNode = sportsByNode.filter { $0.value != record.name.id }
            }
        }
        prices.merge(meaning.prices) { $1 }
        sportsByNode.merge(meaning.sportsByNode) { $1 }
    }

    /// What a change means here; never anything but a rejection, if it cannot be
    /// read (SR-F4).
    func meaning(of element: SportRadarElement) -> SportRadarMeaning {
        do throws(Unreadable) {
            guard let changeType = element.changeType else { throw Unreadable() }
            let path = try SportRadarPath(element.path)
            switch changeType {
            case .updated: return try update(element, at: path)
            case .added: return try addition(element, at: path)
            case .removed: return removal(element, at: path)
            case .refreshed: preconditionFailure("a dump is no part of an update")
            }
        } catch {
            return .rejected
        }
    }
}

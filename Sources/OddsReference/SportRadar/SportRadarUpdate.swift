extension SportRadarState {
    /// What `UPDATED` means (SR-U1 to SR-U6).
    func update(
        _ element: SportRadarElement, at path: SportRadarPath
    ) throws(Unreadable) -> SportRadarMeaning {
        guard let row = SportRadarRow(path, element.content, element.change) else {
            return .ignored(path)
        }
        return try meaning(of: row, element.change)
    }

    /// What a change of a row means. Throws if the change is not of the row's
    /// kind, be the entity there or not.
    func meaning(
        of row: SportRadarRow, _ change: JSONValue?
    ) throws(Unreadable) -> SportRadarMeaning {
        switch row {
        case .price(let selection):
            var price = prices[selection] ?? SportRadarPrice()
            try price.take(SportRadarMembers(change))
            return offer(selection, price)
        case .isSelectionTradable(let selection):
            var price = prices[selection] ?? SportRadarPrice()
            price.isTradable = try Self.read(change, \.boolean)
            return offer(selection, price)
        case .isMarketTradable(let market):
            let isTradable = try Self.read(change, \.boolean)
            return patch("MARKET", market, ["isAvailable": .boolean(isTradable)])
        case .marketCount(let event):
            let count = try Self.read(change, \.integer)
            return patch("MATCH", event, ["numberOfMarkets": .integer(count)])
        case .score(let event, let name):
            return try fact(SportRadarFact(score: change, name: name), of: event)
        case .clock(let event): return try fact(SportRadarFact(clock: change), of: event)
        case .server(let event): return try fact(SportRadarFact(server: change), of: event)
        case .serverAttribute(let event):
            let value = try SportRadarFact.attribute(change)
            return try fact(SportRadarFact(server: value), of: event)
        case .status(let event): return try status(change, of: event)
        case .statusAttribute(let event):
            return try status(SportRadarFact.attribute(change), of: event)
        case .liveEventCount(let sport):
            let count = try Self.read(change, \.count)
            return patch("SPORT", sport, ["numberOfLiveEvents": .ifKnown(count: count)])
        case .nodeCount(let node, let property):
            let count = try Self.read(change, \.count)
            guard let sport = sportsByNode[node] else { return .orphanUpdate }
            return patch("SPORT", sport, [property: .ifKnown(count: count)])
        }
    }

    private static func read<Value>(
        _ change: JSONValue?, _ reading: (JSONValue) -> Value?
    ) throws(Unreadable) -> Value {
        guard let change, let value = reading(change) else { throw Unreadable() }
        return value
    }

    private func patch(
        _ type: UTF8Text, _ id: UTF8Text, _ properties: [UTF8Text: ReferenceValue?]
    ) -> SportRadarMeaning {
        guard contains(type, id) else { return .orphanUpdate }
        let name = EntityName(type: type, id: id)
        return SportRadarMeaning(records: [
            ReferenceRecord(operation: .patch, name: name, properties: properties)
        ])
    }

    private func offer(_ selection: UTF8Text, _ price: SportRadarPrice) -> SportRadarMeaning {
        var meaning = patch("BETTING_OFFER", selection, price.properties)
        if contains("BETTING_OFFER", selection) { meaning.prices[selection] = price }
        return meaning
    }

    private func status(
        _ value: JSONValue?, of event: UTF8Text
    ) throws(Unreadable) -> SportRadarMeaning {
        let status = try Self.read(value, \.string)
        return patch("MATCH", event, SportRadarFact.statusProperties(status))
    }

    /// What a fact of an event means (SR-U5).
    private func fact(_ fact: SportRadarFact, of event: UTF8Text) -> SportRadarMeaning {
        guard contains("MATCH", event) else { return .orphanUpdate }
        let id = fact.id(event: event)
        let isThere = contains("EVENT_INFO", id)
        var meaning = SportRadarMeaning()
        if let properties = fact.properties(event: event) {
            if isThere { return patch("EVENT_INFO", id, properties) }
            meaning.put("EVENT_INFO", id, properties)
        } else if isThere {
            meaning.remove(EntityName(type: "EVENT_INFO", id: id))
        }
        return meaning
    }
}

extension SportRadarState {
    /// What `UPDATED` means (SR-U1 to SR-U6).
    func update(
        _ element: SportRadarElement, at path: SportRadarPath
    ) throws(Unreadable) -> SportRadarMeaning {
        if let whole = try replacement(element, at: path) { return whole }
        guard let row = SportRadarRow(path, element.content, element.change) else {
            return .ignored(path)
        }
        return try meaning(of: row, element.change, element.content)
    }

    /// What a change of a row means. Throws if the change is not of the row's
    /// kind, be the entity there or not.
    func meaning(
        of row: SportRadarRow, _ change: JSONValue?, _ content: SportRadarContent
    ) throws(Unreadable) -> SportRadarMeaning {
        switch row {
        case .liveData(let event): return try merged(SportRadarMembers(change), event: event)
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
        case .clock(let event):
            return try fact(SportRadarFact(clock: content.value(change)), of: event)
        case .server(let event):
            return try fact(SportRadarFact(server: content.value(change)), of: event)
        case .status(let event): return try status(content.value(change), of: event)
        case .liveEventCount(let sport):
            let count = try Self.read(change, \.count)
            return self.count(sport, count, in: content)
        case .sportCount(let sport, let property):
            let count = try Self.read(change, \.count)
            return patch("SPORT", sport, [property: .ifKnown(count: count)])
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

    /// Live events of a sport, which is put in where a list of sports has it not (SR-U7).
    private func count(
        _ sport: UTF8Text, _ count: Int64, in content: SportRadarContent
    ) -> SportRadarMeaning {
        let properties: [UTF8Text: ReferenceValue?] = [
            "numberOfLiveEvents": .ifKnown(count: count)
        ]
        guard content.shape == .sports, !contains("SPORT", sport) else {
            return patch("SPORT", sport, properties)
        }
        var meaning = SportRadarMeaning()
        meaning.put("SPORT", sport, properties)
        return meaning
    }

    /// Live data that change what is there (SR-U8).
    private func merged(
        _ members: SportRadarMembers, event: UTF8Text
    ) throws(Unreadable) -> SportRadarMeaning {
        let event = try members.read("targetEventId", \.identifier) ?? event
        if event == "_TOKEN_" { return SportRadarMeaning(ignored: [event]) }
        guard contains("MATCH", event) else { return .orphanUpdate }
        var reader = SportRadarEntityReader(merging: self)
        if let status = SportRadarFact.status(inLiveData: members) {
            reader.meaning = patch("MATCH", event, SportRadarFact.statusProperties(status))
        }
        reader.facts(inLiveData: members, event: event)
        return reader.meaning
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
    func fact(_ fact: SportRadarFact, of event: UTF8Text) -> SportRadarMeaning {
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

extension SportRadarContent {
    /// The value of a fact, which live data may have within others (SR-U8).
    fileprivate func value(_ change: JSONValue?) throws(Unreadable) -> JSONValue? {
        shape == .liveData ? try SportRadarFact.attribute(change) : change
    }
}

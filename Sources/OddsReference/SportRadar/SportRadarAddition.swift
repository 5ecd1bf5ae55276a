extension SportRadarState {
    /// What `ADDED` means (SR-A1 to SR-A8).
    func addition(
        _ element: SportRadarElement, at path: SportRadarPath
    ) throws(Unreadable) -> SportRadarMeaning {
        if let (key, id) = path.segments.last?.selector, element.content.takes(key) {
            return replacing(try entity(key, id, element.change, element.content, path))
        }
        guard let row = SportRadarRow(path, element.content), row.isAddable else {
            return .ignored(path)
        }
        return try meaning(of: row, element.change, element.content)
    }

    /// A whole event in place of the one that a summary shows (SR-C8); `nil` if
    /// the change is none.
    func replacement(
        _ element: SportRadarElement, at path: SportRadarPath
    ) throws(Unreadable) -> SportRadarMeaning? {
        guard element.content.type == "liveDataSummaryEventSummary",
            path.isName("") || path.segments.last?.selector?.key == "idfoevent",
            element.change?.object?["tsstart"] != nil
        else { return nil }
        let content = element.content.id.isEmpty ? nil : element.content.id
        var reader = SportRadarEntityReader()
        try reader.event(
            SportRadarMembers(element.change), selected: path.selected("idfoevent") ?? content,
            isInList: false)
        return replacing(reader.meaning)
    }

    /// Reads the entity of a path's last selector.
    private func entity(
        _ key: UTF8Text, _ id: UTF8Text, _ value: JSONValue?, _ content: SportRadarContent,
        _ path: SportRadarPath
    ) throws(Unreadable) -> SportRadarMeaning {
        var reader = SportRadarEntityReader()
        let members = try SportRadarMembers(value)
        switch key {
        case "idfoevent": try reader.event(members, selected: id, isInList: content.isList)
        case "idfosporttype": try reader.sport(members, selected: id)
        case "idfomarket": try reader.market(alone: members, selected: id, in: path, self)
        default: try reader.selection(alone: members, selected: id, in: path, self)
        }
        return reader.meaning
    }

    /// Entities that come whole, and the removal of what hung on those that are
    /// there already and does not come with them (SR-A4).
    private func replacing(_ meaning: SportRadarMeaning) -> SportRadarMeaning {
        var result = meaning
        var kept = Set(meaning.records.compactMap { $0?.name })
        for case let record? in meaning.records where entities.entities[record.name] != nil {
            for name in below(record.name) where kept.insert(name).inserted {
                result.remove(name)
            }
        }
        return result
    }

    /// Whether an event is live; `nil` if it is not there.
    fileprivate func isLive(_ event: UTF8Text?) -> Bool? {
        guard let event, let properties = self["MATCH", event]?.properties,
            case .boolean(let isLive) = properties["allowsLiveOdds"]
        else { return nil }
        return isLive
    }

    /// The event of a market, as far as both are known.
    fileprivate func event(ofMarket market: UTF8Text?) -> UTF8Text? {
        market.flatMap { self["MARKET", $0]?.text("eventId") }
    }
}

extension SportRadarEntityReader {
    /// Reads a market that comes on its own (SR-E12, SR-A3). `path` is that of
    /// an addition.
    mutating func market(
        alone members: SportRadarMembers, selected: UTF8Text?, in path: SportRadarPath?,
        _ state: SportRadarState
    ) throws(Unreadable) {
        var event = path?.selected("idfoevent")
        if event == nil { event = try members.read("idfoevent", \.identifier) }
        let place = Place(event: event, isLive: state.isLive(event))
        try market(members, selected: selected, at: place, isMain: false)
    }

    /// Reads a selection that comes on its own (SR-E12, SR-A3). `path` is that
    /// of an addition.
    mutating func selection(
        alone members: SportRadarMembers, selected: UTF8Text?, in path: SportRadarPath?,
        _ state: SportRadarState
    ) throws(Unreadable) {
        var market = path?.selected("idfomarket")
        if market == nil { market = try members.read("idfomarket", \.identifier) }
        let event = path?.selected("idfoevent") ?? state.event(ofMarket: market)
        let place = Place(event: event, market: market, isLive: state.isLive(event))
        try selection(members, selected: selected, at: place)
    }
}

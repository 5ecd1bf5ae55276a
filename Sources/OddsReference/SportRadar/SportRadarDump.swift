extension SportRadarContent {
    /// What a `REFRESHED` means. Throws if its `change` does not have the shape
    /// of the content (SR-C4).
    func meaning(ofWhole change: JSONValue?) throws(Unreadable) -> SportRadarMeaning {
        guard let change else { return SportRadarMeaning() }
        var reader = SportRadarEntityReader()
        switch shape {
        case .events, .group, .sports, .nodes:
            for value in try elements(change) {
                reader.attempt { reader in
                    let members = try SportRadarMembers(value)
                    switch shape {
                    case .sports: try reader.sport(members, selected: nil)
                    case .nodes: try reader.node(members)
                    default: try reader.event(members, selected: nil, isInList: true)
                    }
                }
            }
        case .event, .market, .selection, .liveData:
            let members = try SportRadarMembers(change)
            reader.attempt { reader in
                let empty = SportRadarState()
                switch shape {
                case .market: try reader.market(alone: members, selected: nil, in: nil, empty)
                case .selection: try reader.selection(alone: members, selected: nil, in: nil, empty)
                case .liveData: try reader.liveData(members, content: id)
                default: try reader.event(members, selected: nil, isInList: false)
                }
            }
        }
        return reader.meaning
    }

    private func elements(_ change: JSONValue) throws(Unreadable) -> [JSONValue] {
        let key: UTF8Text
        switch shape {
        case .group: key = "events"
        case .nodes: key = "bonavigationnodes"
        default:
            guard let elements = change.array else { throw Unreadable() }
            return elements
        }
        return try SportRadarMembers(change).read(key, \.array) ?? []
    }
}

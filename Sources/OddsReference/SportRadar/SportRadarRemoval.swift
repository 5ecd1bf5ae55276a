extension SportRadarState {
    /// What `REMOVED` means (SR-R1 to SR-R3).
    func removal(_ element: SportRadarElement, at path: SportRadarPath) -> SportRadarMeaning {
        let name: EntityName?
        switch path.lastSelector {
        case (let key, let id)?: name = entity(key, id)
        case nil:
            guard element.content.shape == .market else { return .ignored(path) }
            name = EntityName(type: "MARKET", id: element.content.id)
        }
        guard let name, entities.entities[name] != nil else { return .orphanDelete }
        var meaning = SportRadarMeaning()
        for name in [name] + below(name) { meaning.remove(name) }
        return meaning
    }

    /// What a selector of SR-P2 names; `nil` for a node that is not there.
    private func entity(_ key: UTF8Text, _ id: UTF8Text) -> EntityName? {
        switch key {
        case "idfoevent": EntityName(type: "MATCH", id: id)
        case "idfomarket": EntityName(type: "MARKET", id: id)
        case "idfoselection": EntityName(type: "OUTCOME", id: id)
        case "idfosporttype": EntityName(type: "SPORT", id: id)
        default: sportsByNode[id].map { EntityName(type: "SPORT", id: $0) }
        }
    }
}

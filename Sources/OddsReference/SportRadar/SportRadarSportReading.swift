// Sports, and nodes of the navigation (SR-E10).

extension SportRadarEntityReader {
    /// Reads a sport (SR-E10). `selected` is the id by a selector.
    mutating func sport(
        _ members: SportRadarMembers, selected: UTF8Text?
    ) throws(Unreadable) {
        let id = try Self.id(of: members, "idfosporttype", selected: selected)
        let own = members.received("sporttypename")
        let name = members.received("name")
        meaning.put(
            "SPORT", id,
            [
                "name": own ?? name,
                "numberOfLiveEvents": .ifKnown(count: try members.read("numEvents", \.count)),
            ])
    }

    /// Reads a node of the navigation (SR-E10).
    mutating func node(_ members: SportRadarMembers) throws(Unreadable) {
        let id = try Self.id(of: members, "focontentid", selected: nil)
        let node = try members.read("idfwbonavigation", \.identifier)
        meaning.put(
            "SPORT", id,
            [
                "name": members.received("name"),
                "numberOfLiveEvents": .ifKnown(count: try members.read("numinplayevents", \.count)),
                "numberOfEvents": .ifKnown(count: try members.read("numevents", \.count)),
            ])
        if let node { meaning.sportsByNode[node] = id }
    }
}

extension SportRadarMembers {
    /// A text as a reference entity has it; `nil` if there is none (SR-V11).
    fileprivate func received(_ name: UTF8Text) -> ReferenceValue? {
        guard let value = self[name], value.string != nil else { return nil }
        return .received(UTF8Text(value.source))
    }
}

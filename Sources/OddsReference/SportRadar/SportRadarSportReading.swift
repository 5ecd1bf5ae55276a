// Sports, and nodes of the navigation (SR-E10).

extension SportRadarEntityReader {
    /// Reads a sport (SR-E10).
    mutating func sport(_ members: SportRadarMembers) throws(Unreadable) {
        let id = try Self.id(of: members, "idfosporttype", selected: nil)
        let own = try members.received("sporttypename")
        let name = try members.received("name")
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
                "name": try members.received("name"),
                "numberOfLiveEvents": .ifKnown(count: try members.read("numinplayevents", \.count)),
                "numberOfEvents": .ifKnown(count: try members.read("numevents", \.count)),
            ])
        if let node { meaning.sportsByNode[node] = id }
    }
}

extension SportRadarMembers {
    /// A text as a reference entity has it.
    fileprivate func received(_ name: UTF8Text) throws(Unreadable) -> ReferenceValue? {
        try read(name) { value in
            value.string.map { _ in ReferenceValue.received(UTF8Text(value.source)) }
        }
    }
}

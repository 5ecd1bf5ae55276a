// Sports and the nodes of the navigation.
extension WorldContents {
    func writeSports(areCounted: Bool, to writer: inout FrameWriter) {
        writer.raw("[")
        let sports = areCounted ? liveSports : Array(Vocabulary.sports.indices)
        for (place, sport) in sports.enumerated() {
            if place > 0 { writer.raw(",") }
            writeSport(sport, isCounted: areCounted, to: &writer)
        }
        writer.raw("]")
    }

    /// - Parameter isCounted: Whether the number of its live events is said.
    func writeSport(_ index: Int, isCounted: Bool, to writer: inout FrameWriter) {
        let sport = Vocabulary.sports[index]
        writer.raw("{")
        writer.property("idfosporttype", sport.code)
        writer.property(isCounted ? "sporttypename" : "name", sport.name)
        if isCounted { writer.property("numEvents", Int64(liveCount(ofSport: index))) }
        writer.raw("}")
    }

    func writeTopNodes(_ world: borrowing TrafficWorld, to writer: inout FrameWriter) {
        beginNodes(to: &writer)
        for index in Vocabulary.sports.indices {
            let sport = Vocabulary.sports[index]
            if index > 0 { writer.raw(",") }
            writer.raw("{")
            writer.property("idfwbonavigation", sportRadarID: NavigationNode.id(ofSport: index))
            writer.property("name", sport.name)
            writer.property("focontentid", sport.code)
            writer.nodeNumbers(
                events: world.eventCount(ofSport: index), live: liveCount(ofSport: index))
        }
        endNodes(to: &writer)
    }

    /// The leagues of a sport, which lead to event groups.
    func writeNodes(
        ofSport sport: Int, _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        beginNodes(to: &writer)
        var isFirst = true
        for index in Vocabulary.leagues.indices where Vocabulary.leagues[index].sport == sport {
            writer.raw(isFirst ? "{" : ",{")
            isFirst = false
            writer.property(
                "idfwbonavigation", sportRadarID: NavigationNode.id(ofLeague: index))
            writer.beginText("name")
            writer.seasonName(of: Vocabulary.leagues[index])
            writer.endText()
            writer.property(
                "focontentid", sportRadarID: Vocabulary.tournamentID(ofLeague: index))
            writer.nodeNumbers(
                events: world.eventCount(ofLeague: index), live: liveCounts[index])
        }
        endNodes(to: &writer)
    }

    func writeNoNodes(to writer: inout FrameWriter) {
        beginNodes(to: &writer)
        endNodes(to: &writer)
    }

    private func beginNodes(to writer: inout FrameWriter) {
        writer.raw(#"{"bonavigationnodes":["#)
    }

    private func endNodes(to writer: inout FrameWriter) { writer.raw("]}") }
}

extension FrameWriter {
    /// Writes the numbers of a node, and ends it.
    fileprivate mutating func nodeNumbers(events: Int, live: Int) {
        property("numevents", id: UInt64(events))
        property("numinplayevents", id: UInt64(live))
        property("numoutrightevents", "0")
        property("numoutrightmarkets", "0")
        raw("}")
    }
}

extension TrafficWorld {
    /// The events of a league, whatever their phase: one that goes makes room for another.
    func eventCount(ofLeague league: Int) -> Int {
        Vocabulary.eventCount(ofLeague: league, of: events.count)
    }

    func eventCount(ofSport sport: Int) -> Int {
        Vocabulary.eventCount(ofSport: sport, of: events.count)
    }
}

extension Vocabulary {
    /// The events of a league, if the world has so many of all leagues.
    static func eventCount(ofLeague league: Int, of eventCount: Int) -> Int {
        (eventCount + leagues.count - 1 - league) / leagues.count
    }

    static func eventCount(ofSport sport: Int, of eventCount: Int) -> Int {
        leagues.indices.reduce(0) {
            $0 + (leagues[$1].sport == sport ? self.eventCount(ofLeague: $1, of: eventCount) : 0)
        }
    }
}

// Contents as a whole.
extension WorldContents {
    /// Writes an open content as an element `REFRESHED`, which shows it as it is behind the
    /// step that was noted last. One that shows nothing has no `change` (SR-C4).
    ///
    /// - Complexity: O(bytes); O(events · log events) for markets that were replaced.
    mutating func writeRefreshed(
        _ content: Int, _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        writer.beginElement(openings[content], .refreshed)
        if views[content].isThere, let scope = scopes[content] {
            let members = members(of: content)
            if !isEmptyPage(scope, members) {
                writer.beginChange()
                writeValue(of: scope, views[content], members, world, to: &writer)
            }
        }
        writer.endElement()
    }

    private func isEmptyPage(
        _ scope: ContentScope, _ members: ArraySlice<EventList.Member>
    ) -> Bool {
        guard case .list(let list, _, _) = scope else { return false }
        if case .group = list { return false }
        return members.isEmpty
    }

    /// Writes what `get` answers for a content, open or not: the value that `REFRESHED` has.
    ///
    /// - Throws: `notFound`.
    /// - Complexity: as `open`, and O(bytes).
    mutating func writeData(
        of name: ContentName, _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) throws(ContentError) {
        let scope = try ContentScope(name)
        switch scope {
        case .search(let search): writeEvents(world.events(of: search), world, to: &writer)
        case .selection(let id): try writeSelection(id, name, world, to: &writer)
        case .list(let list, let pageSize, let page):
            let members =
                openList(list, pageSize: pageSize)?.members(onPage: page)
                ?? EventList(list, pageSize: pageSize, of: world).members(onPage: page)
            writeValue(
                of: scope, try view(of: scope, name, world), members, world, to: &writer)
        case .sports, .topNodes, .nodes, .noNodes, .event, .market, .liveData:
            writeValue(of: scope, try view(of: scope, name, world), [], world, to: &writer)
        }
    }

    private mutating func writeValue(
        of scope: ContentScope, _ view: ContentView, _ members: ArraySlice<EventList.Member>,
        _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        switch scope {
        case .list(let list, _, _):
            if case .group(let league) = list { writer.beginGroup(league) }
            writer.raw("[")
            for member in members {
                if member != members.first { writer.raw(",") }
                writeEvent(member.event, view, world, to: &writer)
            }
            writer.raw("]")
            if case .group = list { writer.raw("}") }
        case .sports(let areCounted): writeSports(areCounted: areCounted, to: &writer)
        case .topNodes: writeTopNodes(world, to: &writer)
        case .nodes(let sport): writeNodes(ofSport: sport, world, to: &writer)
        case .noNodes: writeNoNodes(to: &writer)
        case .event: writeEvent(Int(view.index), view, world, to: &writer)
        case .market:
            let event = world.event(ofMarket: Int(view.index))
            writeMarket(
                Int(view.index), ofEvent: world.events[event].id, world, to: &writer)
        case .liveData: writeLiveData(ofEvent: Int(view.index), world, to: &writer)
        case .search, .selection: preconditionFailure("it is only asked for")
        }
    }

    private mutating func writeEvents(
        _ events: [Int], _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        var view = ContentView(form: .events)
        view.endSlot = UInt32(min(listMarketsMax, world.marketsPerEvent))
        writer.raw("[")
        for event in events {
            if event != events.first { writer.raw(",") }
            writeEvent(event, view, world, to: &writer)
        }
        writer.raw("]")
    }

    private func writeSelection(
        _ id: UInt64, _ name: ContentName, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) throws(ContentError) {
        guard let chain = OfferChain(offerID: id, of: world) else {
            throw .notFound(name, reason: "there is no selection \"\(name.id)\"")
        }
        writeSelection(chain.outcome, of: chain.market, world, to: &writer)
    }
}

extension FrameWriter {
    /// Starts an event group, up to its events.
    mutating func beginGroup(_ league: Int) {
        raw("{")
        property("idfwmarketgroup", sportRadarID: Vocabulary.tournamentID(ofLeague: league))
        beginText("name")
        seasonName(of: Vocabulary.leagues[league])
        endText()
        name("events")
    }
}

// The elements that say what a step has changed. Does not allocate.
extension WorldContents {
    /// Writes the elements of all contents that show any of the step that was noted last,
    /// content by content.
    ///
    /// - Complexity: O(bytes).
    mutating func writeChanges(of world: borrowing TrafficWorld, to writer: inout FrameWriter) {
        for index in 0..<journal.touched.count {
            writeChanges(of: Int(journal.touched[index]), world, to: &writer)
        }
    }

    /// Writes the elements of one content.
    mutating func writeChanges(
        of content: Int, _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        // What stands in the writer is perhaps another frame.
        offerOpening = OfferOpening()
        var cursor = journal.first(of: content)
        while let here = cursor {
            write(journal[here], variant: journal.number(here), of: content, world, to: &writer)
            cursor = journal.next(after: here)
        }
    }

    /// - Parameter variant: Chooses among the spellings of a change; the same for all
    ///   contents.
    private mutating func write(
        _ change: ContentChange, variant: Int, of content: Int, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        let variant = variant &+ Int(step)
        switch change.kind {
        case .eventAdded: writeAddedEvent(Int(change.index), content, world, to: &writer)
        case .eventRemoved:
            writer.beginElement(openings[content], .removed)
            writer.beginPath()
            writer.select("[idfoevent=", change.id)
            writer.endPath()
            writer.endElement()
        case .marketAdded: writeAddedMarket(Int(change.index), content, world, to: &writer)
        case .marketRemoved: writeRemovedMarket(change, variant, content, world, to: &writer)
        case .marketAvailability:
            writeAvailability(change, variant, content, world, to: &writer)
        case .offer: writeOffer(change, variant, content, world, to: &writer)
        case .marketCount, .status, .clock, .serve, .score, .partScore, .newPartScore:
            let type: ElementType = change.kind == .newPartScore ? .added : .updated
            writer.beginElement(openings[content], type)
            if views[content].form == .liveData {
                writeLiveDatum(change, world, to: &writer)
            } else {
                writeFact(change, variant, world, to: &writer)
            }
            writer.endElement()
        case .sportAdded, .sportRemoved: writeTurnedSport(change, content, to: &writer)
        case .sport: writeSportNumbers(Int(change.index), content, world, to: &writer)
        case .league:
            let league = Int(change.index)
            writeNodeNumbers(
                NavigationNode.id(ofLeague: league), content,
                events: world.eventCount(ofLeague: league), live: liveCounts[league],
                to: &writer)
        }
    }

    // MARK: Events and markets

    private mutating func writeAddedEvent(
        _ event: Int, _ content: Int, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        beginAddedEvent(event, content, world, to: &writer)
        writeEvent(event, views[content], world, to: &writer)
        writer.endElement()
    }

    /// Starts the element that adds an event, up to the event.
    func beginAddedEvent(
        _ event: Int, _ content: Int, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        // Its own event comes anew to a summary as an update (SR-C8).
        let isUpdate = names[content]?.type == .liveSummary
        writer.beginElement(openings[content], isUpdate ? .updated : .added)
        writer.beginPath()
        writer.select("[idfoevent=", world.events[event].id)
        writer.endPath()
        writer.beginChange()
    }

    /// Writes a market of an event on a content, or the market that a content is.
    func writeAddedMarket(
        _ market: Int, _ content: Int, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        let isContent = views[content].form == .market
        let event = world.events[world.event(ofMarket: market)].id
        writer.beginElement(openings[content], .added)
        writer.beginPath()
        if !isContent {
            writer.select("[idfoevent=", event)
            writer.raw("|markets|")
        }
        writer.select("[idfomarket=", world.markets[market].id)
        writer.endPath()
        writer.beginChange()
        writeMarket(market, ofEvent: isContent ? event : nil, world, to: &writer)
        writer.endElement()
    }

    private func writeRemovedMarket(
        _ change: ContentChange, _ variant: Int, _ content: Int,
        _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        writer.beginElement(openings[content], .removed)
        // The market that a content is needs no path (SR-R2).
        let isContent = views[content].form == .market
        if !isContent || variant.isMultiple(of: 2) {
            writer.beginPath()
            if !isContent {
                let event = world.event(ofMarket: Int(change.index))
                writer.select("[idfoevent=", world.events[event].id)
                writer.raw("|markets|")
            }
            writer.select("[idfomarket=", change.id)
            writer.endPath()
        }
        writer.endElement()
    }

    private func writeAvailability(
        _ change: ContentChange, _ variant: Int, _ content: Int,
        _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        writer.beginElement(openings[content], .updated)
        writer.beginPath()
        if views[content].form == .market {
            if variant.isMultiple(of: 2) {
                writer.select("[idfomarket=", world.markets[Int(change.index)].id)
                writer.raw("|")
            }
        } else {
            writer.path(toMarket: Int(change.index), of: world)
            writer.raw("|")
        }
        writer.raw("istradable")
        writer.endPath()
        writer.beginChange()
        writer.raw(change.availability == .opened ? "true" : "false")
        writer.endElement()
    }

    // MARK: Numbers

    private func writeSportNumbers(
        _ sport: Int, _ content: Int, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        guard views[content].form == .sports else {
            return writeNodeNumbers(
                NavigationNode.id(ofSport: sport), content,
                events: world.eventCount(ofSport: sport), live: liveCount(ofSport: sport),
                to: &writer)
        }
        writer.beginElement(openings[content], .updated)
        writer.raw(#","path":"[idfosporttype="#)
        writer.raw(Vocabulary.sports[sport].code)
        writer.raw(#"]|numEvents","change":"#)
        writer.number(Int64(liveCount(ofSport: sport)))
        writer.endElement()
    }

    /// Writes a sport that comes to the list of those with live events, or leaves it.
    private func writeTurnedSport(
        _ change: ContentChange, _ content: Int, to writer: inout FrameWriter
    ) {
        let isAdded = change.kind == .sportAdded
        writer.beginElement(openings[content], isAdded ? .added : .removed)
        writer.raw(#","path":"[idfosporttype="#)
        writer.raw(Vocabulary.sports[Int(change.index)].code)
        writer.raw(#"]""#)
        if isAdded {
            writer.beginChange()
            writeSport(Int(change.index), isCounted: true, to: &writer)
        }
        writer.endElement()
    }

    private func writeNodeNumbers(
        _ id: UInt64, _ content: Int, events: Int, live: Int, to writer: inout FrameWriter
    ) {
        let numbers: [(name: StaticString, value: Int)] = [
            ("|numinplayevents", live), ("|numevents", events),
        ]
        for (name, value) in numbers {
            writer.beginElement(openings[content], .updated)
            writer.beginPath()
            writer.raw("bonavigationnodes|")
            writer.select("[idfwbonavigation=", id)
            writer.raw(name)
            writer.raw(#"","change":""#)
            writer.digits(UInt64(value))
            writer.raw("\"")
            writer.endElement()
        }
    }
}

extension FrameWriter {
    /// Writes the segments that lead to a market.
    mutating func path(toMarket market: Int, of world: borrowing TrafficWorld) {
        select("[idfoevent=", world.events[world.event(ofMarket: market)].id)
        raw("|markets|")
        select("[idfomarket=", world.markets[market].id)
    }
}

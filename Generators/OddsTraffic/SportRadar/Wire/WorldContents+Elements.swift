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
        writer.beginElement(openings[content], .added)
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

    // MARK: Offers

    private mutating func writeOffer(
        _ change: ContentChange, _ variant: Int, _ content: Int,
        _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        let market = Int(change.index)
        let id = world.offerID(market, Int(change.outcome))
        let closing = ClosingWay(ofOffer: id)
        beginOffer(of: market, content, world, to: &writer)
        let selection = writer.byteCount
        writer.sportRadarID(id)
        let selectionEnd = writer.byteCount
        let isFlagAlone =
            change.availability == .closed && !closing.saysSuspension
            && variant.isMultiple(of: 2)
        if isFlagAlone {
            writer.raw(#"]|istradable","change":false}"#)
        } else {
            writer.raw(#"]","change":{"idfoselection":""#)
            writer.repeatBytes(selection..<selectionEnd)
            writer.raw(#"","idfomarket":""#)
            if let known = offerOpening.marketID {
                writer.repeatBytes(known)
            } else {
                writer.sportRadarID(world.markets[market].id)
            }
            writer.raw("\"")
            writePrice(change, to: &writer)
            writeAvailability(change.availability, closing, to: &writer)
            writer.raw("}}")
        }
        writer.offerUpdateCount += 1
    }

    /// Starts the element of an offer, up to the id of its selection. Offers of one market
    /// stand next to each other, and begin alike.
    private mutating func beginOffer(
        of market: Int, _ content: Int, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        writer.beginRecord(.element, 0)
        let start = writer.byteCount
        if offerOpening.market == market, offerOpening.content == content {
            writer.repeatBytes(offerOpening.bytes)
        } else {
            offerOpening = OfferOpening(market: market, content: content)
            openings[content].withUnsafeBufferPointer { writer.raw($0) }
            if views[content].form == .market {
                writer.raw(#"UPDATED","path":"selections|[idfoselection="#)
            } else {
                writer.raw(#"UPDATED","path":"[idfoevent="#)
                writer.sportRadarID(world.events[world.event(ofMarket: market)].id)
                writer.raw("]|markets|[idfomarket=")
                let id = writer.byteCount
                writer.sportRadarID(world.markets[market].id)
                offerOpening.marketID = id..<writer.byteCount
                writer.raw("]|selections|[idfoselection=")
            }
        }
        offerOpening.bytes = start..<writer.byteCount
    }

    /// Writes the parts of a price that are others than before.
    private func writePrice(_ change: ContentChange, to writer: inout FrameWriter) {
        guard change.rungBefore != change.rungAfter else { return }
        let (before, after) = (fractions[change.rungBefore], fractions[change.rungAfter])
        if before.up != after.up { writer.property("currentpriceup", id: after.up) }
        if before.down != after.down { writer.property("currentpricedown", id: after.down) }
    }

    private func writeAvailability(
        _ availability: RecordChange.Availability, _ closing: ClosingWay,
        to writer: inout FrameWriter
    ) {
        guard availability != .unchanged else { return }
        if closing.saysTradable { writer.property("istradable", availability == .opened) }
        guard closing.saysSuspension else { return }
        if availability == .opened {
            writer.absent("idfoselectionsuspensiontype")
        } else {
            writer.property("idfoselectionsuspensiontype", "N/O")
        }
    }

    // MARK: Facts of an event

    private func writeFact(
        _ change: ContentChange, _ variant: Int, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        let event = Int(change.index)
        let state = world.events[event]
        writer.beginPath()
        writer.select("[idfoevent=", state.id)
        switch change.kind {
        case .marketCount: writer.raw(#"|numMarkets","change":"#)
        case .status: writer.raw(#"|liveDataSummary|status","change":"#)
        case .clock: writer.raw(#"|liveDataSummary|matchTime","change":"#)
        case .serve: writer.raw(#"|liveDataSummary|serve","change":"#)
        default:
            writer.raw("|liveDataSummary|scores|")
            writer.scoreName(change, of: world)
            writer.raw(#"","change":"#)
        }
        switch change.kind {
        case .marketCount: writer.number(Int64(state.marketCount))
        case .status: writer.status(ofEvent: event, of: world)
        case .clock: writer.clock(state)
        case .serve: writer.server(state)
        default:
            // Both sides, those that have changed, or either within an object.
            let sides = variant % 4 < 2 ? .both : change.sides
            if variant.isMultiple(of: 2) {
                writer.score(score(change, world), sides)
            } else {
                writer.competitors(score(change, world), sides)
            }
        }
    }

    private func writeLiveDatum(
        _ change: ContentChange, _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        let event = Int(change.index)
        writer.beginPath()
        switch change.kind {
        case .clock:
            writer.raw(#"matchTime","change":"#)
            writer.clock(world.events[event])
        case .status:
            writer.raw(#"attributes|COMPLETE|STATUS","change":{"EVENT":{"":"#)
            writer.status(ofEvent: event, of: world)
            writer.raw("}}")
        case .serve:
            writer.raw(#"attributes|COMPLETE|SERVE","change":{"EVENT":{"":"#)
            writer.server(world.events[event])
            writer.raw("}}")
        default:
            writer.raw("attributes|COMPLETE|")
            writer.scoreName(change, of: world)
            writer.raw(#"","change":"#)
            writer.competitors(score(change, world), change.sides)
        }
    }

    private func score(
        _ change: ContentChange, _ world: borrowing TrafficWorld
    ) -> EventFacts.Score {
        let event = Int(change.index)
        guard change.part > 0 else {
            let state = world.events[event]
            return EventFacts.Score(home: state.homeScore, away: state.awayScore)
        }
        return facts.score(ofPart: Int(change.part), ofEvent: event)
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

    private func writeNodeNumbers(
        _ id: UInt64, _ content: Int, events: Int, live: Int, to writer: inout FrameWriter
    ) {
        writer.beginElement(openings[content], .updated)
        writer.beginPath()
        writer.raw("bonavigationnodes|")
        writer.select("[idfwbonavigation=", id)
        writer.raw(#"|numinplayevents","change":""#)
        writer.digits(UInt64(live))
        writer.raw("\"")
        writer.endElement()
        writer.beginElement(openings[content], .updated)
        writer.beginPath()
        writer.raw("bonavigationnodes|")
        writer.select("[idfwbonavigation=", id)
        writer.raw(#"|numevents","change":""#)
        writer.digits(UInt64(events))
        writer.raw("\"")
        writer.endElement()
    }
}

/// Where in a frame the beginning of an offer's element stands, and the id of its market.
struct OfferOpening {
    var market = -1
    var content = -1
    var bytes = 0..<0
    /// `nil` where it is not part of the path.
    var marketID: Range<Int>?
}

extension FrameWriter {
    /// Writes the segments that lead to a market.
    fileprivate mutating func path(toMarket market: Int, of world: borrowing TrafficWorld) {
        select("[idfoevent=", world.events[world.event(ofMarket: market)].id)
        raw("|markets|")
        select("[idfomarket=", world.markets[market].id)
    }

    fileprivate mutating func scoreName(
        _ change: ContentChange, of world: borrowing TrafficWorld
    ) {
        let family = world.family(ofEvent: Int(change.index))
        if change.part > 0 {
            partScore(Int(change.part), family)
        } else {
            raw(family.scoreName)
        }
    }
}

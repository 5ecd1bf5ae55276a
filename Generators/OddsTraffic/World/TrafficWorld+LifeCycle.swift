// The life cycle of matches: they begin, end and are removed.
extension TrafficWorld {
    func isSettled(_ market: Int) -> Bool { events[event(ofMarket: market)].isSettled }

    /// Draws an event whose markets are not settled; there is always one.
    mutating func drawOpenEvent() -> Int {
        drawEvent { !$0.isSettled }
    }

    /// Draws a live event; there is always one.
    mutating func drawLiveEvent() -> Int {
        drawEvent { $0.isLive }
    }

    private mutating func drawEvent(where isEligible: (EventState) -> Bool) -> Int {
        var event = sampler.draw(using: &random)
        while !isEligible(events[event]) {
            event = event == 0 ? events.count - 1 : random.below(event)
        }
        return event
    }

    mutating func beginMatch(_ event: Int, to writer: inout FrameWriter) {
        let part = Vocabulary.parts(of: family(ofEvent: event))[1]
        setPhase(.live, ofEvent: event)
        events[event].part = 1
        events[event].minutes = 0
        writer.beginUpdate(.match(event), events[event].id)
        writer.property("statusId", events[event].phase.statusID)
        writer.property("currentPartId", id: part.id)
        writer.property("statusName", events[event].phase.statusName)
        writer.property("currentPartName", part.name)
        writer.property("shortCurrentPartName", part.name)
        writer.endUpdate()
        for kind in InfoKind.allCases {
            writeInfo(kind, ofEvent: event, as: .create, to: &writer)
        }
        writePartScore(ofEvent: event, as: .create, to: &writer)
        forEachOffer(ofEvent: event) { world, market, outcome in
            writer.beginUpdate(.offer(market, outcome), world.offerID(market, outcome))
            writer.property("isLive", true)
            writer.endUpdate()
        }
        writeEventNumbers(to: &writer)
    }

    /// Ends the match and settles all its markets.
    mutating func endMatch(_ event: Int, to writer: inout FrameWriter) {
        for slot in 0..<marketsPerEvent { noteEnd(ofMarket: market(slot, ofEvent: event)) }
        setPhase(.ended, ofEvent: event)
        events[event].part = 0
        events[event].isSettled = true
        writer.beginUpdate(.match(event), events[event].id)
        writer.property("statusId", events[event].phase.statusID)
        writer.absent("currentPartId")
        writer.property("statusName", events[event].phase.statusName)
        writer.absent("currentPartName")
        writer.absent("shortCurrentPartName")
        writer.endUpdate()
        writeInfoOfEnd(ofEvent: event, to: &writer)
        for slot in 0..<marketsPerEvent {
            let market = market(slot, ofEvent: event)
            if markets[market].isAvailable { markets[market].notAvailableSince = now }
            markets[market].areOffersOpen = false
            writer.beginUpdate(.market(market), markets[market].id, .closed)
            writer.property("isClosed", true)
            writer.property("isAvailable", false)
            writer.property("notAvailableSince", markets[market].notAvailableSince)
            writer.endUpdate()
        }
        forEachOffer(ofEvent: event) { world, market, outcome in
            writer.beginUpdate(.offer(market, outcome), world.offerID(market, outcome), .closed)
            writer.property("statusId", "4")
            writer.property("isAvailable", false)
            writer.endUpdate()
        }
        writeEventNumbers(to: &writer)
    }

    /// Replaces the progress infos. The status becomes that of an ended match,
    /// and the part score that of the first part, as in dumps of ended matches.
    private func writeInfoOfEnd(ofEvent event: Int, to writer: inout FrameWriter) {
        for kind in InfoKind.progress {
            writer.delete(.info(event), infoID(kind, ofEvent: event))
        }
        for kind in InfoKind.progress {
            writeInfo(kind, ofEvent: event, as: .create, to: &writer)
        }
    }

    /// Deletes an event with all its entities; `renewEvent` must follow.
    func removeEvent(_ event: Int, to writer: inout FrameWriter) {
        forEachOffer(ofEvent: event) { world, market, outcome in
            writer.delete(.offer(market, outcome), world.offerID(market, outcome))
        }
        forEachOffer(ofEvent: event) { world, market, outcome in
            writer.delete(.relation(market, outcome), world.relationID(market, outcome))
        }
        forEachOffer(ofEvent: event) { world, market, outcome in
            writer.delete(.outcome(market, outcome), world.outcomeID(market, outcome))
        }
        for slot in 0..<marketsPerEvent {
            let market = market(slot, ofEvent: event)
            writer.delete(.market(market), markets[market].id)
            if hasInfo(market) { writer.delete(.marketInfo(market), markets[market].id) }
        }
        if hasInfos(event) {
            for kind in InfoKind.allCases {
                writer.delete(.info(event), infoID(kind, ofEvent: event))
            }
        }
        if hasStatistics(event) {
            writer.delete(.statistics(event), statisticsID(ofEvent: event))
        }
        if hasPartScore(event) {
            writer.delete(.partScore(event), partScoreID(ofEvent: event))
        }
        writer.delete(.match(event), events[event].id)
    }

    /// Replaces a removed event by a new one with new markets. Writes only the
    /// numbers of matches: the topics that show the event create it when they
    /// update their members.
    mutating func renewEvent(
        _ event: Int, as phase: EventPhase, to writer: inout FrameWriter
    ) {
        // Before the event is replaced, as it says whether they are settled.
        for slot in 0..<marketsPerEvent { noteRemoval(ofMarket: market(slot, ofEvent: event)) }
        putEvent(newEvent(at: event, phase), at: event)
        for slot in 0..<marketsPerEvent {
            let market = market(slot, ofEvent: event)
            let state = newMarket(at: market)
            putMarket(state, at: market)
        }
        writeEventNumbers(to: &writer)
    }

    private func forEachOffer(
        ofEvent event: Int,
        _ body: (borrowing TrafficWorld, _ market: Int, _ outcome: Int) -> Void
    ) {
        for slot in 0..<marketsPerEvent {
            for outcome in 0..<offersPerMarket {
                body(self, market(slot, ofEvent: event), outcome)
            }
        }
    }

    private func writeEventNumbers(to writer: inout FrameWriter) {
        writer.beginUpdate(.liveMatchesNumber, 1)
        writer.property("numberOfLiveEvents", liveMatchesNumber)
        writer.endUpdate()
        writer.beginUpdate(.popularMatchesNumber, 3)
        writer.property("numberOfPopularEvents", popularMatchesNumber)
        writer.endUpdate()
    }
}

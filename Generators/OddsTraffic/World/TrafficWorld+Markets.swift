// UPDATEs of markets, and replacement of markets.
extension TrafficWorld {
    /// Makes another market of an event its main line. Does nothing if it draws
    /// the current one.
    mutating func changeMainLine(to writer: inout FrameWriter) {
        let event = drawOpenEvent()
        let family = family(ofEvent: event)
        let old = Int(events[event].mainSlot)
        var new = random.below(marketsPerEvent)
        while !MarketKind(slot: new, family: family).isLine { new -= 1 }
        guard new != old else { return }
        events[event].mainSlot = UInt32(new)
        for (slot, isMain) in [(old, false), (new, true)] {
            let market = market(slot, ofEvent: event)
            writer.beginUpdate(.market(market), markets[market].id)
            writer.property("mainLine", isMain)
            writer.endUpdate()
        }
    }

    /// Reopens the market that has waited longest, or closes one if none waits.
    mutating func changeAvailability(to writer: inout FrameWriter) {
        if let closed = unavailableMarkets.popFirst() {
            // It may have been replaced, or reopened after a goal.
            if !markets[closed].isAvailable, !isSettled(closed) {
                openMarket(closed, to: &writer)
            }
        } else {
            let market = randomLineMarket()
            guard markets[market].isAvailable else { return }
            closeMarket(market, to: &writer)
            unavailableMarkets.append(market)
        }
    }

    mutating func closeMarket(_ market: Int, to writer: inout FrameWriter) {
        markets[market].notAvailableSince = recently()
        writer.beginUpdate(.market(market), markets[market].id, .closed)
        writer.property("isAvailable", false)
        writer.property("notAvailableSince", markets[market].notAvailableSince)
        writer.endUpdate()
    }

    mutating func openMarket(_ market: Int, to writer: inout FrameWriter) {
        markets[market].notAvailableSince = 0
        writer.beginUpdate(.market(market), markets[market].id, .opened)
        writer.property("isAvailable", true)
        writer.absent("notAvailableSince")
        writer.endUpdate()
    }

    private mutating func randomLineMarket() -> Int {
        let event = drawOpenEvent()
        let family = family(ofEvent: event)
        var slot = random.below(marketsPerEvent)
        // The first slot has a line.
        while !MarketKind(slot: slot, family: family).isLine { slot -= 1 }
        return market(slot, ofEvent: event)
    }

    /// Replaces up to `count` markets with a line, mostly of one event, by new
    /// ones with other lines.
    mutating func replaceLineMarkets(_ count: Int, to writer: inout FrameWriter) {
        replacedMarkets.truncate(to: 0)
        var market = randomLineMarket()
        for _ in 0..<markets.count where replacedMarkets.count < count {
            if kind(ofMarket: market).isLine, !isSettled(market) { replacedMarkets.append(market) }
            market = (market + 1) % markets.count
        }
        replaceMarkets(to: &writer)
    }

    /// Replaces `replacedMarkets` in the feed's order: deletes offers,
    /// relations, outcomes and markets; creates markets, outcomes, relations
    /// and offers.
    mutating func replaceMarkets(to writer: inout FrameWriter) {
        forEachReplacedOutcome { world, market, outcome in
            writer.delete(.offer(market, outcome), world.offerID(market, outcome))
        }
        forEachReplacedOutcome { world, market, outcome in
            writer.delete(
                .relation(market, outcome), world.relationID(market, outcome))
        }
        forEachReplacedOutcome { world, market, outcome in
            writer.delete(.outcome(market, outcome), world.outcomeID(market, outcome))
        }
        for index in 0..<replacedMarkets.count {
            let market = replacedMarkets[index]
            writer.delete(.market(market), markets[market].id)
            if hasInfo(market) { writer.delete(.marketInfo(market), markets[market].id) }
        }
        for index in 0..<replacedMarkets.count {
            noteRemoval(ofMarket: replacedMarkets[index])
            renewMarket(replacedMarkets[index])
        }
        createReplacedMarkets(to: &writer)
    }

    private func createReplacedMarkets(to writer: inout FrameWriter) {
        for index in 0..<replacedMarkets.count {
            let market = replacedMarkets[index]
            writeMarket(market, as: .create, to: &writer)
            if hasInfo(market) { writeMarketInfo(market, as: .create, to: &writer) }
        }
        forEachReplacedOutcome { world, market, outcome in
            world.writeOutcome(outcome, of: market, as: .create, to: &writer)
        }
        forEachReplacedOutcome { world, market, outcome in
            world.writeRelation(outcome, of: market, as: .create, to: &writer)
        }
        forEachReplacedOutcome { world, market, outcome in
            world.writeOffer(outcome, of: market, as: .create, to: &writer)
        }
    }

    private func forEachReplacedOutcome(
        _ body: (borrowing TrafficWorld, _ market: Int, _ outcome: Int) -> Void
    ) {
        for index in 0..<replacedMarkets.count {
            for outcome in 0..<offersPerMarket { body(self, replacedMarkets[index], outcome) }
        }
    }

    /// Half of the new markets with a line are not available at first.
    private mutating func renewMarket(_ market: Int) {
        var state = newMarket(at: market)
        if kind(ofMarket: market).isLine, !unavailableMarkets.isFull, random.coin() {
            state.notAvailableSince = recently()
            unavailableMarkets.append(market)
        }
        putMarket(state, at: market)
    }
}

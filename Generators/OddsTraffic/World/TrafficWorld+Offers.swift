// UPDATEs of betting offers: the generator's hot path. Does not allocate.
extension TrafficWorld {
    /// Changes offers of one market: usually the odds of a few; occasionally
    /// suspends all of them, or reopens those of a suspended market.
    mutating func changeOffers(to writer: inout FrameWriter) {
        let event = drawOpenEvent()
        let market = market(random.below(marketsPerEvent), ofEvent: event)
        // In 1024ths. Suspensions are about one record in eight, as in the
        // feed.
        let closingChance = max(1, min(80, 240 / offersPerMarket))
        let dice = random.below(1024)
        if dice < closingChance, !suspendedMarkets.isFull, markets[market].areOffersOpen {
            suspendOffers(of: market, to: &writer)
            suspendedMarkets.append(market)
        } else if dice >= 1024 - closingChance, let closed = suspendedMarkets.popFirst() {
            // It may have been replaced, or reopened after a goal.
            if !markets[closed].areOffersOpen, !isSettled(closed) {
                openOffers(of: closed, to: &writer)
            }
        } else {
            let count = 1 + random.below(min(offersPerMarket, 3))
            let first = random.below(offersPerMarket - count + 1)
            repriceOffers(of: market, first..<first + count, to: &writer)
        }
    }

    mutating func repriceOffers(
        of market: Int, _ outcomes: Range<Int>, to writer: inout FrameWriter
    ) {
        for outcome in outcomes {
            let offer = market * offersPerMarket + outcome
            let before = offers[offer].rung
            move(offer)
            writer.beginUpdate(
                .offer(market, outcome), offerID(market, outcome),
                .odds(from: before, to: offers[offer].rung))
            writer.property("lastChangedTime", offers[offer].lastChangedTime)
            writer.name("odds")
            writer.raw(ladder.text(of: Int(offers[offer].rung)))
            writer.endUpdate()
        }
        writer.offerUpdateCount += outcomes.count
    }

    mutating func suspendOffers(of market: Int, to writer: inout FrameWriter) {
        markets[market].areOffersOpen = false
        for outcome in 0..<offersPerMarket {
            let offer = market * offersPerMarket + outcome
            offers[offer].lastChangedTime = recently()
            writer.beginUpdate(.offer(market, outcome), offerID(market, outcome), .closed)
            writer.property("statusId", "4")
            writer.property("isAvailable", false)
            writer.property("lastChangedTime", offers[offer].lastChangedTime)
            writer.endUpdate()
        }
        writer.offerUpdateCount += offersPerMarket
    }

    mutating func openOffers(of market: Int, to writer: inout FrameWriter) {
        markets[market].areOffersOpen = true
        for outcome in 0..<offersPerMarket {
            let offer = market * offersPerMarket + outcome
            let before = offers[offer].rung
            move(offer)
            writer.beginUpdate(
                .offer(market, outcome), offerID(market, outcome),
                .odds(from: before, to: offers[offer].rung, .opened))
            writer.property("isAvailable", true)
            writer.property("lastChangedTime", offers[offer].lastChangedTime)
            writer.property("statusId", "1")
            writer.name("odds")
            writer.raw(ladder.text(of: Int(offers[offer].rung)))
            writer.endUpdate()
        }
        writer.offerUpdateCount += offersPerMarket
    }

    /// One step of the odds' random walk, never of length 0.
    private mutating func move(_ offer: Int) {
        let step = 1 + random.below(12)
        let old = Int(offers[offer].rung)
        let isUp = old < step || (old + step < ladder.rungCount && random.coin())
        offers[offer].rung = UInt16(isUp ? old + step : old - step)
        offers[offer].lastChangedTime = recently()
    }

    /// A moment before now, because changes take time to reach a frame.
    mutating func recently() -> Int64 { now - Int64(random.below(900)) }
}

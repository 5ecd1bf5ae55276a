// Prices and suspensions: the hot path. Does not allocate.
extension WorldContents {
    mutating func writeOffer(
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
}

/// Where in a frame the beginning of an offer's element stands, and the id of its market.
struct OfferOpening {
    var market = -1
    var content = -1
    var bytes = 0..<0
    /// `nil` where it is not part of the path.
    var marketID: Range<Int>?
}

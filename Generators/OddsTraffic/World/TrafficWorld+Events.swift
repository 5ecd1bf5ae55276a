// Events that go and come.
extension TrafficWorld {
    /// Puts a new event, which has just begun, in the place of an old one, but
    /// leaves the old one's markets, which are then to be replaced.
    mutating func replaceEvent(_ event: Int, to writer: inout FrameWriter) {
        for kind in InfoKind.allCases {
            writer.delete(.info(event), infoID(kind, ofEvent: event))
        }
        if hasStatistics(event) {
            writer.delete(.statistics(event), statisticsID(ofEvent: event))
            writer.delete(.partScore(event), partScoreID(ofEvent: event))
        }
        writer.delete(.match(event), events[event].id)
        putEvent(newEvent(at: event), at: event)
        writeMatch(event, as: .create, to: &writer)
        if hasStatistics(event) {
            writeStatistics(ofEvent: event, as: .create, to: &writer)
            writePartScore(ofEvent: event, as: .create, to: &writer)
        }
        for kind in InfoKind.allCases {
            writeInfo(kind, ofEvent: event, as: .create, to: &writer)
        }
    }

    /// Replaces the markets in some slots of an event.
    mutating func replaceMarkets(
        _ slots: Range<Int>, ofEvent event: Int, to writer: inout FrameWriter
    ) {
        replacedMarkets.truncate(to: 0)
        for slot in slots { replacedMarkets.append(market(slot, ofEvent: event)) }
        replaceMarkets(to: &writer)
    }
}

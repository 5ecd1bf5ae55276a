// Replacement of events.
extension TrafficWorld {
    /// Replaces an event by a new one that has just begun. The markets must
    /// then be replaced by `replaceMarkets`.
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

    /// Replaces the markets in a range of an event's slots.
    mutating func replaceMarkets(
        _ slots: Range<Int>, ofEvent event: Int, to writer: inout FrameWriter
    ) {
        replacedMarkets.truncate(to: 0)
        for slot in slots { replacedMarkets.append(market(slot, ofEvent: event)) }
        replaceMarkets(to: &writer)
    }
}

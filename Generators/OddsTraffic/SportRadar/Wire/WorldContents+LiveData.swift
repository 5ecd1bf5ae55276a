// Live data of one event: the facts of its summary, one level deeper.
extension WorldContents {
    func writeLiveData(
        ofEvent event: Int, _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        let state = world.events[event]
        let family = world.family(ofEvent: event)
        writer.raw("{")
        writer.property("targetEventId", sportRadarID: state.id)
        if state.phase != .prematch, family == .goals {
            writer.name("matchTime")
            writer.clock(state)
        }
        writer.name("attributes")
        writer.raw(#"{"COMPLETE":{"#)
        writer.name("STATUS")
        writer.raw(#"{"EVENT":{"":"#)
        writer.status(ofEvent: event, of: world)
        writer.raw("}}")
        if state.phase != .prematch {
            if family == .sets {
                writer.name("SERVE")
                writer.raw(#"{"EVENT":{"":"#)
                writer.server(state)
                writer.raw("}}")
            }
            writer.name(family.scoreName)
            writer.competitors(
                EventFacts.Score(home: state.homeScore, away: state.awayScore), .both)
            facts.forEachPart(ofEvent: event) { part in
                writer.partScoreName(part, family)
                writer.competitors(facts.score(ofPart: part, ofEvent: event), .both)
            }
        }
        writer.raw("}}}")
    }
}

extension FrameWriter {
    /// Writes a score within the object that live data have it in.
    mutating func competitors(_ score: EventFacts.Score, _ sides: ContentChange.Sides) {
        raw(#"{"COMPETITOR":"#)
        self.score(score, sides)
        raw("}")
    }
}

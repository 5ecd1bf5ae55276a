// Facts of an event: scores, clock, status, server, and its number of markets.
extension WorldContents {
    func writeFact(
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

    func writeLiveDatum(
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
}

extension FrameWriter {
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

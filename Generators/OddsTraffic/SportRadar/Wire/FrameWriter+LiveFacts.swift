// What the wire says of a match in play.
extension SportFamily {
    /// The name of the score of the whole match.
    var scoreName: StaticString {
        switch self {
        case .goals: "CURRENT_SCORE"
        case .sets: "MATCH_SCORE"
        }
    }
}

extension FrameWriter {
    mutating func score(_ score: EventFacts.Score, _ sides: ContentChange.Sides = .both) {
        raw("{")
        if sides.contains(.home) { property("home", Int64(score.home)) }
        if sides.contains(.away) { property("away", Int64(score.away)) }
        raw("}")
    }

    /// Writes the name of a part's score, such as `SET2_SCORE`.
    mutating func partScore(_ part: Int, _ family: SportFamily) {
        raw(family == .goals ? "PERIOD" : "SET")
        digits(UInt64(part))
        raw("_SCORE")
    }

    /// Starts the property that is a part's score.
    mutating func partScoreName(_ part: Int, _ family: SportFamily) {
        if lastByte != UInt8(ascii: "{") { raw(",") }
        raw("\"")
        partScore(part, family)
        raw(#"":"#)
    }

    /// Writes the time played as text: that of its part, and what was added to it.
    mutating func clock(_ state: EventState) {
        raw("\"")
        let end: UInt8 = state.part == 1 ? 45 : 90
        if state.isLive, state.minutes >= end {
            digits(UInt64(end))
            raw(":00 +")
            padded(Int(state.minutes - end), to: 2)
        } else {
            digits(UInt64(state.minutes))
        }
        raw(":")
        padded(Int(state.seconds), to: 2)
        raw("\"")
    }

    mutating func status(ofEvent event: Int, of world: borrowing TrafficWorld) {
        let state = world.events[event]
        raw("\"")
        switch state.phase {
        case .prematch: raw("not_started")
        case .live: raw(Vocabulary.parts(of: world.family(ofEvent: event))[Int(state.part)].status)
        case .ended: raw("ended")
        }
        raw("\"")
    }

    /// Writes who serves: 1 is the home side, 2 the away side.
    mutating func server(_ state: EventState) { raw(state.isHomeServing ? "1" : "2") }
}

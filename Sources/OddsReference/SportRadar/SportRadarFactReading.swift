// The facts of an event that comes whole, in the order of the text (SR-E9),
// each an entity of its own (SR-E13).

extension SportRadarEntityReader {
    /// Reads the facts of a `liveDataSummary` but for the status.
    mutating func facts(inSummary summary: SportRadarMembers, event: UTF8Text) {
        for (name, value) in summary.inOrder {
            switch name {
            case "matchTime": fact(try SportRadarFact(clock: value), of: event)
            case "serve": fact(try SportRadarFact(server: value), of: event)
            case "scores":
                attempt { reader in
                    let scores = try SportRadarMembers(value)
                    for (name, value) in scores.inOrder {
                        reader.score(name, value, in: scores, event: event)
                    }
                }
            default: break
            }
        }
    }

    /// Reads the facts of an event's live data but for the status (SR-E11).
    mutating func facts(inLiveData members: SportRadarMembers, event: UTF8Text) {
        for (name, value) in members.inOrder {
            switch name {
            case "matchTime": fact(try SportRadarFact(clock: value), of: event)
            case "attributes":
                attempt { reader in
                    let attributes = try SportRadarMembers(value)
                    guard let complete = try attributes.members("COMPLETE") else { return }
                    for (name, value) in complete.inOrder {
                        if name == "SERVE" {
                            reader.fact(
                                try SportRadarFact(server: SportRadarFact.attribute(value)),
                                of: event)
                        } else {
                            reader.score(name, value, in: complete, event: event)
                        }
                    }
                }
            default: break
            }
        }
    }

    /// Reads a score, if that is what the name says (SR-E7).
    private mutating func score(
        _ name: UTF8Text, _ value: JSONValue, in scores: SportRadarMembers, event: UTF8Text
    ) {
        guard let shown = SportRadarScores.name(name) else { return }
        if name == "MATCH_SCORE", scores["CURRENT_SCORE"] != nil { return }
        fact(try SportRadarFact(score: value, name: shown), of: event)
    }

    private mutating func fact(
        _ read: @autoclosure () throws -> SportRadarFact, of event: UTF8Text
    ) {
        attempt { reader in
            let fact = try read()
            guard let properties = fact.properties(event: event) else { return }
            reader.meaning.put("EVENT_INFO", fact.id(event: event), properties)
        }
    }
}

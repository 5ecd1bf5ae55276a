// The facts of an event that comes whole, in the order of the text (SR-E9),
// each an entity of its own (SR-E13).

extension SportRadarEntityReader {
    /// Reads the facts of a `liveDataSummary` but for the status.
    mutating func facts(inSummary summary: SportRadarMembers, event: UTF8Text) {
        for (name, value) in summary.inOrder {
            switch name {
            case "matchTime": clock(value, of: event)
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
            case "matchTime": clock(SportRadarFact.looseAttribute(value), of: event)
            case "attributes":
                attempt { reader in
                    let attributes = try SportRadarMembers(value)
                    guard let complete = try attributes.members("COMPLETE") else { return }
                    for (name, value) in complete.inOrder {
                        if name == "SERVE" {
                            reader.server(SportRadarFact.looseAttribute(value), of: event)
                        } else {
                            reader.score(name, value, in: complete, event: event)
                        }
                    }
                }
            default: break
            }
        }
    }

    /// Reads a clock, which is absent if it is no text (SR-V11).
    private mutating func clock(_ value: JSONValue?, of event: UTF8Text) {
        guard let value, value.string != nil else { return }
        fact(try SportRadarFact(clock: value), of: event)
    }

    /// Reads a server that is there.
    private mutating func server(_ value: JSONValue?, of event: UTF8Text) {
        guard let value, !value.isNull else { return }
        fact(try SportRadarFact(server: value), of: event)
    }

    /// Reads a score, if that is what the name says and the value is one (SR-E7, SR-E16).
    private mutating func score(
        _ name: UTF8Text, _ value: JSONValue, in scores: SportRadarMembers, event: UTF8Text
    ) {
        guard let shown = SportRadarScores.name(name), value.object != nil else { return }
        guard shown == "MATCH_SCORE" else {
            return fact(try SportRadarFact(score: value, name: shown), of: event)
        }
        // The current one counts, where the first of both stands (SR-E17).
        let both = ["CURRENT_SCORE", "MATCH_SCORE"].compactMap { scores[$0] }
            .filter { $0.object != nil }
        let isFirst = both.allSatisfy { value.source.startIndex <= $0.source.startIndex }
        if isFirst { fact(try SportRadarFact(score: both[0], name: shown), of: event) }
    }

    private mutating func fact(
        _ read: @autoclosure () throws -> SportRadarFact, of event: UTF8Text
    ) {
        attempt { reader in
            let fact = try read()
            if let state = reader.merging {
                reader.meaning.records += state.fact(fact, of: event).records
            } else if let properties = fact.properties(event: event) {
                reader.meaning.put("EVENT_INFO", fact.id(event: event), properties)
            }
        }
    }
}

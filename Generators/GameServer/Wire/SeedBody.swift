import OddsJSON

/// Reads the matches that a page had in its storage.
enum SeedBody {
    /// - Throws: `Refusal` that names the first element that is not a match.
    static func matches(_ body: [UInt8]) throws(Refusal) -> [KeptMatch] {
        let json = try RequestJSON.value(body)
        guard case .array(let elements) = json else {
            throw Refusal(.wrongShape, "expected an array of matches with their odds")
        }
        guard elements.count <= World.matchesMax else {
            throw Refusal(
                .wrongShape, "\(elements.count) matches: send at most \(World.matchesMax)")
        }
        var ids: Set<Int> = []
        var matches: [KeptMatch] = []
        matches.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            let match = try match(element, "element \(index)")
            guard ids.insert(match.match.id).inserted else {
                throw Refusal(
                    .wrongShape,
                    "element \(index): the id \(match.match.id) is there twice; send each match "
                        + "once")
            }
            matches.append(match)
        }
        return matches
    }

    private static func match(_ json: JSONValue, _ place: String) throws(Refusal) -> KeptMatch {
        guard case .object = json else {
            throw Refusal(.wrongShape, "\(place): expected an object")
        }
        guard let id = RequestJSON.integer(json["matchID"], in: 1...KeptMatch.numberMax) else {
            throw Refusal(
                .wrongShape, "\(place): \"matchID\" must be an integer from 1 to 2^50")
        }
        guard case .string(let start) = json["startTime"], let seconds = WireTime.seconds(start)
        else {
            throw Refusal(
                .wrongShape, "\(place): \"startTime\" must be a time as 2026-10-02T18:30:00Z")
        }
        let seq = RequestJSON.integer(json["seq"], in: 0...KeptMatch.numberMax)
        guard seq != nil || RequestJSON.isAbsent(json["seq"]) else {
            throw Refusal(.wrongShape, "\(place): \"seq\" must be an integer from 0 to 2^50")
        }
        return KeptMatch(
            match: Match(
                id: id, teamA: try name(json, "teamA", place),
                teamB: try name(json, "teamB", place), startSeconds: seconds),
            teamA: try price(json, "teamAOdds", place), teamB: try price(json, "teamBOdds", place),
            seq: seq)
    }

    private static func name(
        _ json: JSONValue, _ member: String, _ place: String
    ) throws(Refusal) -> String {
        guard case .string(let name) = json[member],
            (1...KeptMatch.nameBytesMax).contains(name.utf8.count)
        else {
            throw Refusal(
                .wrongShape,
                "\(place): \"\(member)\" must be a name of 1 to \(KeptMatch.nameBytesMax) bytes")
        }
        return name
    }

    private static func price(
        _ json: JSONValue, _ member: String, _ place: String
    ) throws(Refusal) -> Price? {
        if RequestJSON.isAbsent(json[member]) { return nil }
        return try RequestJSON.price(json, member, place)
    }
}

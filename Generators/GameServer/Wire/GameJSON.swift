import OddsJSON

/// What the page gets, as JSON.
enum GameJSON {
    /// `GET /matches`.
    static func matches(_ rows: [MatchWithOdds]) -> [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(rows.count * 110 + 2)
        json.appendArray(rows) { json, row in
            json.append("{")
            append(row.match, to: &json)
            json.append("}")
        }
        return json
    }

    /// `GET /odds`, without matches whose odds have not come.
    static func odds(_ rows: [MatchWithOdds]) -> [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(rows.count * 80 + 2)
        json.appendArray(rows.lazy.filter(\.odds.areKnown)) { json, row in
            json.append("{\"matchID\":")
            json.append(decimal: row.match.id)
            append(row.odds, to: &json)
            json.append("}")
        }
        return json
    }

    /// The matches with their odds, for control.
    static func matchesWithOdds(_ rows: [MatchWithOdds]) -> [UInt8] {
        var json: [UInt8] = []
        json.appendArray(rows) { json, row in
            json.append("{")
            append(row.match, to: &json)
            if row.odds.areKnown { append(row.odds, to: &json) }
            json.append("}")
        }
        return json
    }

    /// `{"error":"…"}`.
    static func error(_ message: String) -> [UInt8] {
        var json: [UInt8] = []
        json.append("{\"error\":")
        json.appendJSONString(message)
        json.append("}")
        return json
    }

    private static func append(_ match: Match, to json: inout [UInt8]) {
        json.append("\"matchID\":")
        json.append(decimal: match.id)
        json.append(",\"teamA\":")
        json.appendJSONString(match.teamA)
        json.append(",\"teamB\":")
        json.appendJSONString(match.teamB)
        json.append(",\"startTime\":\"")
        json.append(contentsOf: WireTime.text(seconds: match.startSeconds).utf8)
        json.append("\"")
    }

    /// The members of odds, from a comma on.
    private static func append(_ odds: MatchOdds, to json: inout [UInt8]) {
        json.append(",\"teamAOdds\":")
        json.append(odds.teamA)
        json.append(",\"teamBOdds\":")
        json.append(odds.teamB)
        json.append(",\"seq\":")
        json.append(decimal: odds.seq)
        if odds.isSuspended { json.append(",\"suspended\":true") }
    }
}

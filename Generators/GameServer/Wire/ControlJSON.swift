import OddsJSON

/// What control gets, as JSON.
enum ControlJSON {
    /// `GET /control/W`.
    ///
    /// - Parameter hasMessages: Whether single updates and requests are listed.
    static func state(
        _ id: WorldID, _ state: GameWorlds.State, hasMessages: Bool
    ) -> [UInt8] {
        let log = state.log
        var json: [UInt8] = []
        json.append("{\"world\":\"")
        json.append(contentsOf: id.description.utf8)
        json.append("\",\"requests\":{")
        for (index, kind) in RequestKind.allCases.enumerated() {
            if index > 0 { json.append(",") }
            json.appendJSONString(kind.rawValue)
            json.append(":")
            json.append(decimal: log.requestCounts[kind] ?? 0)
        }
        json.append("},\"openSockets\":")
        json.append(decimal: state.openSockets)
        json.append(",\"closes\":")
        json.appendArray(log.closes.elements) { json, close in
            json.append("{\"code\":")
            json.append(decimal: close.code)
            json.append(",\"time\":")
            json.append(milliseconds: close.time)
            json.append("}")
        }
        json.append(",\"sent\":")
        json.append(decimal: log.updateCount)
        json.append(",\"restarts\":")
        json.append(decimal: log.restarts)
        json.append(",\"lateness\":")
        log.lateness.append(to: &json)
        if hasMessages { appendMessages(log, to: &json) }
        json.append(",\"matches\":")
        json.append(contentsOf: GameJSON.matchesWithOdds(state.rows))
        json.append(",\"digest\":\"")
        json.append(contentsOf: WorldDigest.hexadecimal(state.rows).utf8)
        json.append("\"}")
        return json
    }

    private static func appendMessages(_ log: WorldLog, to json: inout [UInt8]) {
        json.append(",\"messages\":")
        json.appendArray(log.updates.elements) { append($1, to: &$0) }
        json.append(",\"requestTimes\":")
        json.appendArray(log.requests.elements) { json, request in
            json.append("{\"kind\":")
            json.appendJSONString(request.kind.rawValue)
            json.append(",\"time\":")
            json.append(milliseconds: request.time)
            json.append("}")
        }
    }

    private static func append(_ update: WorldLog.Update, to json: inout [UInt8]) {
        json.append("{\"at\":")
        json.append(milliseconds: update.change.due)
        json.append(",\"sent\":")
        json.append(milliseconds: update.sent)
        json.append(",\"matchID\":")
        json.append(decimal: update.change.matchID)
        json.append(",\"teamAOdds\":")
        json.append(update.change.odds.teamA)
        json.append(",\"teamBOdds\":")
        json.append(update.change.odds.teamB)
        json.append(",\"seq\":")
        json.append(decimal: update.change.odds.seq)
        json.append("}")
    }
}

/// A message of changes of the platform's odds:
/// `{"sent":ms,"updates":[[matchID,a,b,seq,at,suspended,received,applied],…]}`.
struct PlatformMessage {
    let changes: [PlatformChange]
    let sent: GameTime

    var json: [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(64 + changes.count * 128)
        json.append("{\"sent\":")
        json.append(milliseconds: sent)
        json.append(",\"updates\":")
        json.appendArray(changes) { json, change in
            json.append("[")
            json.append(decimal: change.change.matchID)
            json.append(",")
            json.append(change.change.odds.teamA)
            json.append(",")
            json.append(change.change.odds.teamB)
            json.append(",")
            json.append(decimal: change.change.odds.seq)
            json.append(",")
            json.append(milliseconds: change.change.due)
            json.append(change.change.odds.isSuspended ? ",1," : ",0,")
            json.append(milliseconds: change.received)
            json.append(",")
            json.append(milliseconds: change.applied)
            json.append("]")
        }
        json.append("}")
        return json
    }
}

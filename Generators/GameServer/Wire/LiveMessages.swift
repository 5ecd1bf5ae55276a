/// The messages of `/live`.
enum LiveMessages {
    /// The first one.
    static func hello(seq: Int, now: GameTime) -> [UInt8] {
        var json: [UInt8] = []
        json.append("{\"hello\":{\"seq\":")
        json.append(decimal: seq)
        json.append(",\"now\":")
        json.append(milliseconds: now)
        json.append("}}")
        return json
    }

    /// The answer to a ping.
    ///
    /// - Parameter number: As the page wrote it.
    static func pong(_ number: String, now: GameTime) -> [UInt8] {
        var json: [UInt8] = []
        json.append("{\"pong\":")
        json.append(contentsOf: number.utf8)
        json.append(",\"now\":")
        json.append(milliseconds: now)
        json.append("}")
        return json
    }

    /// There are other matches than before.
    static let changed = Array(#"{"changed":"matches"}"#.utf8)

    /// Whether the odds come from where they come from: not while the platform's feed is away.
    static func feed(isConnected: Bool) -> [UInt8] {
        Array("{\"feed\":\(isConnected)}".utf8)
    }

    /// One change of odds.
    static func update(_ change: OddsChange) -> [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(128)
        json.append("{\"matchID\":")
        json.append(decimal: change.matchID)
        json.append(",\"teamAOdds\":")
        json.append(change.odds.teamA)
        json.append(",\"teamBOdds\":")
        json.append(change.odds.teamB)
        json.append(",\"seq\":")
        json.append(decimal: change.odds.seq)
        json.append(",\"at\":")
        json.append(milliseconds: change.due)
        json.append("}")
        return json
    }

    /// Several changes of odds.
    struct List {
        private(set) var json: [UInt8] = []
        private(set) var count = 0

        /// Begins a message.
        mutating func begin() {
            json.removeAll(keepingCapacity: true)
            json.append("{\"updates\":[")
            count = 0
        }

        mutating func append(_ change: OddsChange) {
            json.append(count == 0 ? "[" : ",[")
            count += 1
            json.append(decimal: change.matchID)
            json.append(",")
            json.append(change.odds.teamA)
            json.append(",")
            json.append(change.odds.teamB)
            json.append(",")
            json.append(decimal: change.odds.seq)
            json.append(",")
            json.append(milliseconds: change.due)
            json.append("]")
        }

        mutating func end() { json.append("]}") }
    }
}

/// Where the facts of an event are that come together; negative: there is none.
struct LiveFacts: BitwiseCopyable {
    var clock = -1
    var scores = -1
    var server = -1
    /// True if the server is a member of the scores, as live data on their own have it.
    var hasServerAmongScores = false
}

/// Where an object of scores has what its two names of the one score say, and the server.
struct ScorePlaces: BitwiseCopyable {
    /// The value that counts: that of `CURRENT_SCORE`, if it is a score.
    let shown: Int
    /// Where it stands: at the first of the two (SR-E17).
    let place: Int
    let server: Int

    /// - Parameter places: The last ones of their names.
    init(_ places: (current: Int, match: Int, server: Int), _ scanner: JSONScanner) {
        let hasCurrent = scanner.isObject(places.current)
        let hasMatch = scanner.isObject(places.match)
        shown = hasCurrent ? places.current : hasMatch ? places.match : -1
        place = hasCurrent && hasMatch ? min(places.current, places.match) : shown
        server = places.server
    }
}

/// A kind of fact of live data.
enum LiveFact: BitwiseCopyable {
    case score
    case clock
    case status
    case server
}

/// What a fact of live data says.
enum LiveValue: BitwiseCopyable {
    case score(home: Double?, away: Double?)
    case clock(MatchClock)
    case status(BatchText)
    /// 1 for home, 2 for away, 0 for nobody.
    case server(UInt64)

    var kind: LiveFact {
        switch self {
        case .score: .score
        case .clock: .clock
        case .status: .status
        case .server: .server
        }
    }
}

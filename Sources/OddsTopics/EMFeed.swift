/// The names that the EM feed uses over WAMP.
public enum EMFeed {
    /// The WebSocket subprotocol.
    public static let subprotocol = "wamp.2.json"
    /// The path of the WebSocket's URL.
    public static let path = "/v2"
    /// The procedure that returns the dump of a topic, which the keyword
    /// argument `topic` names.
    public static let initialDump = "/sports#initialDump"
    /// The procedure that returns facts about the operator, such as the ids of
    /// some matches.
    public static let operatorInfo = "/sports#operatorInfo"

    // Procedures that return `records`, entities as in a dump.

    /// All sports.
    public static let disciplines = "/sports#disciplines"
    /// Tournaments, of all sports or of `sportId`.
    public static let tournaments = "/sports#tournaments"
    /// The tournaments with the most betting offers, `maxResults` of them.
    public static let popularTournaments = "/sports#popularTournaments"
    /// The match `matchId` with everything that belongs to it.
    public static let matches = "/sports#matches"
    /// What a ticket of `selections` may be placed for.
    public static let bettingOptions = "/sports#bettingOptionsV2"
    /// The systems that so many `selections` allow.
    public static let systemBets = "/sports#systemBetCalculationV2"
    /// The outcomes `outcomeIds` with their offers, markets and matches.
    public static let oddsByOutcomes = "/sports#oddsByOutcomes"
    /// Matches and tournaments with `query` in their names.
    public static let search = "/sports#searchV2"
}

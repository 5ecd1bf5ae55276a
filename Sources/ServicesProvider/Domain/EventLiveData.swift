/// How an event stands: small, and without its tree.
public struct EventLiveData: Hashable, Sendable {
    /// Where an event is in its life.
    public enum Status: Hashable, Sendable {
        /// It has not begun.
        case upcoming
        /// It is played.
        case live
        /// It is over.
        case ended
        /// Anything else, by the server's id, such as a match that was put off.
        case other(String)
    }

    /// A side of a match.
    public enum Side: Hashable, Sendable {
        /// The first one.
        case home
        /// The second one.
        case away
    }

    /// A score of the whole match or of a part.
    public struct Score: Hashable, Sendable {
        /// The id of the part.
        public var partID: String?
        /// The name of the part.
        public var partName: String?
        /// Goals, sets or points of the first side.
        public var home: Int
        /// Those of the second side.
        public var away: Int

        /// A score.
        public init(partID: String?, partName: String?, home: Int, away: Int) {
            self.partID = partID
            self.partName = partName
            self.home = home
            self.away = away
        }
    }

    /// The time that has been played.
    public struct MatchTime: Hashable, Sendable {
        /// Whole minutes.
        public var minutes: Int
        /// Seconds beyond them.
        public var seconds: Int

        /// A time.
        public init(minutes: Int, seconds: Int) {
            self.minutes = minutes
            self.seconds = seconds
        }
    }

    /// The event's id.
    public var eventID: String
    /// Where it is in its life.
    public var status: Status
    /// The id of the part that is played.
    public var partID: String?
    /// The name of the part that is played.
    public var partName: String?
    /// The scores, that of the whole match first, then those of its parts.
    public var scores: [Score]
    /// The time that has been played, in sports with a clock.
    public var matchTime: MatchTime?
    /// Who serves, in sports where that matters.
    public var serving: Side?

    /// The score of the whole match.
    public var score: Score? { scores.first }
    /// The score of the part that is played.
    public var partScore: Score? { scores.dropFirst().first { $0.partID == partID } }

    /// How an event stands.
    public init(
        eventID: String, status: Status, partID: String? = nil, partName: String? = nil,
        scores: [Score] = [], matchTime: MatchTime? = nil, serving: Side? = nil
    ) {
        self.eventID = eventID
        self.status = status
        self.partID = partID
        self.partName = partName
        self.scores = scores
        self.matchTime = matchTime
        self.serving = serving
    }
}

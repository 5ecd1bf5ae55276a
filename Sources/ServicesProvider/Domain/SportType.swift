/// A sport, and what there is of it now.
public struct SportType: Hashable, Sendable, Identifiable {
    /// The sport's id, the `sportId` of its matches.
    public var id: String
    /// The name to show to users.
    public var name: String
    /// The id of the sport that it belongs to, such as that of all electronic games.
    public var parentID: String?
    /// Whether machines play it.
    public var isVirtual: Bool
    /// Whether it is one of the most popular ones.
    public var isTop: Bool
    /// Whether there are matches of it, now or at other times.
    public var hasMatches: Bool
    /// Whether there are bets on whole tournaments.
    public var hasOutrights: Bool
    /// Matches and outrights, live and to come.
    public var numberOfEvents: Int
    /// Those that are live.
    public var numberOfLiveEvents: Int
    /// Matches to come.
    public var numberOfUpcomingMatches: Int

    /// A sport. The numbers are 0 unless given.
    public init(
        id: String, name: String, parentID: String? = nil, isVirtual: Bool = false,
        isTop: Bool = false, hasMatches: Bool = true, hasOutrights: Bool = false,
        numberOfEvents: Int = 0, numberOfLiveEvents: Int = 0, numberOfUpcomingMatches: Int = 0
    ) {
        self.id = id
        self.name = name
        self.parentID = parentID
        self.isVirtual = isVirtual
        self.isTop = isTop
        self.hasMatches = hasMatches
        self.hasOutrights = hasOutrights
        self.numberOfEvents = numberOfEvents
        self.numberOfLiveEvents = numberOfLiveEvents
        self.numberOfUpcomingMatches = numberOfUpcomingMatches
    }
}

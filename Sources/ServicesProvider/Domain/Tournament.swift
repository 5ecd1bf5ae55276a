public import Foundation

/// A competition: a league's season, a cup.
public struct Tournament: Hashable, Sendable, Identifiable {
    /// The tournament's id, the `parentId` of its matches.
    public var id: String
    /// The name to show to users.
    public var name: String
    /// A short form of the name.
    public var shortName: String?
    /// The id of its sport.
    public var sportID: String?
    /// The name of its sport.
    public var sportName: String?
    /// The id of its country or region.
    public var venueID: String?
    /// The name of its country or region.
    public var venueName: String?
    /// When it begins.
    public var startDate: Date?
    /// When it ends.
    public var endDate: Date?
    /// Matches, live and to come.
    public var numberOfEvents: Int
    /// Those that are live.
    public var numberOfLiveEvents: Int
    /// Those to come.
    public var numberOfUpcomingMatches: Int

    /// A tournament.
    public init(
        id: String, name: String, shortName: String? = nil, sportID: String? = nil,
        sportName: String? = nil, venueID: String? = nil, venueName: String? = nil,
        startDate: Date? = nil, endDate: Date? = nil, numberOfEvents: Int = 0,
        numberOfLiveEvents: Int = 0, numberOfUpcomingMatches: Int = 0
    ) {
        self.id = id
        self.name = name
        self.shortName = shortName
        self.sportID = sportID
        self.sportName = sportName
        self.venueID = venueID
        self.venueName = venueName
        self.startDate = startDate
        self.endDate = endDate
        self.numberOfEvents = numberOfEvents
        self.numberOfLiveEvents = numberOfLiveEvents
        self.numberOfUpcomingMatches = numberOfUpcomingMatches
    }
}

// Properties under the feed's own names; `nil` where absent.

extension EventModel {
    /// The event's name.
    public var name: String? { text(at: Schema.Match.name) }
    /// A short form of the name.
    public var shortName: String? { text(at: Schema.Match.shortName) }
    /// The sport, as an id of the feed.
    public var sportId: String? { text(at: Schema.Match.sportId) }
    /// The sport's name.
    public var sportName: String? { text(at: Schema.Match.sportName) }
    /// The event's status, as an id of the feed.
    public var statusId: String? { text(at: Schema.Match.statusId) }
    /// The event's status, by name.
    public var statusName: String? { text(at: Schema.Match.statusName) }
    /// The tournament or other event that this one is a part of.
    public var parentId: String? { text(at: Schema.Match.parentId) }
    /// The name of the event that this one is a part of.
    public var parentName: String? { text(at: Schema.Match.parentName) }
    /// The venue, as an id of the feed.
    public var venueId: String? { text(at: Schema.Match.venueId) }
    /// The venue's name.
    public var venueName: String? { text(at: Schema.Match.venueName) }
    /// The category, often a country, as an id of the feed.
    public var categoryId: String? { text(at: Schema.Match.categoryId) }
    /// The category's name.
    public var categoryName: String? { text(at: Schema.Match.categoryName) }
    /// The home team or first player, as an id of the feed.
    public var homeParticipantId: String? { text(at: Schema.Match.homeParticipantId) }
    /// The name of the home team or first player.
    public var homeParticipantName: String? { text(at: Schema.Match.homeParticipantName) }
    /// The away team or second player, as an id of the feed.
    public var awayParticipantId: String? { text(at: Schema.Match.awayParticipantId) }
    /// The name of the away team or second player.
    public var awayParticipantName: String? { text(at: Schema.Match.awayParticipantName) }
    /// The part that is being played, as an id of the feed.
    public var currentPartId: String? { text(at: Schema.Match.currentPartId) }
    /// The part that is being played, by name.
    public var currentPartName: String? { text(at: Schema.Match.currentPartName) }
    /// Milliseconds since 1970.
    public var startTime: Int64? { integer(at: Schema.Match.startTime) }
    /// The number of markets as the feed counts them.
    public var numberOfMarkets: Int64? { integer(at: Schema.Match.numberOfMarkets) }
    /// The number of betting offers as the feed counts them.
    public var numberOfBettingOffers: Int64? { integer(at: Schema.Match.numberOfBettingOffers) }
    /// Whether bets are offered during the event.
    public var allowsLiveOdds: Bool? { boolean(at: Schema.Match.allowsLiveOdds) }
}

// Properties under the feed's own names; `nil` where absent.

extension EventModel {
    public var name: String? { text(at: Schema.Match.name) }
    public var shortName: String? { text(at: Schema.Match.shortName) }
    public var sportId: String? { text(at: Schema.Match.sportId) }
    public var sportName: String? { text(at: Schema.Match.sportName) }
    public var statusId: String? { text(at: Schema.Match.statusId) }
    public var statusName: String? { text(at: Schema.Match.statusName) }
    public var parentId: String? { text(at: Schema.Match.parentId) }
    public var parentName: String? { text(at: Schema.Match.parentName) }
    public var venueId: String? { text(at: Schema.Match.venueId) }
    public var venueName: String? { text(at: Schema.Match.venueName) }
    public var categoryId: String? { text(at: Schema.Match.categoryId) }
    public var categoryName: String? { text(at: Schema.Match.categoryName) }
    public var homeParticipantId: String? { text(at: Schema.Match.homeParticipantId) }
    public var homeParticipantName: String? { text(at: Schema.Match.homeParticipantName) }
    public var awayParticipantId: String? { text(at: Schema.Match.awayParticipantId) }
    public var awayParticipantName: String? { text(at: Schema.Match.awayParticipantName) }
    public var currentPartId: String? { text(at: Schema.Match.currentPartId) }
    public var currentPartName: String? { text(at: Schema.Match.currentPartName) }
    /// Milliseconds since 1970.
    public var startTime: Int64? { integer(at: Schema.Match.startTime) }
    public var numberOfMarkets: Int64? { integer(at: Schema.Match.numberOfMarkets) }
    public var numberOfBettingOffers: Int64? { integer(at: Schema.Match.numberOfBettingOffers) }
    public var allowsLiveOdds: Bool? { boolean(at: Schema.Match.allowsLiveOdds) }
}

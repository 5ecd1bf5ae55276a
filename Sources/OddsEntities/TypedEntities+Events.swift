public import OddsModel

/// An event, flat as the feed sends it.
public struct EventDTO: TypedEntity {
    /// The entity's type.
    public static var entityType: EntityType { .match }
    /// The entity's id and properties.
    public let content: EntityContent

    /// An entity of that content.
    public init(_ content: EntityContent) { self.content = content }
}

extension EventDTO {
    /// The event's name.
    public var name: String? { text("name") }
    /// A short form of the name.
    public var shortName: String? { text("shortName") }
    /// The sport, as an id of the feed.
    public var sportId: String? { text("sportId") }
    /// The sport's name.
    public var sportName: String? { text("sportName") }
    /// The event's status, as an id of the feed.
    public var statusId: String? { text("statusId") }
    /// The event's status, by name.
    public var statusName: String? { text("statusName") }
    /// The tournament or other event that this one is a part of.
    public var parentId: String? { text("parentId") }
    /// The name of the event that this one is a part of.
    public var parentName: String? { text("parentName") }
    /// The venue, as an id of the feed.
    public var venueId: String? { text("venueId") }
    /// The venue's name.
    public var venueName: String? { text("venueName") }
    /// The category, often a country, as an id of the feed.
    public var categoryId: String? { text("categoryId") }
    /// The category's name.
    public var categoryName: String? { text("categoryName") }
    /// The home team or first player, as an id of the feed.
    public var homeParticipantId: String? { text("homeParticipantId") }
    /// The name of the home team or first player.
    public var homeParticipantName: String? { text("homeParticipantName") }
    /// The away team or second player, as an id of the feed.
    public var awayParticipantId: String? { text("awayParticipantId") }
    /// The name of the away team or second player.
    public var awayParticipantName: String? { text("awayParticipantName") }
    /// The part that is being played, as an id of the feed.
    public var currentPartId: String? { text("currentPartId") }
    /// The part that is being played, by name.
    public var currentPartName: String? { text("currentPartName") }
    /// Milliseconds since 1970.
    public var startTime: Int64? { integer("startTime") }
    /// The number of markets as the feed counts them.
    public var numberOfMarkets: Int64? { integer("numberOfMarkets") }
    /// The number of betting offers as the feed counts them.
    public var numberOfBettingOffers: Int64? { integer("numberOfBettingOffers") }
    /// True if bets are offered during the event.
    public var allowsLiveOdds: Bool? { boolean("allowsLiveOdds") }
}

/// A score, a clock or the like of an event, flat as the feed sends it.
public struct EventInfoDTO: TypedEntity {
    /// The entity's type.
    public static var entityType: EntityType { .eventInfo }
    /// The entity's id and properties.
    public let content: EntityContent

    /// An entity of that content.
    public init(_ content: EntityContent) { self.content = content }
}

extension EventInfoDTO {
    /// The event that the information is about.
    public var eventId: String? { text("eventId") }
    /// What the information is, as an id of the feed: a score, a server, a
    /// clock.
    public var typeId: String? { text("typeId") }
    /// What the information is, by name.
    public var typeName: String? { text("typeName") }
    /// The status of the information, as an id of the feed.
    public var statusId: String? { text("statusId") }
    /// The part of the event that it is about, as an id of the feed.
    public var eventPartId: String? { text("eventPartId") }
    /// The part of the event that it is about, by name.
    public var eventPartName: String? { text("eventPartName") }
    /// The participant that it is about.
    public var paramParticipantId1: String? { text("paramParticipantId1") }
    /// The position of the part of the event among those of its kind.
    public var eventPartRelativePosition: Int64? { integer("eventPartRelativePosition") }
    /// The first value, such as the home participant's score or the minutes of
    /// a clock.
    public var paramFloat1: Double? { number("paramFloat1") }
    /// The second value, such as the away participant's score or the seconds of
    /// a clock.
    public var paramFloat2: Double? { number("paramFloat2") }
}

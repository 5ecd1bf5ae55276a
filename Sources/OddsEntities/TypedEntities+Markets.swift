public import OddsModel

/// A market of an event, flat as the feed sends it.
public struct MarketDTO: TypedEntity {
    /// The entity's type.
    public static var entityType: EntityType { .market }
    /// The entity's id and properties.
    public let content: EntityContent

    /// An entity of that content.
    public init(_ content: EntityContent) { self.content = content }
}

extension MarketDTO {
    /// The event that the market belongs to.
    public var eventId: String? { text("eventId") }
    /// The market's name.
    public var name: String? { text("name") }
    /// A short form of the name.
    public var shortName: String? { text("shortName") }
    /// The name to show to users.
    public var displayName: String? { text("displayName") }
    /// The kind of bet, as an id of the feed.
    public var bettingTypeId: String? { text("bettingTypeId") }
    /// The kind of bet, by name.
    public var bettingTypeName: String? { text("bettingTypeName") }
    /// The part of the event that is bet on, as an id of the feed.
    public var eventPartId: String? { text("eventPartId") }
    /// The part of the event that is bet on, by name.
    public var eventPartName: String? { text("eventPartName") }
    /// The number of outcomes as the feed counts them.
    public var numberOfOutcomes: Int64? { integer("numberOfOutcomes") }
    /// Milliseconds since 1970.
    public var notAvailableSince: Int64? { integer("notAvailableSince") }
    /// The first parameter of the bet, such as a line.
    public var paramFloat1: Double? { number("paramFloat1") }
    /// The second parameter of the bet.
    public var paramFloat2: Double? { number("paramFloat2") }
    /// The third parameter of the bet.
    public var paramFloat3: Double? { number("paramFloat3") }
    /// True if this is the main one of several lines.
    public var mainLine: Bool? { boolean("mainLine") }
    /// True if bets are accepted now.
    public var isAvailable: Bool? { boolean("isAvailable") }
    /// True if the market is closed for good.
    public var isClosed: Bool? { boolean("isClosed") }
}

/// An outcome of a market, flat as the feed sends it.
public struct OutcomeDTO: TypedEntity {
    /// The entity's type.
    public static var entityType: EntityType { .outcome }
    /// The entity's id and properties.
    public let content: EntityContent

    /// An entity of that content.
    public init(_ content: EntityContent) { self.content = content }
}

extension OutcomeDTO {
    /// The event that is bet on.
    public var eventId: String? { text("eventId") }
    /// The market that the outcome names itself; relations may name others.
    public var marketId: String? { text("marketId") }
    /// What the outcome is, as an id of the feed.
    public var typeId: String? { text("typeId") }
    /// What the outcome is, by name.
    public var typeName: String? { text("typeName") }
    /// The outcome's status, as an id of the feed.
    public var statusId: String? { text("statusId") }
    /// The feed's code of the outcome.
    public var code: String? { text("code") }
    /// The name to show to users.
    public var translatedName: String? { text("translatedName") }
    /// A short form of `translatedName`.
    public var shortTranslatedName: String? { text("shortTranslatedName") }
    /// The name of the column to show the outcome in.
    public var headerName: String? { text("headerName") }
    /// The feed's key of `headerName`.
    public var headerNameKey: String? { text("headerNameKey") }
    /// The participant that the outcome is about.
    public var paramParticipantId1: String? { text("paramParticipantId1") }
    /// That participant's name.
    public var paramParticipantName1: String? { text("paramParticipantName1") }
    /// The parameter of the outcome, such as a line.
    public var paramFloat1: Double? { number("paramFloat1") }
}

/// A price for an outcome, flat as the feed sends it.
public struct BettingOfferDTO: TypedEntity {
    /// The entity's type.
    public static var entityType: EntityType { .bettingOffer }
    /// The entity's id and properties.
    public let content: EntityContent

    /// An entity of that content.
    public init(_ content: EntityContent) { self.content = content }
}

extension BettingOfferDTO {
    /// The outcome that the offer prices.
    public var outcomeId: String? { text("outcomeId") }
    /// The provider of the offer, as an id of the feed.
    public var providerId: String? { text("providerId") }
    /// The kind of bet, as an id of the feed.
    public var bettingTypeId: String? { text("bettingTypeId") }
    /// The offer's status, as an id of the feed.
    public var statusId: String? { text("statusId") }
    /// Milliseconds since 1970.
    public var lastChangedTime: Int64? { integer("lastChangedTime") }
    /// Decimal odds.
    public var odds: Double? { number("odds") }
    /// True if the offer is for bets during the event.
    public var isLive: Bool? { boolean("isLive") }
    /// True if bets are accepted now.
    public var isAvailable: Bool? { boolean("isAvailable") }
}

/// A link between a market and an outcome, flat as the feed sends it.
public struct RelationDTO: TypedEntity {
    /// The entity's type.
    public static var entityType: EntityType { .marketOutcomeRelation }
    /// The entity's id and properties.
    public let content: EntityContent

    /// An entity of that content.
    public init(_ content: EntityContent) { self.content = content }
}

extension RelationDTO {
    /// The market.
    public var marketId: String? { text("marketId") }
    /// The outcome.
    public var outcomeId: String? { text("outcomeId") }
}

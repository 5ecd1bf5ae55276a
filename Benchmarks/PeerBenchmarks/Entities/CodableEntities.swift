// The six typed entities as an app writes them down for `JSONDecoder`: the same
// struct for a whole entity and for the changed properties of one, so all are
// optional.

struct CodableMatch: Codable {
    var id: String?
    var name, shortName, sportId, sportName, statusId, statusName, parentId, parentName: String?
    var venueId, venueName, categoryId, categoryName: String?
    var homeParticipantId, homeParticipantName: String?
    var awayParticipantId, awayParticipantName: String?
    var currentPartId, currentPartName: String?
    var startTime, numberOfMarkets, numberOfBettingOffers: Int64?
    var allowsLiveOdds: Bool?
}

struct CodableMarket: Codable {
    var id: String?
    var eventId, name, shortName, displayName, bettingTypeId, bettingTypeName: String?
    var eventPartId, eventPartName: String?
    var numberOfOutcomes, notAvailableSince: Int64?
    var paramFloat1, paramFloat2, paramFloat3: Double?
    var mainLine, isAvailable, isClosed: Bool?
}

struct CodableOutcome: Codable {
    var id: String?
    var marketId, eventId, typeId, typeName, statusId, code: String?
    var translatedName, shortTranslatedName, headerName, headerNameKey: String?
    var paramParticipantId1, paramParticipantName1: String?
    var paramFloat1: Double?
}

struct CodableOffer: Codable {
    var id: String?
    var outcomeId, providerId, bettingTypeId, statusId: String?
    var lastChangedTime: Int64?
    var odds: Double?
    var isLive, isAvailable: Bool?
}

struct CodableInfo: Codable {
    var id: String?
    var eventId, typeId, typeName, statusId, eventPartId, eventPartName: String?
    var paramParticipantId1: String?
    var eventPartRelativePosition: Int64?
    var paramFloat1, paramFloat2: Double?
}

struct CodableRelation: Codable {
    var id: String?
    var marketId, outcomeId: String?
}

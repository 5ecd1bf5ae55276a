import SimdjsonPeer

/// What a store needs to know of an entity.
protocol CodableEntity: Codable {
    var id: String? { get set }
    /// The entities under which this one hangs: one, or none.
    var parentID: String? { get }
    /// Takes over the properties that a change names.
    mutating func merge(_ change: Self)
}

extension CodableMatch: CodableEntity {
    var parentID: String? { nil }

    mutating func merge(_ change: Self) {
        name = change.name ?? name
        shortName = change.shortName ?? shortName
        sportId = change.sportId ?? sportId
        sportName = change.sportName ?? sportName
        statusId = change.statusId ?? statusId
        statusName = change.statusName ?? statusName
        parentId = change.parentId ?? parentId
        parentName = change.parentName ?? parentName
        venueId = change.venueId ?? venueId
        venueName = change.venueName ?? venueName
        categoryId = change.categoryId ?? categoryId
        categoryName = change.categoryName ?? categoryName
        homeParticipantId = change.homeParticipantId ?? homeParticipantId
        homeParticipantName = change.homeParticipantName ?? homeParticipantName
        awayParticipantId = change.awayParticipantId ?? awayParticipantId
        awayParticipantName = change.awayParticipantName ?? awayParticipantName
        currentPartId = change.currentPartId ?? currentPartId
        currentPartName = change.currentPartName ?? currentPartName
        startTime = change.startTime ?? startTime
        numberOfMarkets = change.numberOfMarkets ?? numberOfMarkets
        numberOfBettingOffers = change.numberOfBettingOffers ?? numberOfBettingOffers
        allowsLiveOdds = change.allowsLiveOdds ?? allowsLiveOdds
    }
}

extension CodableMarket: CodableEntity {
    var parentID: String? { eventId }

    mutating func merge(_ change: Self) {
        eventId = change.eventId ?? eventId
        name = change.name ?? name
        shortName = change.shortName ?? shortName
        displayName = change.displayName ?? displayName
        bettingTypeId = change.bettingTypeId ?? bettingTypeId
        bettingTypeName = change.bettingTypeName ?? bettingTypeName
        eventPartId = change.eventPartId ?? eventPartId
        eventPartName = change.eventPartName ?? eventPartName
        numberOfOutcomes = change.numberOfOutcomes ?? numberOfOutcomes
        notAvailableSince = change.notAvailableSince ?? notAvailableSince
        paramFloat1 = change.paramFloat1 ?? paramFloat1
        paramFloat2 = change.paramFloat2 ?? paramFloat2
        paramFloat3 = change.paramFloat3 ?? paramFloat3
        mainLine = change.mainLine ?? mainLine
        isAvailable = change.isAvailable ?? isAvailable
        isClosed = change.isClosed ?? isClosed
    }
}

extension CodableOutcome: CodableEntity {
    /// Outcomes hang on markets by relations.
    var parentID: String? { nil }

    mutating func merge(_ change: Self) {
        marketId = change.marketId ?? marketId
        eventId = change.eventId ?? eventId
        typeId = change.typeId ?? typeId
        typeName = change.typeName ?? typeName
        statusId = change.statusId ?? statusId
        code = change.code ?? code
        translatedName = change.translatedName ?? translatedName
        shortTranslatedName = change.shortTranslatedName ?? shortTranslatedName
        headerName = change.headerName ?? headerName
        headerNameKey = change.headerNameKey ?? headerNameKey
        paramParticipantId1 = change.paramParticipantId1 ?? paramParticipantId1
        paramParticipantName1 = change.paramParticipantName1 ?? paramParticipantName1
        paramFloat1 = change.paramFloat1 ?? paramFloat1
    }
}

extension CodableOffer: CodableEntity {
    var parentID: String? { outcomeId }

    mutating func merge(_ change: Self) {
        outcomeId = change.outcomeId ?? outcomeId
        providerId = change.providerId ?? providerId
        bettingTypeId = change.bettingTypeId ?? bettingTypeId
        statusId = change.statusId ?? statusId
        lastChangedTime = change.lastChangedTime ?? lastChangedTime
        odds = change.odds ?? odds
        isLive = change.isLive ?? isLive
        isAvailable = change.isAvailable ?? isAvailable
    }

    /// The values that are compared between implementations.
    var digested: PeerOffer {
        PeerOffer(
            id: id.flatMap { UInt64($0) } ?? 0, odds: odds, lastChangedTime: lastChangedTime,
            isAvailable: isAvailable, statusId: statusId)
    }
}

extension CodableInfo: CodableEntity {
    var parentID: String? { eventId }

    mutating func merge(_ change: Self) {
        eventId = change.eventId ?? eventId
        typeId = change.typeId ?? typeId
        typeName = change.typeName ?? typeName
        statusId = change.statusId ?? statusId
        eventPartId = change.eventPartId ?? eventPartId
        eventPartName = change.eventPartName ?? eventPartName
        paramParticipantId1 = change.paramParticipantId1 ?? paramParticipantId1
        eventPartRelativePosition =
            change.eventPartRelativePosition ?? eventPartRelativePosition
        paramFloat1 = change.paramFloat1 ?? paramFloat1
        paramFloat2 = change.paramFloat2 ?? paramFloat2
    }
}

extension CodableRelation: CodableEntity {
    var parentID: String? { marketId }

    mutating func merge(_ change: Self) {
        marketId = change.marketId ?? marketId
        outcomeId = change.outcomeId ?? outcomeId
    }
}

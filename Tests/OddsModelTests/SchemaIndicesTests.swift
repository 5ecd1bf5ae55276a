import OddsModel
import Testing

/// Every property of every type has a named index, and it is the table's.
@Suite struct SchemaIndicesTests {
    private func expect(_ type: EntityType, _ named: KeyValuePairs<String, Int>) {
        let table = Schema.properties(of: type).map { "\($0.name) \($0.index)" }
        #expect(named.map { "\($0.key) \($0.value)" } == table)
    }

    @Test func match() {
        expect(
            .match,
            [
                "name": Schema.Match.name, "shortName": Schema.Match.shortName,
                "sportId": Schema.Match.sportId, "sportName": Schema.Match.sportName,
                "statusId": Schema.Match.statusId, "statusName": Schema.Match.statusName,
                "parentId": Schema.Match.parentId, "parentName": Schema.Match.parentName,
                "venueId": Schema.Match.venueId, "venueName": Schema.Match.venueName,
                "categoryId": Schema.Match.categoryId, "categoryName": Schema.Match.categoryName,
                "homeParticipantId": Schema.Match.homeParticipantId,
                "homeParticipantName": Schema.Match.homeParticipantName,
                "awayParticipantId": Schema.Match.awayParticipantId,
                "awayParticipantName": Schema.Match.awayParticipantName,
                "currentPartId": Schema.Match.currentPartId,
                "currentPartName": Schema.Match.currentPartName,
                "startTime": Schema.Match.startTime,
                "numberOfMarkets": Schema.Match.numberOfMarkets,
                "numberOfBettingOffers": Schema.Match.numberOfBettingOffers,
                "allowsLiveOdds": Schema.Match.allowsLiveOdds,
            ])
    }

    @Test func market() {
        expect(
            .market,
            [
                "eventId": Schema.Market.eventId, "name": Schema.Market.name,
                "shortName": Schema.Market.shortName, "displayName": Schema.Market.displayName,
                "bettingTypeId": Schema.Market.bettingTypeId,
                "bettingTypeName": Schema.Market.bettingTypeName,
                "eventPartId": Schema.Market.eventPartId,
                "eventPartName": Schema.Market.eventPartName,
                "numberOfOutcomes": Schema.Market.numberOfOutcomes,
                "notAvailableSince": Schema.Market.notAvailableSince,
                "paramFloat1": Schema.Market.paramFloat1,
                "paramFloat2": Schema.Market.paramFloat2,
                "paramFloat3": Schema.Market.paramFloat3, "mainLine": Schema.Market.mainLine,
                "isAvailable": Schema.Market.isAvailable, "isClosed": Schema.Market.isClosed,
            ])
    }

    @Test func outcome() {
        expect(
            .outcome,
            [
                "marketId": Schema.Outcome.marketId, "eventId": Schema.Outcome.eventId,
                "typeId": Schema.Outcome.typeId, "typeName": Schema.Outcome.typeName,
                "statusId": Schema.Outcome.statusId, "code": Schema.Outcome.code,
                "translatedName": Schema.Outcome.translatedName,
                "shortTranslatedName": Schema.Outcome.shortTranslatedName,
                "headerName": Schema.Outcome.headerName,
                "headerNameKey": Schema.Outcome.headerNameKey,
                "paramParticipantId1": Schema.Outcome.paramParticipantId1,
                "paramParticipantName1": Schema.Outcome.paramParticipantName1,
                "paramFloat1": Schema.Outcome.paramFloat1,
            ])
    }

    @Test func bettingOffer() {
        expect(
            .bettingOffer,
            [
                "outcomeId": Schema.Offer.outcomeId, "providerId": Schema.Offer.providerId,
                "bettingTypeId": Schema.Offer.bettingTypeId, "statusId": Schema.Offer.statusId,
                "lastChangedTime": Schema.Offer.lastChangedTime, "odds": Schema.Offer.odds,
                "isLive": Schema.Offer.isLive, "isAvailable": Schema.Offer.isAvailable,
            ])
    }

    @Test func eventInfo() {
        expect(
            .eventInfo,
            [
                "eventId": Schema.Info.eventId, "typeId": Schema.Info.typeId,
                "typeName": Schema.Info.typeName, "statusId": Schema.Info.statusId,
                "eventPartId": Schema.Info.eventPartId,
                "eventPartName": Schema.Info.eventPartName,
                "paramParticipantId1": Schema.Info.paramParticipantId1,
                "eventPartRelativePosition": Schema.Info.eventPartRelativePosition,
                "paramFloat1": Schema.Info.paramFloat1, "paramFloat2": Schema.Info.paramFloat2,
            ])
    }

    @Test func marketOutcomeRelation() {
        expect(
            .marketOutcomeRelation,
            [
                "marketId": Schema.Relation.marketId, "outcomeId": Schema.Relation.outcomeId,
            ])
    }
}

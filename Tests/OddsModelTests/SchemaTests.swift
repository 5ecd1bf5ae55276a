import OddsModel
import Testing

/// Checks the table against EM-P1 of the feed contract, and everything written
/// by hand beside the table against the table.
@Suite struct SchemaTests {
    private func names(
        _ type: EntityType, where isIncluded: (PropertyKind) -> Bool
    ) -> Set<String> {
        Set(Schema.properties(of: type).filter { isIncluded($0.kind) }.map { "\($0.name)" })
    }

    private func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private func expect(
        _ type: EntityType, text: String, integer: String = "", number: String = "",
        boolean: String = ""
    ) {
        let textNames = names(type) { kind in
            switch kind {
            case .text, .link: true
            case .integer, .number, .boolean: false
            }
        }
        #expect(textNames == words(text))
        #expect(names(type) { $0 == .integer } == words(integer))
        #expect(names(type) { $0 == .number } == words(number))
        #expect(names(type) { $0 == .boolean } == words(boolean))
    }

    @Test func tableIsTheContracts() {
        expect(
            .match,
            text: """
                name shortName sportId sportName statusId statusName parentId parentName venueId
                venueName categoryId categoryName homeParticipantId homeParticipantName
                awayParticipantId awayParticipantName currentPartId currentPartName
                """,
            integer: "startTime numberOfMarkets numberOfBettingOffers",
            boolean: "allowsLiveOdds")
        expect(
            .market,
            text: """
                eventId name shortName displayName bettingTypeId bettingTypeName eventPartId
                eventPartName
                """,
            integer: "numberOfOutcomes notAvailableSince",
            number: "paramFloat1 paramFloat2 paramFloat3",
            boolean: "mainLine isAvailable isClosed")
        expect(
            .outcome,
            text: """
                eventId marketId typeId typeName statusId code translatedName
                shortTranslatedName headerName headerNameKey paramParticipantId1
                paramParticipantName1
                """,
            number: "paramFloat1")
        expect(
            .bettingOffer, text: "outcomeId providerId bettingTypeId statusId",
            integer: "lastChangedTime", number: "odds", boolean: "isLive isAvailable")
        expect(
            .eventInfo,
            text: """
                eventId typeId typeName statusId eventPartId eventPartName paramParticipantId1
                """,
            integer: "eventPartRelativePosition", number: "paramFloat1 paramFloat2")
        expect(.marketOutcomeRelation, text: "marketId outcomeId")
        expect(.reference, text: "")
    }

    /// EM-E1.
    @Test func linksAreTheTreesEdges() {
        let links = EntityType.typed.flatMap { type in
            Schema.properties(of: type).compactMap { property in
                if case .link(let target) = property.kind {
                    "\(type).\(property.name) \(target)"
                } else {
                    nil
                }
            }
        }
        #expect(
            links == [
                "market.eventId match", "outcome.marketId market",
                "bettingOffer.outcomeId outcome", "eventInfo.eventId match",
                "marketOutcomeRelation.marketId market", "marketOutcomeRelation.outcomeId outcome",
            ])
    }

    @Test(arguments: EntityType.allCases)
    func layoutFollowsTheTable(type: EntityType) {
        let properties = Schema.properties(of: type)
        #expect(properties.map(\.index) == Array(properties.indices))
        #expect(properties.count <= Schema.propertyCountMax)
        #expect(Set(properties.map { "\($0.name)" }).count == properties.count)

        let ranks = properties.map { property in
            switch property.kind {
            case .text, .link: 0
            case .integer: 1
            case .number: 2
            case .boolean: 3
            }
        }
        #expect(ranks == ranks.sorted())
        #expect(Schema.slotCount(of: type) == ranks.count { $0 < 3 })
        #expect(Schema.textSlotCount(of: type) == ranks.count { $0 == 0 })
    }

    @Test func integersAreTakenAsTextForIds() {
        let accepting = Schema.properties(of: .outcome).filter(\.acceptsIntegerAsText)
        #expect(
            Set(accepting.map { "\($0.name)" })
                == ["eventId", "marketId", "typeId", "statusId", "paramParticipantId1"])
    }

    @Test func propertySets() {
        let set: PropertySet = [PropertySet(index: 0), PropertySet(index: 5), .init(index: 31)]
        #expect(set.indices == [0, 5, 31])
        #expect(set.rawValue == 1 | 1 << 5 | 1 << 31)
    }
}

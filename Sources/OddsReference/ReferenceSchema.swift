/// The typed properties, transcribed from EM-P1 of the feed contract.
package enum ReferenceSchema {
    package enum Kind: Sendable { case text, integer, number, boolean }

    /// By type and name; `id` is not among them.
    package static let properties: [UTF8Text: [UTF8Text: Kind]] = [
        "MATCH": table(
            text: """
                name shortName sportId sportName statusId statusName parentId parentName venueId \
                venueName categoryId categoryName homeParticipantId homeParticipantName \
                awayParticipantId awayParticipantName currentPartId currentPartName
                """,
            integer: "startTime numberOfMarkets numberOfBettingOffers",
            boolean: "allowsLiveOdds"),
        "MARKET": table(
            text: """
                eventId name shortName displayName bettingTypeId bettingTypeName eventPartId \
                eventPartName
                """,
            integer: "numberOfOutcomes notAvailableSince",
            number: "paramFloat1 paramFloat2 paramFloat3",
            boolean: "mainLine isAvailable isClosed"),
        "OUTCOME": table(
            text: """
                eventId marketId typeId typeName statusId code translatedName \
                shortTranslatedName headerName headerNameKey paramParticipantId1 \
                paramParticipantName1
                """,
            number: "paramFloat1"),
        "BETTING_OFFER": table(
            text: "outcomeId providerId bettingTypeId statusId",
            integer: "lastChangedTime",
            number: "odds",
            boolean: "isLive isAvailable"),
        "EVENT_INFO": table(
            text: "eventId typeId typeName statusId eventPartId eventPartName paramParticipantId1",
            integer: "eventPartRelativePosition",
            number: "paramFloat1 paramFloat2"),
        "MARKET_OUTCOME_RELATION": table(text: "marketId outcomeId"),
    ]

    /// Whether an integer is taken for text.
    package static func acceptsInteger(_ name: UTF8Text) -> Bool {
        name.description.hasSuffix("Id") || name.description.hasSuffix("Id1")
    }

    private static func table(
        text: String, integer: String = "", number: String = "", boolean: String = ""
    ) -> [UTF8Text: Kind] {
        var kinds: [UTF8Text: Kind] = [:]
        for (names, kind) in [
            (text, Kind.text), (integer, .integer), (number, .number), (boolean, .boolean),
        ] {
            for name in names.split(separator: " ") { kinds[UTF8Text(String(name))] = kind }
        }
        return kinds
    }
}

import OddsModel
import Testing

/// Each named accessor reads the property that has its name, and no other.
@Suite struct ModelPropertiesTests {
    /// An accessor's value as plain data.
    private typealias Accessor<Node> = (name: String, read: (Node) -> PlainValue?)

    private func plain(_ text: String?) -> PlainValue? { text.map { .text(Array($0.utf8)) } }
    private func plain(_ id: EntityID?) -> PlainValue? { id.map { .text($0.utf8) } }
    private func plain(_ integer: Int64?) -> PlainValue? { integer.map { .integer($0) } }
    private func plain(_ number: Double?) -> PlainValue? { number.map { .number($0.bitPattern) } }
    private func plain(_ boolean: Bool?) -> PlainValue? { boolean.map { .boolean($0) } }

    /// A node with a value of its own in each property.
    private func fullNode(_ type: EntityType) -> PlainNode {
        var node = PlainNode(type: type, id: Array("1".utf8))
        for property in Schema.properties(of: type) {
            node.properties[property.index] =
                switch property.kind {
                case .text, .link: .text(Array("\(property.name)".utf8))
                case .integer: .integer(Int64(property.index))
                case .number: .number(Double(property.index).bitPattern)
                case .boolean: .boolean(true)
                }
        }
        return node
    }

    private func expect<Node: ModelNode>(
        _ accessors: [Accessor<Node>], full: Node, empty: Node
    ) {
        let type = Node.entityType
        let table = Schema.properties(of: type).map { "\($0.name)" }
        #expect(accessors.map(\.name).sorted() == table.sorted())
        let expected = fullNode(type).properties
        for property in Schema.properties(of: type) {
            let accessor = accessors.first { $0.name == "\(property.name)" }
            #expect(accessor?.read(full) == expected[property.index], "\(property.name)")
            #expect(accessor?.read(empty) == .some(nil), "\(property.name)")
        }
    }

    /// Two events with one node of each type: all properties, and none.
    private var events: (full: EventModel, empty: EventModel) {
        func event(_ make: (EntityType) -> PlainNode) -> EventModel {
            var (event, market, outcome) = (make(.match), make(.market), make(.outcome))
            outcome.children = [make(.bettingOffer)]
            market.children = [outcome]
            event.children = [market]
            event.infos = [make(.eventInfo)]
            return buildEvent(event)
        }
        return (
            event(fullNode),
            event { PlainNode(type: $0, id: Array("1".utf8)) }
        )
    }

    @Test func event() {
        let accessors: [Accessor<EventModel>] = [
            ("name", { plain($0.name) }),
            ("shortName", { plain($0.shortName) }),
            ("sportId", { plain($0.sportId) }),
            ("sportName", { plain($0.sportName) }),
            ("statusId", { plain($0.statusId) }),
            ("statusName", { plain($0.statusName) }),
            ("parentId", { plain($0.parentId) }),
            ("parentName", { plain($0.parentName) }),
            ("venueId", { plain($0.venueId) }),
            ("venueName", { plain($0.venueName) }),
            ("categoryId", { plain($0.categoryId) }),
            ("categoryName", { plain($0.categoryName) }),
            ("homeParticipantId", { plain($0.homeParticipantId) }),
            ("homeParticipantName", { plain($0.homeParticipantName) }),
            ("awayParticipantId", { plain($0.awayParticipantId) }),
            ("awayParticipantName", { plain($0.awayParticipantName) }),
            ("currentPartId", { plain($0.currentPartId) }),
            ("currentPartName", { plain($0.currentPartName) }),
            ("startTime", { plain($0.startTime) }),
            ("numberOfMarkets", { plain($0.numberOfMarkets) }),
            ("numberOfBettingOffers", { plain($0.numberOfBettingOffers) }),
            ("allowsLiveOdds", { plain($0.allowsLiveOdds) }),
        ]
        let (full, empty) = events
        expect(accessors, full: full, empty: empty)
    }

    @Test func market() {
        let accessors: [Accessor<MarketModel>] = [
            ("eventId", { plain($0.eventId) }),
            ("name", { plain($0.name) }),
            ("shortName", { plain($0.shortName) }),
            ("displayName", { plain($0.displayName) }),
            ("bettingTypeId", { plain($0.bettingTypeId) }),
            ("bettingTypeName", { plain($0.bettingTypeName) }),
            ("eventPartId", { plain($0.eventPartId) }),
            ("eventPartName", { plain($0.eventPartName) }),
            ("numberOfOutcomes", { plain($0.numberOfOutcomes) }),
            ("notAvailableSince", { plain($0.notAvailableSince) }),
            ("paramFloat1", { plain($0.paramFloat1) }),
            ("paramFloat2", { plain($0.paramFloat2) }),
            ("paramFloat3", { plain($0.paramFloat3) }),
            ("mainLine", { plain($0.mainLine) }),
            ("isAvailable", { plain($0.isAvailable) }),
            ("isClosed", { plain($0.isClosed) }),
        ]
        let (full, empty) = events
        expect(accessors, full: full.markets[0], empty: empty.markets[0])
    }

    @Test func outcome() {
        let accessors: [Accessor<OutcomeModel>] = [
            ("marketId", { plain($0.marketId) }),
            ("eventId", { plain($0.eventId) }),
            ("typeId", { plain($0.typeId) }),
            ("typeName", { plain($0.typeName) }),
            ("statusId", { plain($0.statusId) }),
            ("code", { plain($0.code) }),
            ("translatedName", { plain($0.translatedName) }),
            ("shortTranslatedName", { plain($0.shortTranslatedName) }),
            ("headerName", { plain($0.headerName) }),
            ("headerNameKey", { plain($0.headerNameKey) }),
            ("paramParticipantId1", { plain($0.paramParticipantId1) }),
            ("paramParticipantName1", { plain($0.paramParticipantName1) }),
            ("paramFloat1", { plain($0.paramFloat1) }),
        ]
        let (full, empty) = events
        expect(accessors, full: full.markets[0].outcomes[0], empty: empty.markets[0].outcomes[0])
    }

    @Test func bettingOffer() {
        let accessors: [Accessor<BettingOfferModel>] = [
            ("outcomeId", { plain($0.outcomeId) }),
            ("providerId", { plain($0.providerId) }),
            ("bettingTypeId", { plain($0.bettingTypeId) }),
            ("statusId", { plain($0.statusId) }),
            ("lastChangedTime", { plain($0.lastChangedTime) }),
            ("odds", { plain($0.odds) }),
            ("isLive", { plain($0.isLive) }),
            ("isAvailable", { plain($0.isAvailable) }),
        ]
        let (full, empty) = events
        expect(
            accessors, full: full.markets[0].outcomes[0].bettingOffers[0],
            empty: empty.markets[0].outcomes[0].bettingOffers[0])
    }

    @Test func eventInfo() {
        let accessors: [Accessor<EventInfoModel>] = [
            ("eventId", { plain($0.eventId) }),
            ("typeId", { plain($0.typeId) }),
            ("typeName", { plain($0.typeName) }),
            ("statusId", { plain($0.statusId) }),
            ("eventPartId", { plain($0.eventPartId) }),
            ("eventPartName", { plain($0.eventPartName) }),
            ("paramParticipantId1", { plain($0.paramParticipantId1) }),
            ("eventPartRelativePosition", { plain($0.eventPartRelativePosition) }),
            ("paramFloat1", { plain($0.paramFloat1) }),
            ("paramFloat2", { plain($0.paramFloat2) }),
        ]
        let (full, empty) = events
        expect(accessors, full: full.eventInfos[0], empty: empty.eventInfos[0])
    }
}

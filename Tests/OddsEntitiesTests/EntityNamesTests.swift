import Foundation
import OddsEntities
import OddsModel
import Testing

/// The article Names: raw entities, with the types written out.
@Suite struct EntityNamesTests {
    private func decode<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    private func again<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test func entitiesHaveTheirProperties() throws {
        let sport: SportDTO = try decode(
            #"{"_type":"SPORT","id":"1","name":"Football","numberOfEvents":882,"shortName":7}"#)
        #expect(sport.id == "1" && sport.name == "Football" && sport.numberOfEvents == 882)
        #expect(sport.shortName == nil && sport.content["shortName"] == 7)
        let event: EventDTO = try decode(#"{"id":7,"name":"A – B","startTime":4.7e1}"#)
        #expect(event.id == "7" && event.name == "A – B" && event.startTime == 47)
        let market: MarketDTO = try decode(#"{"id":"m","eventId":"7","name":"1X2"}"#)
        #expect(market.id == "m" && market.eventId == "7" && market.name == "1X2")
        let outcome: OutcomeDTO = try decode(#"{"id":"o","marketId":"m","code":null}"#)
        #expect(outcome.id == "o" && outcome.marketId == "m" && outcome.code == nil)
        let offer: BettingOfferDTO = try decode(
            #"{"id":"b","outcomeId":"o","odds":1.85,"isAvailable":true}"#)
        #expect(offer.id == "b" && offer.odds == 1.85 && offer.isAvailable == true)
        let relation: RelationDTO = try decode(#"{"id":"r","marketId":"m","outcomeId":"o"}"#)
        #expect(relation.marketId == "m" && relation.outcomeId == "o")
        let info: EventInfoDTO = try decode(#"{"id":"i","eventId":"7","paramFloat1":2}"#)
        #expect(info.eventId == "7" && info.paramFloat1 == 2)
        #expect(try again(sport) == sport && again(event) == event && again(market) == market)
        #expect(try again(outcome) == outcome && again(offer) == offer)
        #expect(try again(relation) == relation && again(info) == info)
    }

    @Test(arguments: [
        #"{"name":"A"}"#, #"{"id":""}"#, #"{"id":"1","startTime":1.5}"#, #"{"id":"1","name":7}"#,
        #"{"id":"1","allowsLiveOdds":0}"#, "[]", "null",
    ]) func entityThatCannotBeReadIsAnError(_ text: String) {
        #expect(throws: DecodingError.self) { try decode(text) as EventDTO }
    }

    /// Each typed property of the feed contract has one of the same name and kind.
    @Test func noPropertyOfTheContractIsLeftOut() throws {
        try check(EventDTO.self)
        try check(EventInfoDTO.self)
        try check(MarketDTO.self)
        try check(OutcomeDTO.self)
        try check(BettingOfferDTO.self)
        try check(RelationDTO.self)
    }

    private func check<Entity: TypedEntity>(_ type: Entity.Type) throws {
        let properties = Schema.properties(of: type.entityType)
        let members = properties.map { property in
            let value =
                switch property.kind {
                case .text, .link: "\"\(property.name)\""
                case .integer: "\(1_000 + property.index)"
                case .number: "\(property.index).5"
                case .boolean: "true"
                }
            return ",\"\(property.name)\":\(value)"
        }
        let entity: Entity = try decode(#"{"id":"1"\#(members.joined())}"#)
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/OddsEntities")
        let code = try ["Events", "Markets"].map {
            try String(
                contentsOf: file.appendingPathComponent("TypedEntities+\($0).swift"),
                encoding: .utf8)
        }.joined().split(separator: "\nextension ")
        let own = try #require(code.first { $0.hasPrefix("\(type) {") })
        for property in properties {
            #expect(entity.content["\(property.name)"] != nil)
            let (swift, call) =
                switch property.kind {
                case .text, .link: ("String", "text")
                case .integer: ("Int64", "integer")
                case .number: ("Double", "number")
                case .boolean: ("Bool", "boolean")
                }
            let line = "public var \(property.name): \(swift)? { \(call)(\"\(property.name)\") }"
            #expect(own.contains(line), "\(type)")
        }
        #expect(own.components(separatedBy: "public var").count == properties.count + 1)
    }

    @Test func recordsOfAllKinds() throws {
        let texts = [
            #"{"_type":"SPORT","id":"1","name":"Football"}"#, #"{"_type":"MATCH","id":"1"}"#,
            #"{"_type":"MARKET","id":"1"}"#, #"{"_type":"OUTCOME","id":"1"}"#,
            #"{"_type":"BETTING_OFFER","id":"1","odds":2.5}"#,
            #"{"_type":"EVENT_INFO","id":"1"}"#, #"{"_type":"MARKET_OUTCOME_RELATION","id":"1"}"#,
            #"{"_type":"LOCATION","id":"53","code":"CZ","of":[{"a":null}]}"#,
            #"{"changeType":"DELETE","entityType":"MATCH","id":"1"}"#,
            #"{"_type":"BETTING_OFFER","id":"1","odds":"2.5"}"#, "7",
        ]
        let kinds = try texts.map { text in
            let record: EntityRecord = try decode(text)
            #expect(try again(record) == record)
            return switch record {
            case .sport: "sport"
            case .event: "event"
            case .eventInfo: "eventInfo"
            case .market: "market"
            case .outcome: "outcome"
            case .bettingOffer: "bettingOffer"
            case .relation: "relation"
            case .reference(let reference): reference.type
            case .changeRecord(let change): change.changeType.rawValue
            case .unknown(type: let type): "unknown \(type)"
            }
        }
        #expect(
            kinds == [
                "sport", "event", "market", "outcome", "bettingOffer", "eventInfo", "relation",
                "LOCATION", "DELETE", "unknown BETTING_OFFER", "unknown ",
            ])
    }

    @Test func changesOfEachType() throws {
        let types: [ChangeType] = [.create, .update, .delete]
        #expect(types.map(\.rawValue) == ["CREATE", "UPDATE", "DELETE"])
        let update: ChangeRecord = try decode(
            """
            {"changeType":"UPDATE","entityType":"BETTING_OFFER","id":"1",\
            "changedProperties":{"odds":1.9,"isAvailable":null}}
            """)
        let properties: [String: AnyCodable]? = update.changedProperties
        #expect(update.changeType == ChangeType.update && update.entityType == "BETTING_OFFER")
        #expect(properties == ["odds": 1.9, "isAvailable": nil] && update.entity == nil)
        let create: ChangeRecord = try decode(
            """
            {"changeType":"CREATE","entityType":"MATCH","id":"1","entity":{"_type":"MATCH",\
            "name":"A"}}
            """)
        let entity: EntityData? = create.entity
        guard case .event(let event) = entity else {
            Issue.record("\(create)")
            return
        }
        #expect(event.id == "1" && event.name == "A" && create.changedProperties == nil)
        for change in [update, create] { #expect(try again(change) == change) }
    }

    @Test func valuesOfAnyKind() throws {
        let value: AnyCodable = try decode(
            #"{"a":[1,2.5,-3,true,null,"é",9223372036854775807],"b":{}}"#)
        let members = try #require(value.value as? [String: Any])
        let elements = try #require(members["a"] as? [Any])
        #expect(elements[0] as? Int == 1 && elements[1] as? Double == 2.5)
        #expect(elements[2] as? Int == -3 && elements[3] as? Bool == true)
        #expect(elements[4] is NSNull && elements[5] as? String == "é")
        #expect(elements[6] as? Int == .max && (members["b"] as? [String: Any])?.isEmpty == true)
        #expect(try again(value) == value)
        #expect(["a": [1, true, "x", nil], "b": 2.5] as AnyCodable != ["a": [], "b": 2.5])
    }

    @Test func storeOfEntities() throws {
        let store: EntityStore = EntityStore()
        #expect(store.store(try decode(#"{"_type":"BETTING_OFFER","id":"b","odds":1.85}"#)))
        #expect(store.store(try decode(#"{"_type":"BETTING_OFFER","id":"a"}"#)))
        let changed: Bool = store.updateEntity(
            type: "BETTING_OFFER", id: "b", changedProperties: ["isAvailable": false, "odds": nil])
        guard case .bettingOffer(let offer) = store.entity(type: "BETTING_OFFER", id: "b") else {
            Issue.record("it is not there")
            return
        }
        #expect(changed && offer.isAvailable == false && offer.odds == nil)
        // A property of the wrong kind changes nothing, and neither does an unknown id.
        for properties: [String: AnyCodable] in [["odds": "2"], ["isLive": 1]] {
            #expect(
                !store.updateEntity(type: "BETTING_OFFER", id: "b", changedProperties: properties))
        }
        #expect(!store.updateEntity(type: "BETTING_OFFER", id: "c", changedProperties: [:]))
        #expect(!store.store(.unknown(type: "BETTING_OFFER")))
        #expect(store.entity(type: "BETTING_OFFER", id: "b") == .bettingOffer(offer))
        #expect(ids(store) == ["b", "a"])
        let removed: Bool = store.deleteEntity(type: "BETTING_OFFER", id: "b")
        #expect(removed && !store.deleteEntity(type: "BETTING_OFFER", id: "b"))
        // What comes back is the last one.
        #expect(store.store(.bettingOffer(offer)) && ids(store) == ["a", "b"])
    }

    /// EM-D1: the newest 1,024 updates wait for the dump.
    @Test func updatesBeforeTheDumpAreHeld() throws {
        var parser = ResponseParser()
        for number in 0..<1_030 {
            let text = """
                {"messageType":"UPDATE","records":[{"changeType":"CREATE","entityType":"MATCH",\
                "id":"\(number)","entity":{}}]}
                """
            #expect(try parser.parse(Data(text.utf8)) == .held)
        }
        #expect(parser.store.count == 0)
        let dump = Data(#"{"messageType":"INITIAL_DUMP","records":[]}"#.utf8)
        #expect(try parser.parse(dump) == .applied)
        let ids = parser.store.entities(type: "MATCH").compactMap(\.entity?.content.id)
        #expect(ids == (6..<1_030).map { "\($0)" })
    }

    private func ids(_ store: EntityStore) -> [String] {
        store.entities(type: "BETTING_OFFER").compactMap(\.entity?.content.id)
    }

    @Test(arguments: [
        ("", 0), ("{", 1), (#"{"messageType":"UPDATE","records":[]} x"#, 38), ("[]", 0),
        (#"{"records":[]}"#, 0), (#"{"messageType":"X","records":[]}"#, 0),
        (#"{"messageType":"UPDATE","records":{}}"#, 0), (String(repeating: "[", count: 65), 64),
    ]) func textThatIsNoFrameIsNamed(_ text: String, _ offset: Int) {
        var parser: ResponseParser = ResponseParser()
        let error = #expect(throws: FeedResponseError.self) { try parser.parse(Data(text.utf8)) }
        #expect(error?.offset == offset)
        #expect(error?.description.hasPrefix("not a frame of the feed: ") == true)
    }
}

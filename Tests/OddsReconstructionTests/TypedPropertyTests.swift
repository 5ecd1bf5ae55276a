import OddsModel
import OddsReference
import Testing

/// The typed properties of the six types.
@Suite struct TypedPropertyTests {
    /// The two tables were transcribed from the contract independently.
    @Test func schemaHasThePropertiesOfTheContract() {
        var typeCount = 0
        for type in EntityType.typed {
            typeCount += 1
            let kinds = ReferenceSchema.properties[UTF8Text("\(type.feedName)")]
            let properties = Schema.properties(of: type)
            #expect(properties.count == kinds?.count)
            for property in properties {
                let expected: ReferenceSchema.Kind =
                    switch property.kind {
                    case .text, .link: .text
                    case .integer: .integer
                    case .number: .number
                    case .boolean: .boolean
                    }
                #expect(kinds?[UTF8Text("\(property.name)")] == expected, "\(property.name)")
            }
        }
        #expect(typeCount == ReferenceSchema.properties.count)
    }

    @Test(arguments: Subject.allCases)
    func everyPropertyOfEveryTypeIsShown(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity(
                "MATCH", "1",
                """
                "name":"n","shortName":"s","sportId":"1","sportName":"S","statusId":"2",\
                "statusName":"t","parentId":"3","parentName":"p","venueId":"4","venueName":"v",\
                "categoryId":"5","categoryName":"c","homeParticipantId":"6",\
                "homeParticipantName":"h","awayParticipantId":"7","awayParticipantName":"a",\
                "currentPartId":"8","currentPartName":"cp","startTime":9,"numberOfMarkets":10,\
                "numberOfBettingOffers":11,"allowsLiveOdds":false
                """),
            entity(
                "MARKET", "10",
                """
                "eventId":"1","name":"n","shortName":"s","displayName":"d","bettingTypeId":"2",\
                "bettingTypeName":"b","eventPartId":"3","eventPartName":"e","numberOfOutcomes":4,\
                "notAvailableSince":5,"paramFloat1":0.5,"paramFloat2":1.5,"paramFloat3":2.5,\
                "mainLine":true,"isAvailable":false,"isClosed":true
                """),
            entity(
                "OUTCOME", "20",
                """
                "eventId":"1","marketId":"10","typeId":"2","typeName":"t","statusId":"3",\
                "code":"c","translatedName":"n","shortTranslatedName":"s","headerName":"h",\
                "headerNameKey":"k","paramParticipantId1":"4","paramParticipantName1":"p",\
                "paramFloat1":-0.25
                """),
            entity(
                "BETTING_OFFER", "30",
                """
                "outcomeId":"20","providerId":"1","bettingTypeId":"2","statusId":"3",\
                "lastChangedTime":1750752646168,"odds":1.85,"isLive":true,"isAvailable":false
                """),
            entity(
                "EVENT_INFO", "40",
                """
                "eventId":"1","typeId":"2","typeName":"t","statusId":"3","eventPartId":"4",\
                "eventPartName":"e","paramParticipantId1":"5","eventPartRelativePosition":6,\
                "paramFloat1":7,"paramFloat2":8.0
                """))
        #expect(
            channel.events == """
                [{"allowsLiveOdds":false,"awayParticipantId":"7","awayParticipantName":"a",\
                "categoryId":"5","categoryName":"c","currentPartId":"8","currentPartName":"cp",\
                "eventInfos":[{"eventId":"1","eventPartId":"4","eventPartName":"e",\
                "eventPartRelativePosition":6,"id":"40","paramFloat1":7.0,"paramFloat2":8.0,\
                "paramParticipantId1":"5","statusId":"3","typeId":"2","typeName":"t"}],\
                "homeParticipantId":"6","homeParticipantName":"h","id":"1",\
                "markets":[{"bettingTypeId":"2","bettingTypeName":"b","displayName":"d",\
                "eventId":"1","eventPartId":"3","eventPartName":"e","id":"10",\
                "isAvailable":false,"isClosed":true,"mainLine":true,"name":"n",\
                "notAvailableSince":5,"numberOfOutcomes":4,\
                "outcomes":[{"bettingOffers":[{"bettingTypeId":"2","id":"30",\
                "isAvailable":false,"isLive":true,"lastChangedTime":1750752646168,"odds":1.85,\
                "outcomeId":"20","providerId":"1","statusId":"3"}],"code":"c","eventId":"1",\
                "headerName":"h","headerNameKey":"k","id":"20","marketId":"10",\
                "paramFloat1":-0.25,"paramParticipantId1":"4","paramParticipantName1":"p",\
                "shortTranslatedName":"s","statusId":"3","translatedName":"n","typeId":"2",\
                "typeName":"t"}],"paramFloat1":0.5,"paramFloat2":1.5,"paramFloat3":2.5,\
                "shortName":"s"}],"name":"n","numberOfBettingOffers":11,"numberOfMarkets":10,\
                "parentId":"3","parentName":"p","shortName":"s","sportId":"1","sportName":"S",\
                "startTime":9,"statusId":"2","statusName":"t","venueId":"4","venueName":"v"}]
                """)
        #expect(channel.counters == ["framesApplied": 1, "recordsApplied": 5])
    }

    /// EM-P2, EM-P3, EM-P4, EM-P5: by type and property, a value of every kind
    /// that it does not take.
    @Test(arguments: Subject.allCases)
    func everyPropertyTakesItsKindAndNoOther(subject: Subject) {
        let values: [(kind: String, json: String)] = [
            ("text", #""x""#), ("integer", "7"), ("fraction", "0.5"), ("boolean", "true"),
            ("other", "[]"), ("other", "{}"),
        ]
        for (type, kinds) in ReferenceSchema.properties {
            for (name, kind) in kinds {
                let accepted: Set<String> =
                    switch kind {
                    case .text:
                        name.description.hasSuffix("Id") || name.description.hasSuffix("Id1")
                            ? ["text", "integer"] : ["text"]
                    case .integer: ["integer"]
                    case .number: ["integer", "fraction"]
                    case .boolean: ["boolean"]
                    }
                let channel = subject.makeChannel()
                channel.dump()
                for (kind, json) in values {
                    let record = create(type.description, "1", #""\#(name)":\#(json)"#)
                    let isApplied = channel.update(delete(type.description, "1"), record).changed
                        .contains { $0.contains("+") }
                    #expect(isApplied == accepted.contains(kind), "\(type).\(name): \(json)")
                }
            }
        }
    }

    /// EM-P6.
    @Test(arguments: Subject.allCases)
    func nullMeansAbsent(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""name":null,"startTime":null,"allowsLiveOdds":null"#),
            entity("MARKET", "10", #""eventId":"1","paramFloat1":null,"name":"M""#))
        #expect(
            channel.events == """
                [{"eventInfos":[],"id":"1",\
                "markets":[{"eventId":"1","id":"10","name":"M","outcomes":[]}]}]
                """)
    }

    /// EM-P1.
    @Test(
        arguments: Subject.allCases,
        [
            #""odds":1"#, #""typeId":"1""#, #""Name":1"#, #""name ":1"#, #""rootPartId":{"a":[]}"#,
            #""":1"#, #""markets":[1]"#, #""eventInfos":null"#, #""isAvailable":"x""#,
        ])
    func propertyThatIsNotInTheTableIsDroppedWhateverItIs(subject: Subject, property: String) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "1", #"\#(property),"name":"A""#))
        #expect(channel.events == #"[{"eventInfos":[],"id":"1","markets":[],"name":"A"}]"#)
        let received = channel.update(change("MATCH", "1", property))
        #expect(received.changed == [])
        #expect(channel.counters == ["framesApplied": 2, "recordsApplied": 2])
    }

    /// EM-P2.
    @Test(arguments: Subject.allCases)
    func integerWhereAnIdIsExpectedMeansItsText(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            #"{"_type":"MATCH","id":12345678901234567890123,"sportId":7,"statusId":-0}"#)
        #expect(
            channel.events == """
                [{"eventInfos":[],"id":"12345678901234567890123","markets":[],"sportId":"7",\
                "statusId":"-0"}]
                """)
        channel.update(change("MATCH", "12345678901234567890123", #""sportId":"8""#))
        #expect(channel.events.contains(#""sportId":"8""#))
    }

    @Test(arguments: Subject.allCases)
    func numbersKeepTheirValue(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""startTime":9223372036854775807.0"#),
            entity("MARKET", "10", #""eventId":"1","paramFloat1":-0.0,"paramFloat2":1e22"#),
            entity("MARKET", "11", #""eventId":"1","paramFloat1":5e-324,"paramFloat2":0.1e0"#))
        #expect(
            channel.events == """
                [{"eventInfos":[],"id":"1","markets":[\
                {"eventId":"1","id":"10","outcomes":[],"paramFloat1":-0.0,"paramFloat2":1e+22},\
                {"eventId":"1","id":"11","outcomes":[],"paramFloat1":5e-324,"paramFloat2":0.1}],\
                "startTime":9223372036854775807}]
                """)
    }

    @Test(arguments: Subject.allCases)
    func textOfAnyKindIsKept(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""name":"","shortName":"\ud800\u0000\"\\\u001f🂡\ue000""#))
        #expect(
            channel.events == #"[{"eventInfos":[],"id":"1","markets":[],"name":"","#
                + #""shortName":"\#u{FFFD}\u0000\"\\\u001f🂡\#u{E000}"}]"#)
    }
}

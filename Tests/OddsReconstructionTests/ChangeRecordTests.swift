import Testing

/// EM-R4, EM-R5 and EM-R6: what UPDATE, CREATE and DELETE records do.
@Suite struct ChangeRecordTests {
    // MARK: EM-R4: UPDATE

    @Test(arguments: Subject.allCases)
    func updateReplacesRemovesAndLeavesProperties(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity(
                "MATCH", "1", #""name":"A","shortName":"a","startTime":1,"allowsLiveOdds":true"#),
            entity("SPORT", "1", #""a":1,"b":2,"c":3"#))
        let received = channel.update(
            change("MATCH", "1", #""name":"B","startTime":null,"statusId":"2""#),
            change("SPORT", "1", #""a":null,"b":[2],"d":4"#))
        #expect(
            channel.events == """
                [{"allowsLiveOdds":true,"eventInfos":[],"id":"1","markets":[],"name":"B",\
                "shortName":"a","statusId":"2"}]
                """)
        #expect(channel.references("SPORT") == #"[{"b":[2],"c":3,"d":4,"id":"1"}]"#)
        #expect(received.changed == ["~MATCH 1 name startTime statusId", "~SPORT 1 a b d"])
        #expect(channel.counters == ["framesApplied": 2, "recordsApplied": 4])
    }

    @Test(
        arguments: Subject.allCases,
        [#""id":"2""#, #""id":[]"#, #""id":null"#, #""_type":"MARKET""#, #""_type":0"#])
    func identityInsideOfAnUpdateIsIgnored(subject: Subject, member: String) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "1"), entity("SPORT", "1"))
        let received = channel.update(
            change("MATCH", "1", #"\#(member),"name":"B""#),
            change("SPORT", "1", #"\#(member),"a":1"#))
        #expect(received.changed == ["~MATCH 1 name", "~SPORT 1 a"])
        #expect(channel.events == #"[{"eventInfos":[],"id":"1","markets":[],"name":"B"}]"#)
        #expect(channel.references("SPORT") == #"[{"a":1,"id":"1"}]"#)
    }

    @Test(arguments: Subject.allCases)
    func updateOfAnUnknownEntityIsAnOrphanAndNothingElse(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "1"), entity("SPORT", "1"))
        let received = channel.update(
            change("MATCH", "2", #""name":"B""#), change("MARKET", "1", #""name":"B""#),
            change("SPORT", "2", #""a":1"#), change("LOCATION", "1", #""a":1"#),
            change("MATCH", "01", ""))
        #expect(received.changed == [])
        #expect(channel.outline == "1")
        #expect(channel.referenceTypes == ["SPORT"])
        #expect(
            channel.counters == ["framesApplied": 2, "recordsApplied": 2, "orphanUpdates": 5])
        channel.update(create("MATCH", "2"))
        #expect(!channel.events.contains("name"))
    }

    // MARK: EM-R5: CREATE

    @Test(arguments: Subject.allCases)
    func createPutsAnEntityIn(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump()
        let received = channel.update(
            create("MATCH", "1", #""name":"A","shortName":null"#), create("SPORT", "1", #""a":1"#))
        #expect(received.changed == ["+MATCH 1", "+SPORT 1"])
        #expect(channel.events == #"[{"eventInfos":[],"id":"1","markets":[],"name":"A"}]"#)
        #expect(channel.references("SPORT") == #"[{"a":1,"id":"1"}]"#)
    }

    @Test(
        arguments: Subject.allCases,
        ["", #""id":null,"_type":null,"#, #""id":"7","#, #""id":7,"#])
    func createdEntityNeedsNoIdentityOfItsOwn(subject: Subject, identity: String) {
        let channel = subject.makeChannel()
        channel.dump()
        for (type, property) in [("MATCH", "name"), ("SPORT", "a")] {
            channel.update(
                #"{"changeType":"CREATE","entityType":"\#(type)","id":"7","#
                    + #""entity":{\#(identity)"\#(property)":"A"}}"#)
        }
        #expect(channel.events == #"[{"eventInfos":[],"id":"7","markets":[],"name":"A"}]"#)
        #expect(channel.references("SPORT") == #"[{"a":"A","id":"7"}]"#)
    }

    @Test(arguments: Subject.allCases)
    func createOfAKnownEntityReplacesAllPropertiesAndKeepsThePlace(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""name":"A","shortName":"a""#), entity("MATCH", "2"),
            entity("SPORT", "1", #""a":1,"b":2"#), entity("SPORT", "2"))
        let received = channel.update(
            create("MATCH", "1", #""name":"A","statusId":"2""#),
            create("SPORT", "1", #""b":2,"c":3"#))
        #expect(received.changed == ["~MATCH 1 shortName statusId", "~SPORT 1 a c"])
        #expect(
            channel.events == """
                [{"eventInfos":[],"id":"1","markets":[],"name":"A","statusId":"2"},\
                {"eventInfos":[],"id":"2","markets":[]}]
                """)
        #expect(channel.references("SPORT") == #"[{"b":2,"c":3,"id":"1"},{"id":"2"}]"#)
    }

    @Test(arguments: Subject.allCases)
    func createThatLeavesOutTheLinkDetachesTheChild(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#))
        let received = channel.update(create("MARKET", "10", #""name":"M""#))
        #expect(received.changed == ["~MARKET 10 eventId name"])
        #expect(channel.outline == "1")
    }

    // MARK: EM-R6: DELETE

    @Test(arguments: Subject.allCases)
    func deleteRemovesOneEntityAndItsChildrenComeBackWithIt(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#),
            entity("MARKET", "11", #""eventId":"1""#), entity("OUTCOME", "20", #""marketId":"10""#),
            entity("BETTING_OFFER", "30", #""outcomeId":"20""#))
        #expect(channel.update(delete("MARKET", "10")).changed == ["-MARKET 10"])
        #expect(channel.outline == "1(11)")
        // The children can be changed while nobody sees them.
        channel.update(
            change("BETTING_OFFER", "30", #""odds":2.5"#),
            create("OUTCOME", "21", #""marketId":"10""#))
        #expect(channel.update(create("MARKET", "10", #""eventId":"1""#)).changed == ["+MARKET 10"])
        #expect(channel.outline == "1(11 10(20(30) 21))")
        #expect(channel.events.contains(#""odds":2.5"#))
    }

    @Test(arguments: Subject.allCases)
    func deletedEventComesBackWithAllThatWasBelowIt(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "10", #""eventId":"1""#),
            entity("EVENT_INFO", "40", #""eventId":"1""#),
            entity("OUTCOME", "20"), entity("BETTING_OFFER", "30", #""outcomeId":"20""#),
            entity("MARKET_OUTCOME_RELATION", "50", #""marketId":"10","outcomeId":"20""#))
        channel.update(delete("MATCH", "1"))
        #expect(channel.outline == "")
        channel.update(create("MATCH", "1"))
        #expect(channel.outline == "1{40}(10(20(30)))")
    }

    @Test(arguments: Subject.allCases)
    func deleteOfAnUnknownEntityIsAnOrphanAndNothingElse(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "1"), entity("SPORT", "1"))
        let received = channel.update(
            delete("MATCH", "2"), delete("SPORT", "2"), delete("LOCATION", "1"),
            delete("MATCH", "01"))
        #expect(received.changed == [])
        #expect(
            channel.counters == ["framesApplied": 2, "recordsApplied": 2, "orphanDeletes": 4])
    }

    @Test(arguments: Subject.allCases)
    func deletedReferenceEntityIsGone(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("SPORT", "1", #""a":1"#), entity("SPORT", "2"), entity("LOCATION", "1"))
        let received = channel.update(delete("SPORT", "1"), delete("LOCATION", "1"))
        #expect(received.changed == ["-LOCATION 1", "-SPORT 1"])
        #expect(channel.referenceTypes == ["SPORT"])
        #expect(channel.references("SPORT") == #"[{"id":"2"}]"#)
        channel.update(create("SPORT", "1", #""b":1"#))
        #expect(channel.references("SPORT") == #"[{"id":"2"},{"b":1,"id":"1"}]"#)
    }

    @Test(arguments: Subject.allCases)
    func nothingOfADeletedEntityIsLeftWhenItComesBack(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "1", #""name":"A","startTime":1,"allowsLiveOdds":true"#))
        channel.update(delete("MATCH", "1"))
        channel.update(create("MATCH", "1", #""shortName":"a""#))
        #expect(channel.events == #"[{"eventInfos":[],"id":"1","markets":[],"shortName":"a"}]"#)
    }
}

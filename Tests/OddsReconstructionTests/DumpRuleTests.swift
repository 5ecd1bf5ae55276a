import Testing

/// EM-D3: a dump replaces the whole state.
@Suite struct DumpRuleTests {
    @Test(arguments: Subject.allCases)
    func dumpReplacesEverything(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            version: "9", entity("MATCH", "1", #""name":"A""#),
            entity("MARKET", "10", #""eventId":"1""#), entity("SPORT", "1"), entity("SPORT", "2"))
        channel.dump(version: "3", entity("MATCH", "2"), entity("LOCATION", "1"))
        #expect(channel.outline == "2")
        #expect(channel.referenceTypes == ["LOCATION"])
        #expect(channel.version == #""3""#)
        #expect(channel.counters == ["framesApplied": 2, "recordsApplied": 6])
    }

    @Test(arguments: Subject.allCases)
    func nothingOfTheOldStateShowsUpLater(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""name":"A""#), entity("MARKET", "10", #""eventId":"1""#),
            entity("OUTCOME", "20", #""marketId":"10""#), entity("SPORT", "1", #""a":1"#),
            entity("MARKET_OUTCOME_RELATION", "50", #""marketId":"11","outcomeId":"20""#))
        channel.dump()
        channel.update(
            change("MATCH", "1", #""shortName":"a""#), create("MATCH", "1"),
            create("MARKET", "11", #""eventId":"1""#), create("OUTCOME", "20"),
            create("SPORT", "1", #""b":2"#))
        #expect(channel.outline == "1(11)")
        #expect(!channel.events.contains("name"))
        #expect(channel.references("SPORT") == #"[{"b":2,"id":"1"}]"#)
        #expect(
            channel.counters == ["framesApplied": 3, "recordsApplied": 9, "orphanUpdates": 1])
    }

    /// EM-D4.
    @Test(arguments: Subject.allCases)
    func ofTheSameIdTheLastPropertiesAndTheFirstPlaceCount(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""name":"A","shortName":"a""#), entity("MATCH", "2"),
            entity("SPORT", "1", #""a":1"#), entity("SPORT", "2"),
            entity("MATCH", "1", #""name":"B""#), entity("SPORT", "1", #""b":1"#))
        #expect(
            channel.events == """
                [{"eventInfos":[],"id":"1","markets":[],"name":"B"},\
                {"eventInfos":[],"id":"2","markets":[]}]
                """)
        #expect(channel.references("SPORT") == #"[{"b":1,"id":"1"},{"id":"2"}]"#)
        #expect(channel.counters == ["framesApplied": 1, "recordsApplied": 6])
    }

    /// EM-I3.
    @Test(arguments: Subject.allCases)
    func sameIdOfAnotherTypeIsAnotherEntity(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET", "1", #""eventId":"1""#),
            entity("OUTCOME", "1", #""marketId":"1""#),
            entity("BETTING_OFFER", "1", #""outcomeId":"1""#),
            entity("EVENT_INFO", "1", #""eventId":"1""#), entity("SPORT", "1"), entity("X", "1"))
        #expect(channel.outline == "1{1}(1(1(1)))")
        #expect(channel.referenceTypes == ["SPORT", "X"])
    }

    @Test(arguments: Subject.allCases)
    func newDumpBringsItsOwnOrder(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MATCH", "2"), entity("SPORT", "1"), entity("SPORT", "2"))
        let received = channel.dump(
            entity("MATCH", "2"), entity("MATCH", "1"), entity("SPORT", "2"), entity("SPORT", "1"))
        #expect(channel.outline == "2 1")
        #expect(channel.references("SPORT") == #"[{"id":"2"},{"id":"1"}]"#)
        #expect(received.changed == [])
        #expect(received.changes.map(\.isReset) == [true])
    }

    @Test(arguments: Subject.allCases)
    func dumpReportsTheDifferenceOfOldAndNew(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""name":"A","startTime":1"#), entity("MATCH", "2"),
            entity("MATCH", "3", #""name":"C""#), entity("MARKET", "10", #""eventId":"1""#),
            entity("SPORT", "1", #""a":1,"b":2,"c":3"#), entity("SPORT", "2"),
            entity("SPORT", "3", #""a":1"#))
        let received = channel.dump(
            entity("SPORT", "1", #""a":1,"b":3,"d":null"#), entity("SPORT", "3", #""a":1"#),
            entity("SPORT", "4"), entity("MATCH", "3", #""name":"C""#), entity("MATCH", "4"),
            entity("MATCH", "1", #""shortName":"a","startTime":1"#))
        #expect(
            received.changed == [
                "+MATCH 4", "+SPORT 4", "-MARKET 10", "-MATCH 2", "-SPORT 2",
                "~MATCH 1 name shortName", "~SPORT 1 b c",
            ])
    }

    @Test(arguments: Subject.allCases)
    func stateLivesOnAfterADump(subject: Subject) {
        let channel = subject.makeChannel()
        for round in 1...3 {
            channel.dump(
                entity("BETTING_OFFER", "30", #""outcomeId":"20""#), entity("MATCH", "\(round)"),
                entity("MARKET", "10", #""eventId":"\#(round)""#),
                entity("OUTCOME", "20", #""marketId":"10""#))
            #expect(channel.outline == "\(round)(10(20(30)))")
            channel.update(change("BETTING_OFFER", "30", #""odds":\#(round).5"#))
            #expect(channel.events.contains(#""odds":\#(round).5"#))
            channel.update(change("MARKET", "10", #""eventId":"9""#), create("MATCH", "9"))
            #expect(channel.outline == "\(round) 9(10(20(30)))")
        }
    }
}

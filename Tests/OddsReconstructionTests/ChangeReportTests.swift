import Testing

/// EM-R7, and what a change set says of several records of one entity.
@Suite struct ChangeReportTests {
    @Test(arguments: Subject.allCases)
    func changeThatChangesNoValueIsAppliedAndNotReported(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""name":"é","startTime":47,"allowsLiveOdds":true,"sportId":7"#),
            entity("BETTING_OFFER", "30", #""odds":2.5"#),
            entity("SPORT", "1", #""a":[1, 2],"b":1"#))
        let received = channel.update(
            change(
                "MATCH", "1",
                #""name":"\u00e9","startTime":4.7e1,"allowsLiveOdds":true,"sportId":"7","#
                    + #""venueId":null"#
            ),
            change("BETTING_OFFER", "30", #""odds":25e-1,"isLive":null"#),
            change("SPORT", "1", #""a":[1, 2],"z":null,"b":1"#),
            create("BETTING_OFFER", "30", #""odds":2.500"#), change("MATCH", "1", ""))
        #expect(received.disposition == .applied)
        #expect(received.changed == [])
        #expect(channel.counters == ["framesApplied": 2, "recordsApplied": 8])
    }

    @Test(arguments: Subject.allCases)
    func valuesCompareByBitsAndBytes(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""name":"é""#), entity("BETTING_OFFER", "30", #""odds":0"#),
            entity("SPORT", "1", #""a":1.0,"b":"A","é":1"#))
        let received = channel.update(
            change("MATCH", "1", "\"name\":\"e\u{301}\""),
            change("BETTING_OFFER", "30", #""odds":-0"#),
            change("SPORT", "1", #""a":1,"b":"\u0041","# + "\"e\u{301}\":1"))
        #expect(
            received.changed == [
                "~BETTING_OFFER 30 odds", "~MATCH 1 name", "~SPORT 1 a b e\u{301}",
            ])
        #expect(
            channel.events.utf8.elementsEqual(
                "[{\"eventInfos\":[],\"id\":\"1\",\"markets\":[],\"name\":\"e\u{301}\"}]".utf8))
    }

    @Test(arguments: Subject.allCases)
    func entityDeletedAndCreatedAgainIsRemovedAndInserted(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "1", #""name":"A""#), entity("SPORT", "1"))
        let received = channel.update(
            change("MATCH", "1", #""name":"B""#), delete("MATCH", "1"),
            create("MATCH", "1", #""name":"A""#), change("MATCH", "1", #""name":"C""#),
            delete("SPORT", "1"), create("SPORT", "1"), change("SPORT", "1", #""a":1"#))
        #expect(received.changed == ["-+MATCH 1", "-+SPORT 1"])
    }

    @Test(arguments: Subject.allCases)
    func entityCreatedAndDeletedAgainLeavesNoTrace(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "2"))
        let received = channel.update(
            create("MATCH", "1"), change("MATCH", "1", #""name":"B""#), delete("MATCH", "1"),
            create("SPORT", "1"), delete("SPORT", "1"))
        #expect(received.changed == [])
        #expect(channel.outline == "2")
    }

    @Test(arguments: Subject.allCases)
    func entityThatEndsDeletedIsRemoved(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "1"), entity("SPORT", "1"))
        let received = channel.update(
            change("MATCH", "1", #""name":"B""#), delete("MATCH", "1"), create("MATCH", "1"),
            delete("MATCH", "1"), change("SPORT", "1", #""a":1"#), delete("SPORT", "1"))
        #expect(received.changed == ["-MATCH 1", "-SPORT 1"])
    }

    @Test(arguments: Subject.allCases)
    func entityThatEndsCreatedIsInserted(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump()
        let received = channel.update(
            create("MATCH", "1"), delete("MATCH", "1"), create("MATCH", "1"),
            change("MATCH", "1", #""name":"B""#))
        #expect(received.changed == ["+MATCH 1"])
    }

    @Test(arguments: Subject.allCases)
    func updatedPropertiesAreThoseThatSomeRecordChanged(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""name":"A","shortName":"a""#), entity("SPORT", "1", #""a":1"#))
        let received = channel.update(
            change("MATCH", "1", #""name":"B""#), change("MATCH", "1", #""name":"A""#),
            change("MATCH", "1", #""shortName":"a","startTime":5"#),
            change("SPORT", "1", #""a":2"#), change("SPORT", "1", #""a":1,"b":2"#))
        #expect(received.changed == ["~MATCH 1 name startTime", "~SPORT 1 a b"])
    }

    @Test(arguments: Subject.allCases)
    func entitiesThatTheTreeDoesNotShowAreReportedToo(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump()
        let created = channel.update(
            create("MARKET", "10"), create("OUTCOME", "20"), create("BETTING_OFFER", "30"),
            create("EVENT_INFO", "40"), create("MARKET_OUTCOME_RELATION", "50"))
        #expect(
            created.changed == [
                "+BETTING_OFFER 30", "+EVENT_INFO 40", "+MARKET 10", "+MARKET_OUTCOME_RELATION 50",
                "+OUTCOME 20",
            ])
        let changed = channel.update(
            change("BETTING_OFFER", "30", #""odds":2"#),
            change("MARKET_OUTCOME_RELATION", "50", #""outcomeId":"20""#), delete("OUTCOME", "20"))
        #expect(
            changed.changed == [
                "-OUTCOME 20", "~BETTING_OFFER 30 odds", "~MARKET_OUTCOME_RELATION 50 outcomeId",
            ])
    }

    @Test(arguments: Subject.allCases)
    func changesOfOneFrameAreNotReportedWithTheNext(subject: Subject) {
        let channel = subject.makeChannel()
        #expect(channel.dump(entity("MATCH", "1")).changes.map(\.isReset) == [true])
        #expect(channel.update(change("MATCH", "1", #""name":"A""#)).changed == ["~MATCH 1 name"])
        let received = channel.update(change("MATCH", "1", #""startTime":1"#))
        #expect(received.changed == ["~MATCH 1 startTime"])
        #expect(received.changes.map(\.isReset) == [false])
        #expect(channel.update().changed == [])
    }
}

import Testing

/// EM-R1: a record that cannot be read is rejected alone.
@Suite struct RecordRuleTests {
    static let unreadableInUpdates = [
        // Not an object.
        "null", "1", #""x""#, "[]", "true",
        // No type, or an empty one.
        "{}", #"{"changeType":"DELETE","id":"1"}"#,
        #"{"changeType":"DELETE","entityType":"","id":"1"}"#,
        #"{"changeType":"DELETE","entityType":null,"id":"1"}"#,
        #"{"changeType":"DELETE","entityType":5,"id":"1"}"#,
        #"{"changeType":"DELETE","_type":"MATCH","id":"1"}"#,
        #"{"changeType":"CREATE","id":"1","entity":{"_type":"MATCH","id":"1"}}"#,
        // No id, or an empty one.
        #"{"changeType":"DELETE","entityType":"MATCH"}"#,
        #"{"changeType":"DELETE","entityType":"MATCH","id":""}"#,
        #"{"changeType":"DELETE","entityType":"MATCH","id":null}"#,
        #"{"changeType":"DELETE","entityType":"MATCH","id":1.0}"#,
        #"{"changeType":"DELETE","entityType":"MATCH","id":["1"]}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","entity":{"_type":"MATCH","id":"1"}}"#,
        #"{"changeType":"DELETE","entityType":"MATCH","id":"1","id":""}"#,
        // Unknown change.
        #"{"entityType":"MATCH","id":"1"}"#,
        #"{"changeType":"delete","entityType":"MATCH","id":"1"}"#,
        #"{"changeType":null,"entityType":"MATCH","id":"1"}"#,
        #"{"changeType":"DELETE ","entityType":"MATCH","id":"1"}"#,
        #"{"changeType":"REMOVE","changeType":1,"entityType":"MATCH","id":"1"}"#,
        entity("MATCH", "1"),
        // Nothing to change.
        #"{"changeType":"UPDATE","entityType":"MATCH","id":"1"}"#,
        #"{"changeType":"UPDATE","entityType":"MATCH","id":"1","changedProperties":null}"#,
        #"{"changeType":"UPDATE","entityType":"MATCH","id":"1","changedProperties":[]}"#,
        #"{"changeType":"UPDATE","entityType":"MATCH","id":"1","entity":{"name":"B"}}"#,
        // Nothing to create.
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1"}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":null}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":"1"}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","changedProperties":{}}"#,
        // Another entity inside.
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":{"id":"2"}}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":{"id":"01"}}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":{"id":""}}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":{"id":1.0}}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":{"id":[1]}}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":{"_type":"MARKET"}}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":{"_type":""}}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":{"_type":1}}"#,
        #"{"changeType":"CREATE","entityType":"SPORT","id":"1","entity":{"id":"2"}}"#,
        #"{"changeType":"CREATE","entityType":"SPORT","id":"1","entity":{"id":true}}"#,
        #"{"changeType":"CREATE","entityType":"SPORT","id":"1","entity":{"_type":"sport"}}"#,
        // A typed property of the wrong kind, also if the entity is unknown.
        change("MATCH", "1", #""name":"B","startTime":"x""#),
        change("MATCH", "1", #""startTime":0.5,"name":"B""#),
        change("MATCH", "1", #""name":1"#),
        change("MATCH", "9", #""name":1"#),
        create("MATCH", "1", #""name":"B","allowsLiveOdds":1"#),
        create("MATCH", "9", #""allowsLiveOdds":"true""#),
    ]

    @Test(arguments: Subject.allCases, unreadableInUpdates)
    func unreadableChangeIsRejectedAlone(subject: Subject, record: String) {
        let channel = subject.makeChannel()
        channel.dump(entity("MATCH", "1", #""name":"A""#), entity("SPORT", "1", #""a":1"#))
        let received = channel.update(
            create("MATCH", "2"), record, change("MATCH", "2", #""name":"C""#))
        #expect(received.disposition == .applied)
        #expect(received.changed == ["+MATCH 2"])
        #expect(
            channel.events == """
                [{"eventInfos":[],"id":"1","markets":[],"name":"A"},\
                {"eventInfos":[],"id":"2","markets":[],"name":"C"}]
                """)
        #expect(channel.references("SPORT") == #"[{"a":1,"id":"1"}]"#)
        #expect(
            channel.counters == ["framesApplied": 2, "recordsApplied": 4, "recordsRejected": 1])
    }

    static let unreadableInDumps = [
        "null", "1", #""x""#, "[]", "{}",
        #"{"id":"1","name":"B"}"#, #"{"_type":"","id":"1"}"#, #"{"_type":null,"id":"1"}"#,
        #"{"_type":["MATCH"],"id":"1"}"#, #"{"entityType":"MATCH","id":"1"}"#,
        #"{"_type":"MATCH","name":"B"}"#, #"{"_type":"MATCH","id":""}"#,
        #"{"_type":"MATCH","id":null}"#, #"{"_type":"MATCH","id":1e0}"#,
        #"{"_type":"MATCH","id":{}}"#, #"{"_type":"SPORT","id":false}"#,
        change("MATCH", "1", #""name":"B""#), delete("MATCH", "1"), create("MATCH", "1"),
        entity("MATCH", "1", #""name":"B","startTime":true"#),
        entity("MATCH", "1", #""name":{}"#),
    ]

    @Test(arguments: Subject.allCases, unreadableInDumps)
    func unreadableRecordOfADumpIsRejectedAlone(subject: Subject, record: String) {
        let channel = subject.makeChannel()
        let received = channel.dump(
            entity("MATCH", "2"), entity("MATCH", "1", #""name":"A""#), record, entity("MATCH", "3")
        )
        #expect(received.changed == ["+MATCH 1", "+MATCH 2", "+MATCH 3"])
        #expect(channel.outline == "2 1 3")
        #expect(channel.events.contains(#""name":"A""#))
        #expect(
            channel.counters == ["framesApplied": 1, "recordsApplied": 3, "recordsRejected": 1])
    }

    /// EM-R2.
    @Test(arguments: Subject.allCases)
    func rejectedRecordOfADumpHoldsNoPlace(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1", #""name":5"#), entity("MATCH", "2"), entity("MATCH", "1"))
        #expect(channel.outline == "2 1")
        #expect(
            channel.counters == ["framesApplied": 1, "recordsApplied": 2, "recordsRejected": 1])
    }

    /// EM-R3.
    @Test(arguments: Subject.allCases)
    func rejectedComesBeforeOrphan(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump()
        channel.update(change("BETTING_OFFER", "9", #""odds":"x""#))
        #expect(channel.counters == ["framesApplied": 2, "recordsRejected": 1])
    }

    /// EM-R3.
    @Test(arguments: Subject.allCases)
    func recordsTakeEffectOneAfterTheOther(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump()
        channel.update(
            change("MATCH", "1", #""name":"A""#), create("MATCH", "1"),
            change("MATCH", "1", #""name":"B""#), delete("MATCH", "1"), delete("MATCH", "1"),
            create("MATCH", "1", #""shortName":"b""#))
        #expect(channel.events == #"[{"eventInfos":[],"id":"1","markets":[],"shortName":"b"}]"#)
        #expect(
            channel.counters == [
                "framesApplied": 2, "recordsApplied": 4, "orphanUpdates": 1, "orphanDeletes": 1,
            ])
    }

    @Test(arguments: Subject.allCases)
    func membersThatAChangeDoesNotUseAreIgnored(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump()
        channel.update(
            #"{"changeType":"CREATE","entityType":"MATCH","id":"1","entity":{},"#
                + #""changedProperties":1}"#,
            #"{"changeType":"UPDATE","entityType":"MATCH","id":"1","#
                + #""changedProperties":{"name":"A"},"entity":{"id":"2"},"_type":5}"#,
            #"{"changeType":"CREATE","entityType":"MATCH","id":"2","entity":{}}"#,
            #"{"changeType":"DELETE","entityType":"MATCH","id":"2","entity":0,"#
                + #""changedProperties":0}"#
        )
        #expect(channel.events == #"[{"eventInfos":[],"id":"1","markets":[],"name":"A"}]"#)
        #expect(channel.counters == ["framesApplied": 2, "recordsApplied": 4])
    }
}

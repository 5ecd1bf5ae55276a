import Testing

/// EM-E5 and EM-S3: entities of all other types.
@Suite struct ReferenceEntityTests {
    @Test(arguments: Subject.allCases)
    func propertiesAreKeptAsReceived(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity(
                "SPORT", "1",
                #""a": 1.50 ,"b":"\u0041\/","c":[ null , {"d":null,"e":1e5} ],"f":null,"#
                    + #""g":true,"h":{}"#
            ))
        #expect(
            channel.references("SPORT")
                == #"[{"a":1.50,"b":"A/","c":[null,{"d":null,"e":1e5}],"g":true,"h":{},"id":"1"}]"#)
    }

    @Test(arguments: Subject.allCases)
    func numbersKeepTheirText(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("SPORT", "1", #""a":1e999999999,"b":-0,"c":0.10,"d":12345678901234567890"#))
        #expect(
            channel.references("SPORT")
                == #"[{"a":1e999999999,"b":-0,"c":0.10,"d":12345678901234567890,"id":"1"}]"#)
    }

    @Test(arguments: Subject.allCases)
    func anyNameIsAType(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("match", "1"), entity("É", "1"), entity("E\u{301}", "1"), entity(" ", "1"),
            entity("MARKET_", "1"), entity("\\u0058", "1"), entity("X", "2"))
        #expect(
            channel.referenceTypes.map { Array($0.utf8) }
                == [" ", "E\u{301}", "MARKET_", "X", "match", "É"].map { Array($0.utf8) })
        #expect(channel.references("X") == #"[{"id":"1"},{"id":"2"}]"#)
        #expect(channel.outline == "")
    }

    @Test(arguments: Subject.allCases)
    func escapedNameOfATypedTypeIsThatType(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity(#"\u004dATCH"#, "1"))
        #expect(channel.outline == "1")
        #expect(channel.referenceTypes == [])
    }

    /// EM-I2.
    @Test(arguments: Subject.allCases)
    func integerIdShowsAsText(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(#"{"id":7,"a":7,"_type":"SPORT"}"#, #"{"id":"007","_type":"SPORT"}"#)
        #expect(channel.references("SPORT") == #"[{"a":7,"id":"7"},{"id":"007"}]"#)
        channel.update(change("SPORT", "7", #""a":8"#))
        #expect(channel.references("SPORT") == #"[{"a":8,"id":"7"},{"id":"007"}]"#)
    }

    @Test(arguments: Subject.allCases)
    func onlyTheLastOfRepeatedKeysCounts(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            #"{"_type":"X","_type":"SPORT","id":"0","id":"1","a":1,"\u0061":2,"b":1,"b":null,"#
                + #""c":null,"c":{"d":1,"d":2}}"#)
        #expect(channel.references("SPORT") == #"[{"a":2,"c":{"d":2},"id":"1"}]"#)
        #expect(channel.referenceTypes == ["SPORT"])
    }

    /// EM-I4.
    @Test(arguments: Subject.allCases)
    func keysCompareByTheirBytes(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("SPORT", "1", "\"é\":1,\"e\u{301}\":2,\"\":3"))
        let received = channel.update(change("SPORT", "1", "\"e\u{301}\":null,\"\":4"))
        #expect(received.changed == ["~SPORT 1  e\u{301}"])
        #expect(channel.references("SPORT") == #"[{"":4,"id":"1","é":1}]"#)
    }

    @Test(arguments: Subject.allCases)
    func propertiesNamedLikeRecordMembersAreProperties(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("SPORT", "1", #""changeType":"DELETE","entityType":"MATCH","entity":0"#))
        #expect(
            channel.references("SPORT")
                == #"[{"changeType":"DELETE","entity":0,"entityType":"MATCH","id":"1"}]"#)
    }

    @Test(arguments: Subject.allCases)
    func linksOfReferenceEntitiesAreNoLinks(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(
            entity("MATCH", "1"), entity("MARKET_INFO", "10", #""eventId":"1","marketId":5"#))
        #expect(channel.outline == "1")
        #expect(channel.references("MARKET_INFO") == #"[{"eventId":"1","id":"10","marketId":5}]"#)
    }

    @Test(arguments: Subject.allCases)
    func deepValuesAreKept(subject: Subject) {
        let channel = subject.makeChannel()
        let value = String(repeating: "[", count: 61) + String(repeating: "]", count: 61)
        channel.dump(entity("SPORT", "1", #""a":\#(value)"#))
        #expect(channel.references("SPORT") == #"[{"a":\#(value),"id":"1"}]"#)
    }

    /// EM-F5.
    @Test(arguments: Subject.allCases)
    func loneSurrogatesReadAsTheReplacementCharacter(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(entity("SPORT", "1", #""a":"\ud800","b":{"\udc00":["\udc00x"]},"\ud800":1"#))
        #expect(
            channel.references("SPORT")
                == #"[{"a":"\#u{FFFD}","b":{"\#u{FFFD}":["\#u{FFFD}x"]},"id":"1","\#u{FFFD}":1}]"#)
    }
}

import Testing

/// What of an entity may be of another kind than it should be, and what follows from it.
@Suite struct LooseEntityTests {
    private func subject(_ event: String) throws -> SocketSubject {
        let subject = try SocketSubject()
        subject.take(ContentText.element("REFRESHED", "", "[\(event)]"))
        return subject
    }

    private func event(_ members: String) -> String {
        #"{"idfoevent":"1","tsstart":"2026-10-02T18:30:00Z",\#(members)}"#
    }

    /// SR-E15.
    @Test(arguments: [("N/O", false), ("n/o", false), ("n/O", false), ("N/0", true), ("no", true)])
    func suspensionIsComparedWithoutCase(type: String, isAvailable: Bool) throws {
        let member = #""idfoselectionsuspensiontype":"\#(type)""#
        let selection = #"{"idfoselection":"7","currentpriceup":1,"currentpricedown":1,\#(member)}"#
        let whole = try subject(
            event(#""markets":[{"idfomarket":"5","selections":[\#(selection)]}]"#))
        #expect(whole.offers["7"]?.isAvailable == isAvailable)
        let changed = try SocketSubject.withEvent()
        // The second one is read as the first one was learned.
        for id in ["7101.1", "7102.1"] {
            changed.take(ContentText.element("UPDATED", ContentText.path(id), "{\(member)}"))
            #expect(changed.offers[id]?.isAvailable == isAvailable)
        }
    }

    /// SR-V11: ids that neither are an entity's own nor name its parent.
    @Test(arguments: [#""""#, "null", "true", "{}", "[]", "7e1"])
    func otherIdsAreAbsent(id: String) throws {
        let market = #"{"idfomarket":"5","idefmarkettype":\#(id),"idfomarkettypecategory":"3.1"}"#
        let names = #""idfosporttype":\#(id),"idfotournament":\#(id),"idfosport":\#(id)"#
        let subject = try subject(event(#"\#(names),"markets":[\#(market)]"#))
        #expect(subject.events.map(\.id.description) == ["1"])
        #expect(subject.snapshot.contains(#""bettingTypeId":"3.1""#))
        #expect(!subject.snapshot.contains("sportId") && !subject.snapshot.contains("parentId"))
        #expect(subject.counters.recordsRejected == 0)
    }

    /// SR-V11: an entity's own id rejects it.
    @Test(arguments: [#""""#, "true", "{}", "7e1", "null"])
    func ownIdRejectsTheEntity(id: String) throws {
        let selections = #"[{"idfoselection":\#(id)},{"idfoselection":"7"}]"#
        let market = #"{"idfomarket":"5","selections":\#(selections)}"#
        let markets = #"[{"idfomarket":\#(id)},\#(market)]"#
        let subject = try subject(event(#""markets":\#(markets)"#))
        #expect(subject.counters.recordsRejected == 2)
        #expect(subject.offers.keys.sorted() == ["7"])
        #expect(try self.subject(#"{"idfoevent":\#(id),"tsstart":"2026-10-02T18:30:00Z"}"#)
            .events.isEmpty)
    }

    /// SR-V11.
    @Test(arguments: ["7", "true", "{}", "[]"])
    func textOfAnotherKindIsAbsent(value: String) throws {
        let names = [
            "name", "participantname_home", "participantname_away", "sporttypename",
            "tournamentname", "tournamentcountryname",
        ]
        let members = names.map { #""\#($0)":\#(value)"# }.joined(separator: ",")
        let live = #""liveDataSummary":{"status":\#(value),"matchTime":\#(value)}"#
        let selection = #"{"idfoselection":"7","name":\#(value),"hadvalue":\#(value)}"#
        let market = #"{"idfomarket":"5","name":\#(value),"selections":[\#(selection)]}"#
        let subject = try subject(event(#"\#(members),\#(live),"markets":[\#(market)]"#))
        #expect(subject.counters.recordsRejected == 0)
        #expect(subject.offers.keys.sorted() == ["7"])
        #expect(subject.snapshot.contains(#""statusId":"1","statusName":"Pending""#))
        for name in [#""name""#, "code", "translatedName", "venueName", "parentName", "typeId"] {
            #expect(!subject.snapshot.contains(name), "\(name)")
        }
    }

    /// SR-V11: names of sports and nodes.
    @Test func nameOfAnotherKindLeavesASportWithoutOne() throws {
        let subject = try SocketSubject()
        let sports = #"[{"idfosporttype":"FBL","sporttypename":7,"name":"Football"}]"#
        subject.take(ContentText.element("REFRESHED", "", sports, of: ContentText.sports))
        #expect(subject.sports == #"[{"id":"FBL","name":"Football"}]"#)
        let nodes = #"{"bonavigationnodes":[{"focontentid":"FBL","name":[]}]}"#
        let other = try SocketSubject()
        other.take(ContentText.element("REFRESHED", "", nodes, of: ContentText.nodes))
        #expect(other.sports == #"[{"id":"FBL"}]"#)
    }

    /// SR-V11: but the start.
    @Test func startOfAnotherKindRejectsTheEvent() throws {
        let subject = try subject(#"{"idfoevent":"1","tsstart":1790958600000}"#)
        #expect(subject.events.isEmpty && subject.counters.recordsRejected == 1)
    }

    /// SR-E16.
    @Test(arguments: ["true", "{}", "[]", #""x""#, #""""#])
    func lineOfAnotherKindLeavesTheMarket(line: String) throws {
        let subject = try subject(event(#""markets":[{"idfomarket":"5","line":\#(line)}]"#))
        #expect(subject.events.first?.markets.count == 1)
        #expect(subject.counters.recordsRejected == 0)
        #expect(!subject.snapshot.contains("paramFloat1"))
    }

    /// SR-E16.
    @Test(arguments: [
        #""STATUS":7"#, #""STATUS":"x""#, #""STATUS":[]"#, #""STATUS":{"EVENT":7}"#,
        #""STATUS":{"EVENT":{"":7}}"#, #""SERVE":{"EVENT":[]}"#, #""SET1_SCORE":7"#,
        #""CURRENT_SCORE":"1:0""#,
    ])
    func partOfLiveDataThatIsNoneIsAbsent(part: String) throws {
        let subject = try SocketSubject()
        let live = #"{"matchTime":"1:00","attributes":{"COMPLETE":{\#(part)}}}"#
        subject.take(ContentText.element("REFRESHED", "", live, of: ContentText.liveData))
        #expect(subject.counters.recordsRejected == 0)
        #expect(subject.events.map(\.id.description) == ["1"])
        #expect(subject.events.first?.eventInfos.map(\.id.description) == ["1/TIME"])
        #expect(!subject.snapshot.contains("statusId"))
    }

    /// SR-E16: a score of an event that comes whole; SR-E7.
    @Test func scoreThatIsNoObjectIsAbsent() throws {
        let scores = #"{"CURRENT_SCORE":7,"SET1_SCORE":"1","MATCH_SCORE":{"home":2}}"#
        let subject = try subject(event(#""liveDataSummary":{"scores":\#(scores)}"#))
        #expect(subject.counters.recordsRejected == 0)
        #expect(subject.events.first?.eventInfos.map(\.id.description) == ["1/MATCH_SCORE"])
        #expect(subject.snapshot.contains(#""paramFloat1":2.0"#))
    }

    /// SR-E17.
    @Test(arguments: [
        ("MATCH_SCORE", "CURRENT_SCORE"), ("CURRENT_SCORE", "MATCH_SCORE"),
    ])
    func matchScoreStandsWhereTheFirstOfTwoDoes(first: String, second: String) throws {
        let value = { $0 == "CURRENT_SCORE" ? #"{"home":2}"# : #"{"home":1}"# }
        let scores =
            #"{"\#(first)":\#(value(first)),"SET1_SCORE":{},"\#(second)":\#(value(second))}"#
        let subject = try subject(event(#""liveDataSummary":{"scores":\#(scores)}"#))
        #expect(
            subject.events.first?.eventInfos.map(\.id.description)
                == ["1/MATCH_SCORE", "1/SET1_SCORE"])
        #expect(subject.snapshot.contains(#""paramFloat1":2.0"#))
        #expect(!subject.snapshot.contains(#""paramFloat1":1.0"#))
    }
}

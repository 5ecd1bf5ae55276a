import Testing

/// What paths say, and elements whose paths or changes say nothing.
@Suite struct ContentPathTests {
    /// SR-C7.
    @Test func contentIdMayBeANumber() throws {
        let subject = try SocketSubject()
        for id in ["9001.10", "12345678901234567890.1"] {
            let content = #""contentId":{"type":"event","id":\#(id)}"#
            subject.take(ContentText.element("REFRESHED", "", of: content))
            #expect(subject.snapshot.contains(#""channel":"event/\#(id)""#))
        }
        let before = subject.snapshot
        for id in ["9e3", "9.1E0"] {
            let content = #""contentId":{"type":"event","id":\#(id)}"#
            subject.take(ContentText.element("REFRESHED", "", of: content))
        }
        #expect(subject.snapshot == before)
        #expect(subject.elementsRejected == 2)
    }

    /// SR-P4.
    @Test(arguments: [
        "[idfoevent=9001.1]]|numMarkets", "[idfoevent=9001.1]|num]Markets", "]|numMarkets",
        "a]|[idfoevent=9001.1]|numMarkets", "a]b[idfoevent=9001.1]|numMarkets",
        "[idfoevent=9001.1][idfomarket=5001.1]|numMarkets", "[idfoevent=9001.1]|numMarkets[",
        "[a=]]|[idfoevent=9001.1]|numMarkets", "[idfoevent=a]9001.1]|numMarkets",
    ])
    func bracketsInNamesAndBehindSelectorsRejectTheElement(path: String) throws {
        let subject = try SocketSubject.withEvent()
        for changeType in ["UPDATED", "ADDED", "REMOVED"] {
            subject.take(ContentText.element(changeType, path, "7"))
        }
        #expect(subject.counters.recordsRejected == 3)
        #expect(subject.contentCounters.changesIgnored == 0)
    }

    /// SR-P4: also of what is not there, so that the value ends where the contract has it.
    @Test func valueOfASelectorEndsAtTheFirstBracket() throws {
        let subject = try SocketSubject()
        let event = #"[{"idfoevent":"a]b","tsstart":"2026-10-02T18:30:00Z"}]"#
        subject.take(ContentText.element("REFRESHED", "", event))
        subject.take(ContentText.element("REMOVED", "[idfoevent=a]b]"))
        #expect(subject.events.count == 1 && subject.counters.recordsRejected == 1)
    }

    /// SR-P4: empty names.
    @Test(arguments: [
        "[idfoevent=9001.1]||numMarkets", "|[idfoevent=9001.1]|||numMarkets",
        "[[idfoevent=9001.1]|[idfoevent=9001.1]|numMarkets",
    ])
    func emptyNamesAreLegal(path: String) throws {
        let subject = try SocketSubject.withEvent()
        subject.take(ContentText.element("UPDATED", path, "7"))
        #expect(subject.changes == ["~MATCH 9001.1"])
    }

    /// SR-P5.
    @Test(arguments: [
        ("[idfoevent=9001.1]|scores|SET1_SCORE", true),
        ("scores|[idfoevent=9001.1]|SET1_SCORE", true),
        ("[idfoevent=9001.1]|scores[a=b]|SET1_SCORE", false),
        ("scores[idfoevent=9001.1]|SET1_SCORE", false),
        ("[idfoevent=9001.1]|[scores=1]|SET1_SCORE", false),
    ])
    func scoresIsANameWithoutASelector(path: String, isScore: Bool) throws {
        let subject = try SocketSubject.withEvent()
        subject.take(ContentText.element("UPDATED", path, #"{"home":1}"#))
        #expect(subject.changes == (isScore ? ["+EVENT_INFO 9001.1/SET1_SCORE"] : []))
        #expect(subject.contentCounters.changesIgnored == (isScore ? 0 : 1))
    }

    /// SR-A6.
    @Test(arguments: [
        "[idfoevent=2]", "[idfoevent=9001.1]|markets|[idfomarket=2]", ContentText.path("2"),
    ])
    func additionThatIsNoObjectIsRejectedAlone(path: String) throws {
        let subject = try SocketSubject.withEvent()
        let values = ["null", "7", "[]", #""x""#, "true"]
        subject.take(ContentText.element("UPDATED", "[idfoevent=9001.1]|numMarkets", "1"))
        for value in values { subject.take(ContentText.element("ADDED", path, value)) }
        #expect(subject.counters.recordsRejected == values.count)
        #expect(subject.contentCounters.changesIgnored == 0)
        #expect(subject.events.count == 1)
    }

    /// SR-A8.
    @Test func whatMovesWithinAReplacedEventKeepsItsPlace() throws {
        let subject = try SocketSubject()
        let selections = { (ids: [String]) in
            ids.map { #"{"idfoselection":"\#($0)"}"# }.joined(separator: ",")
        }
        let market = { (id: String, ids: [String]) in
            #"{"idfomarket":"\#(id)","selections":[\#(selections(ids))]}"#
        }
        let event = { (markets: [String]) in
            #"{"idfoevent":"1","tsstart":"2026-10-02T18:30:00Z","#
                + #""markets":[\#(markets.joined(separator: ","))]}"#
        }
        let before = event([market("5", ["71", "72", "73"]), market("6", ["74", "75"])])
        subject.take(ContentText.element("REFRESHED", "", "[\(before)]"))
        let after = event([market("6", ["75", "72"]), market("8", ["76"])])
        subject.take(ContentText.element("ADDED", "[idfoevent=1]", after))
        let markets = subject.events[0].markets
        #expect(markets.map(\.id.description) == ["6", "8"])
        // 72 was there before 75.
        #expect(markets[0].outcomes.map(\.id.description) == ["72", "75"])
        #expect(
            subject.changes.filter { $0.hasPrefix("-") }.sorted() == [
                "-BETTING_OFFER 71", "-BETTING_OFFER 73", "-BETTING_OFFER 74", "-MARKET 5",
                "-OUTCOME 71", "-OUTCOME 73", "-OUTCOME 74",
            ])
        // It hangs where it moved to.
        subject.take(ContentText.element("REMOVED", "[idfomarket=6]"))
        #expect(subject.offers.keys.sorted() == ["76"])
    }
}

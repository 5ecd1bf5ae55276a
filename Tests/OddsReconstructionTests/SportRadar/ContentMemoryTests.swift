import OddsModel
import Testing

/// What is known of prices and parents, and when it is forgotten.
@Suite struct ContentMemoryTests {
    private func half(_ member: String, of selection: String = "7101.1") -> String {
        ContentText.element("UPDATED", ContentText.path(selection), "{\(member)}")
    }

    /// SR-U4: each part stays until it is said anew.
    @Test func halfAPriceTakesTheOtherHalfFromBefore() throws {
        let subject = try SocketSubject.withEvent()
        #expect(subject.offers["7101.1"]?.odds == 1.85)
        subject.take(half(#""currentpriceup":"3""#))
        #expect(subject.offers["7101.1"]?.odds == 1.15)
        subject.take(half(#""currentpricedown":"4""#))
        #expect(subject.offers["7101.1"]?.odds == 1.75)
        #expect(subject.offers["7102.1"]?.odds == 1.85)
    }

    /// SR-R4: a dump forgets what the one before said.
    @Test func halfAPriceAfterADumpWithoutPricesIsNoPrice() throws {
        let subject = try SocketSubject.withEvent()
        let prices = #","currentpriceup":"17","currentpricedown":"20""#
        let bare = ContentText.event.replacing(prices, with: "")
        subject.take(ContentText.element("REFRESHED", "", "[\(bare)]"))
        subject.take(half(#""currentpriceup":"3""#))
        let offer = try #require(subject.offers["7101.1"])
        #expect(offer.odds == nil && offer.isAvailable == false && offer.statusId == "4")
        subject.take(half(#""currentpricedown":"4""#))
        #expect(subject.offers["7101.1"]?.odds == 1.75)
        #expect(subject.offers["7101.1"]?.isAvailable == true)
    }

    /// SR-R4: so does a removal, of the selection or of what it hangs on.
    @Test(arguments: [
        ContentText.path(), "[idfoevent=9001.1]|markets|[idfomarket=5001.1]", "[idfoevent=9001.1]",
    ])
    func halfAPriceAfterARemovalIsNoPrice(path: String) throws {
        let subject = try SocketSubject.withEvent()
        subject.take(ContentText.element("REMOVED", path))
        subject.take(half(#""currentpriceup":"3""#))
        #expect(subject.counters.orphanUpdates == 1, "SR-U6")
        subject.take(
            ContentText.element(
                "ADDED", "[idfoevent=9001.1]",
                #"{"idfoevent":"9001.1","tsstart":"2026-10-02T18:30:00Z"}"#),
            ContentText.element(
                "ADDED", "[idfoevent=9001.1]|[idfomarket=5001.1]", #"{"idfomarket":"5001.1"}"#),
            ContentText.element("ADDED", ContentText.path(), #"{"idfoselection":"7101.1"}"#),
            half(#""currentpriceup":"3""#))
        #expect(subject.offers["7101.1"]?.odds == nil)
        #expect(subject.offers["7101.1"]?.isAvailable == false)
    }

    /// SR-F3, SR-C3: after a connection begins anew, the state stays as it was and
    /// changes are dropped until the content comes whole.
    @Test func halfAPriceAfterAReconnectWaitsForTheDump() throws {
        let subject = try SocketSubject.withEvent()
        subject.receive(#"{"notificationType":"LISTENING_STARTED","data":"s-2"}"#)
        subject.take(half(#""currentpriceup":"3""#))
        #expect(subject.offers["7101.1"]?.odds == 1.85)
        #expect(subject.contentCounters.changesBeforeRefreshed == 1)
        let other = ContentText.event.replacing(#""17""#, with: #""1""#)
        subject.take(
            half(#""currentpricedown":"3""#),
            ContentText.element("REFRESHED", "", "[\(other)]"),
            half(#""currentpricedown":"4""#))
        #expect(subject.contentCounters.changesBeforeRefreshed == 2)
        #expect(subject.offers["7101.1"]?.odds == 1.25)
    }

    /// SR-R1: what is removed goes with all below it, is reported once each, and is new
    /// when it comes again (SR-R4).
    @Test func whatIsRemovedIsGoneAndComesBackAsNew() throws {
        let subject = try SocketSubject.withEvent()
        let other = ContentText.element(
            "ADDED", "[idfoevent=9002.1]",
            #"{"idfoevent":"9002.1","tsstart":"2026-10-02T20:00:00Z"}"#)
        subject.take(other)
        subject.take(ContentText.element("REMOVED", ContentText.path("7102.1")))
        #expect(subject.changes.sorted() == ["-BETTING_OFFER 7102.1", "-OUTCOME 7102.1"])
        subject.take(ContentText.element("REMOVED", "[idfoevent=9001.1]|[idfomarket=5001.1]"))
        #expect(
            subject.changes.sorted() == [
                "-BETTING_OFFER 7101.1", "-MARKET 5001.1", "-OUTCOME 7101.1",
            ])
        subject.take(ContentText.element("REMOVED", "[idfoevent=9001.1]"))
        #expect(
            subject.changes.sorted() == [
                "-EVENT_INFO 9001.1/MATCH_SCORE", "-EVENT_INFO 9001.1/TIME", "-MATCH 9001.1",
            ])
        #expect(subject.events.map(\.id.description) == ["9002.1"])
        subject.take(ContentText.element("ADDED", "[idfoevent=9001.1]", ContentText.event))
        #expect(subject.events.map(\.id.description) == ["9002.1", "9001.1"])
        #expect(subject.changes.count { $0.hasPrefix("+") } == 8)
        #expect(subject.offers["7102.1"]?.odds == 1.85)
    }

    /// SR-A4, SR-A5.
    @Test func anEntityThatIsReplacedKeepsItsPlaceAndLosesWhatIsNotInTheNewOne() throws {
        let subject = try SocketSubject.withEvent()
        subject.take(
            ContentText.element(
                "ADDED", "[idfoevent=9001.1]|markets|[idfomarket=5000.1]",
                #"{"idfomarket":"5000.1","name":"Total"}"#))
        let lessThanBefore = ContentText.market.replacing(
            "," + ContentText.selection("7102.1"), with: "")
        subject.take(
            ContentText.element(
                "ADDED", "[idfoevent=9001.1]|markets|[idfomarket=5001.1]", lessThanBefore))
        #expect(subject.events[0].markets.map(\.id.description) == ["5001.1", "5000.1"])
        #expect(subject.events[0].markets[0].outcomes.map(\.id.description) == ["7101.1"])
        #expect(subject.changes.contains("-OUTCOME 7102.1"))
    }
}

import Testing

/// Changes of `liveDataSummaryEventSummary`: SR-C8.
@Suite struct EventSummaryTests {
    private static let content =
        #""contentId":{"type":"liveDataSummaryEventSummary","id":"9001.1"}"#

    private func summary() throws -> SocketSubject {
        let subject = try SocketSubject()
        subject.take(ContentText.element("REFRESHED", "", ContentText.event, of: Self.content))
        return subject
    }

    private func take(_ subject: SocketSubject, _ path: String, _ change: String) {
        subject.take(ContentText.element("UPDATED", path, change, of: Self.content))
    }

    /// SR-C8.
    @Test(arguments: ["", "[idfoevent=9001.1]", "x[idfoevent=9001.1]"])
    func wholeEventReplacesTheOneThatIsThere(path: String) throws {
        for id in [#""idfoevent":"9001.1","#, ""] {
            let subject = try summary()
            let selections = ContentText.selection("7102.1")
            take(
                subject, path,
                #"{\#(id)"tsstart":"2026-10-02T18:30:00Z","name":"New","markets":"#
                    + #"[{"idfomarket":"5001.1","selections":[\#(selections)]}]}"#)
            #expect(subject.events.first?.name?.description == "New")
            #expect(subject.events.first?.eventInfos.isEmpty == true)
            #expect(subject.offers.keys.sorted() == ["7102.1"])
            #expect(!subject.snapshot.contains("mainLine"))
        }
    }

    /// SR-C8: other changes mean what they mean elsewhere.
    @Test func otherChangesHaveTheirRows() throws {
        let subject = try summary()
        take(subject, "[idfoevent=9001.1]|numMarkets", "7")
        #expect(subject.changes == ["~MATCH 9001.1"])
        take(subject, ContentText.path(), #"{"currentpriceup":"3"}"#)
        #expect(subject.changes == ["~BETTING_OFFER 7101.1"])
        take(subject, "[idfoevent=9001.1]", #"{"name":"New"}"#)
        #expect(subject.changes == [] && subject.contentCounters.changesIgnored == 1)
    }

    /// SR-C8, SR-A2: an event that is another one, or that cannot be read.
    @Test(arguments: [
        ("", #"{"idfoevent":"2","tsstart":"2026-10-02T18:30:00Z"}"#),
        ("[idfoevent=9001.1]", #"{"idfoevent":"2","tsstart":"2026-10-02T18:30:00Z"}"#),
        ("", #"{"tsstart":null}"#),
    ])
    func otherEventRejectsTheElement(path: String, change: String) throws {
        let subject = try summary()
        take(subject, path, change)
        #expect(subject.changes == [] && subject.counters.recordsRejected == 1)
    }

    /// SR-C8: no other content of an event is replaced so.
    @Test func otherContentsAreNotReplaced() throws {
        let subject = try SocketSubject.withEvent()
        subject.take(
            ContentText.element("UPDATED", "[idfoevent=9001.1]", ContentText.event))
        #expect(subject.changes == [] && subject.contentCounters.changesIgnored == 1)
    }
}

import Testing

/// Changes of lists of sports and of nodes.
@Suite struct SportListTests {
    private func sports() throws -> SocketSubject {
        let subject = try SocketSubject()
        let sports = #"[{"idfosporttype":"FBL","sporttypename":"Football","numEvents":2},"#
            + #"{"idfosporttype":"TNS","sporttypename":"Tennis","numEvents":1}]"#
        subject.take(ContentText.element("REFRESHED", "", sports, of: ContentText.sports))
        return subject
    }

    private func take(
        _ subject: SocketSubject, _ type: String, _ path: String, _ change: String = "null"
    ) {
        subject.take(ContentText.element(type, path, change, of: ContentText.sports))
    }

    /// SR-A7.
    @Test func addedSportComesAtTheEndOrReplacesInItsPlace() throws {
        let subject = try sports()
        take(subject, "REMOVED", "[idfosporttype=FBL]")
        take(
            subject, "ADDED", "[idfosporttype=FBL]",
            #"{"idfosporttype":"FBL","sporttypename":"Football","numEvents":1}"#)
        take(subject, "ADDED", "x|[idfosporttype=7]", #"{"name":"Seven"}"#)
        take(subject, "ADDED", "[idfosporttype=TNS]", #"{"idfosporttype":"TNS","numEvents":"5"}"#)
        #expect(
            subject.sports == #"[{"id":"TNS","numberOfLiveEvents":5},"#
                + #"{"id":"FBL","name":"Football","numberOfLiveEvents":1},"#
                + #"{"id":"7","name":"Seven"}]"#)
        #expect(subject.counters.recordsApplied == 6)
    }

    /// SR-A7, SR-A2, SR-A6.
    @Test(arguments: [
        #"{"idfosporttype":"TNS"}"#, #"{"idfosporttype":true}"#, #"{"numEvents":"x"}"#, "7", "null",
    ])
    func addedSportThatCannotBeReadIsRejectedAlone(change: String) throws {
        let subject = try sports()
        let before = subject.sports
        take(subject, "ADDED", "[idfosporttype=BKB]", change)
        #expect(subject.sports == before && subject.counters.recordsRejected == 1)
    }

    /// SR-A7: only in a list of sports.
    @Test func sportIsAddedToNoOtherList() throws {
        let subject = try SocketSubject.withEvent()
        subject.take(ContentText.element("ADDED", "[idfosporttype=FBL]", "{}"))
        #expect(subject.sports == "[]" && subject.contentCounters.changesIgnored == 1)
    }

    /// SR-U7.
    @Test func countOfASportThatIsNotThereAddsIt() throws {
        let subject = try sports()
        take(subject, "UPDATED", "[idfosporttype=BKB]|numEvents", #""03""#)
        take(subject, "UPDATED", "[idfosporttype=BKB]|numEvents", "4")
        take(subject, "UPDATED", "[idfosporttype=XYZ]|numEvents", "true")
        #expect(subject.sports.hasSuffix(#"{"id":"BKB","numberOfLiveEvents":4}]"#))
        #expect(subject.counters.recordsApplied == 4 && subject.counters.recordsRejected == 1)
        #expect(subject.counters.orphanUpdates == 0)
        let other = try SocketSubject.withEvent()
        other.take(ContentText.element("UPDATED", "[idfosporttype=BKB]|numEvents", "4"))
        #expect(other.counters.orphanUpdates == 1 && other.sports == "[]")
    }

    /// SR-P6.
    @Test func nodeIsAlsoCalledByItsSport() throws {
        let subject = try SocketSubject()
        let nodes = #"{"bonavigationnodes":[{"idfwbonavigation":"11.1","focontentid":"FBL"},"#
            + #"{"idfwbonavigation":"12.1","focontentid":"TNS"}]}"#
        let take = { (type: String, path: String, change: String) in
            subject.take(ContentText.element(type, path, change, of: ContentText.nodes))
        }
        take("REFRESHED", "", nodes)
        take("UPDATED", "bonavigationnodes|[idfosporttype=FBL]|numinplayevents", #""3""#)
        take("UPDATED", "[idfosporttype=FBL]|numevents", "9")
        take("UPDATED", "[idfosporttype=XYZ]|numevents", "9")
        // The node's own id counts before its sport's.
        take("UPDATED", "[idfosporttype=FBL]|[idfwbonavigation=12.1]|numevents", "4")
        #expect(
            subject.sports == #"[{"id":"FBL","numberOfEvents":9,"numberOfLiveEvents":3},"#
                + #"{"id":"TNS","numberOfEvents":4}]"#)
        #expect(subject.counters.orphanUpdates == 1)
        take("REMOVED", "[idfosporttype=FBL]", "null")
        take("UPDATED", "[idfwbonavigation=11.1]|numevents", "5")
        #expect(subject.sports == #"[{"id":"TNS","numberOfEvents":4}]"#)
        #expect(subject.counters.orphanUpdates == 2)
        let other = try sports()
        self.take(other, "UPDATED", "[idfosporttype=FBL]|numevents", "9")
        #expect(other.contentCounters.changesIgnored == 1)
    }
}

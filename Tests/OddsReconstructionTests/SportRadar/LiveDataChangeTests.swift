import Testing

/// Changes of `liveDataExtended`: SR-U8.
@Suite struct LiveDataChangeTests {
    private func live() throws -> SocketSubject {
        let subject = try SocketSubject()
        let complete = #"{"STATUS":{"EVENT":{"":"1st_half"}},"SERVE":{"EVENT":{"":1}},"#
            + #""MATCH_SCORE":{"COMPETITOR":{"home":1,"away":0}}}"#
        let whole =
            #"{"targetEventId":"1","matchTime":"1:00","attributes":{"COMPLETE":\#(complete)}}"#
        subject.take(ContentText.element("REFRESHED", "", whole, of: ContentText.liveData))
        return subject
    }

    private func take(
        _ subject: SocketSubject, _ path: String, _ change: String, as type: String = "UPDATED"
    ) {
        subject.take(ContentText.element(type, path, change, of: ContentText.liveData))
    }

    /// SR-U8: an object of live data, under any path.
    @Test(arguments: ["", "x", "attributes|COMPLETE|STATUS", "[idfoevent=1]|status", "[a=b]"])
    func liveDataAreMerged(path: String) throws {
        let subject = try live()
        let complete = #"{"STATUS":{"EVENT":{"":"2nd_half"}},"SERVE":{"EVENT":{"":0}},"#
            + #""CURRENT_SCORE":{"away":2},"SET1_SCORE":{"home":6}}"#
        take(subject, path, #"{"matchTime":"46:00","attributes":{"COMPLETE":\#(complete)}}"#)
        #expect(
            subject.changes.sorted() == [
                "+EVENT_INFO 1/SET1_SCORE", "-EVENT_INFO 1/SERVE", "~EVENT_INFO 1/MATCH_SCORE",
                "~EVENT_INFO 1/TIME", "~MATCH 1",
            ])
        // The side that is absent stays.
        #expect(subject.snapshot.contains(#""paramFloat1":1.0,"paramFloat2":2.0"#))
        #expect(subject.snapshot.contains(#""currentPartName":"2nd_half""#))
        #expect(subject.counters.recordsApplied == 4 + 5)
    }

    /// SR-U8: what is not in the object stays, and what cannot be read is rejected alone.
    @Test func partsOfMergedLiveData() throws {
        let subject = try live()
        take(subject, "", #"{"targetEventId":"1"}"#)
        take(subject, "", #"{"matchTime":null}"#)
        take(subject, "", #"{"attributes":{"COMPLETE":{"STATUS":7,"SET1_SCORE":[]}}}"#)
        #expect(subject.counters.recordsApplied == 4 && subject.counters.recordsRejected == 0)
        take(subject, "", #"{"matchTime":"1:99","attributes":7}"#)
        #expect(subject.counters.recordsRejected == 2)
        take(subject, "", #"{"targetEventId":"","matchTime":"2:00"}"#)
        #expect(subject.counters.recordsRejected == 3)
        take(subject, "", #"{"targetEventId":"2","matchTime":"2:00"}"#)
        #expect(subject.counters.orphanUpdates == 1)
        take(subject, "", #"{"targetEventId":"_TOKEN_","matchTime":"2:00"}"#)
        #expect(subject.contentCounters.changesIgnored == 1)
        #expect(subject.snapshot.contains(#""typeId":"95","paramFloat1":1.0,"paramFloat2":0.0"#))
        // Another object is none, and another content has none.
        take(subject, "x", #"{"status":"ended"}"#)
        #expect(subject.contentCounters.changesIgnored == 2)
        let other = try SocketSubject.withEvent()
        other.take(ContentText.element("UPDATED", "x", #"{"matchTime":"2:00"}"#))
        #expect(other.contentCounters.changesIgnored == 1)
    }

    /// SR-U8.
    @Test(arguments: [
        "serve", "SERVE", "Serve", "x|serVe", "[idfoevent=1]|x|serve", "attributes|COMPLETE|SERVE",
    ])
    func serverMayStandUnderAnyPath(path: String) throws {
        for value in ["2", #""2""#, #"{"EVENT":{"":2}}"#, #"{"EVENT":{"":"2"}}"#, #"{"":2}"#] {
            for type in ["UPDATED", "ADDED"] {
                let subject = try live()
                take(subject, path, value, as: type)
                #expect(subject.changes == ["~EVENT_INFO 1/SERVE"], "\(value)")
            }
        }
        let subject = try live()
        take(subject, path, "3")
        take(subject, path, #"{"EVENT":2}"#)
        #expect(subject.counters.recordsRejected == 2)
        take(subject, path, "null")
        #expect(subject.changes == ["-EVENT_INFO 1/SERVE"])
    }

    /// SR-U8: in live data alone.
    @Test func serverOfAnotherContentHasItsPath() throws {
        let subject = try SocketSubject.withEvent()
        for path in ["serve", "[idfoevent=9001.1]|SERVE"] {
            subject.take(ContentText.element("UPDATED", path, "1"))
        }
        #expect(subject.contentCounters.changesIgnored == 2)
        let value = #"{"EVENT":{"":1}}"#
        subject.take(ContentText.element("UPDATED", "[idfoevent=9001.1]|serve", value))
        #expect(subject.counters.recordsRejected == 1)
    }

    /// SR-U8.
    @Test(arguments: [
        ("attributes|COMPLETE|STATUS", #""ended""#, "~MATCH 1"),
        ("attributes|COMPLETE|STATUS", #"{"EVENT":{"":"ended"}}"#, "~MATCH 1"),
        ("[idfoevent=1]|status", #"{"EVENT":{"":"ended"}}"#, "~MATCH 1"),
        ("matchTime", #""2:00""#, "~EVENT_INFO 1/TIME"),
        ("matchTime", #"{"EVENT":{"":"2:00"}}"#, "~EVENT_INFO 1/TIME"),
        ("attributes|COMPLETE|MATCH_SCORE", #"{"home":3}"#, "~EVENT_INFO 1/MATCH_SCORE"),
        (
            "attributes|COMPLETE|MATCH_SCORE", #"{"COMPETITOR":{"home":3}}"#,
            "~EVENT_INFO 1/MATCH_SCORE"
        ),
    ])
    func valuesStandWithOrWithoutWhatIsAround(
        path: String, change: String, changed: String
    ) throws {
        let subject = try live()
        take(subject, path, change)
        #expect(subject.changes == [changed])
    }

    /// SR-U8: in live data that come whole, too.
    @Test func wholeLiveDataHaveBareValues() throws {
        let subject = try SocketSubject()
        let complete = #"{"SERVE":2,"STATUS":{"":"ended"}}"#
        let whole = #"{"matchTime":{"EVENT":{"":"3:00"}},"attributes":{"COMPLETE":\#(complete)}}"#
        subject.take(ContentText.element("REFRESHED", "", whole, of: ContentText.liveData))
        #expect(
            subject.events.first?.eventInfos.map(\.id.description) == ["1/TIME", "1/SERVE"])
        #expect(subject.snapshot.contains(#""statusName":"Ended""#))
    }
}

import OddsReference
import Testing

/// What a socket frame is: SR-F1 to SR-F4.
@Suite struct SocketFrameTests {
    /// SR-F1.
    @Test(arguments: [
        "", "[]", "null", "{", "{}x", #"{"notificationType":"CONTENT_CHANGES"}"#,
        #"{"notificationType":"CONTENT_CHANGES","data":{}}"#,
        #"{"notificationType":"CONTENT_CHANGES","data":null}"#,
        #"{"notificationType":"CONTENT_CHANGES","data":[],"x":01}"#,
    ])
    func frameThatIsNotOneIsRejectedWhole(text: String) {
        var socket = SportRadarReference(list: event("1"))
        let before = socket.snapshot()
        #expect(socket.receive(text) == [])
        #expect(socket.framesRejected == 1)
        #expect(socket.framesIgnored == 0)
        #expect(socket.snapshot() == before)
    }

    /// SR-F1: an element that stands before what is illegal has no effect.
    @Test func illegalBytesBehindAnElementRejectItToo() {
        var socket = SportRadarReference()
        let frame = #"{"notificationType":"CONTENT_CHANGES","data":[\#(refreshed(list, "[]"))]}"#
        socket.receive(frame + "!")
        socket.receive(Array(frame.utf8) + [0xFF])
        #expect(socket.framesRejected == 2)
        #expect(socket.channels.isEmpty)
        socket.receive(" \(frame)\n")
        #expect(socket.channels.count == 1)
    }

    /// SR-F1: the frame's own object is level 1 of 64.
    @Test(arguments: [(62, 0), (63, 1)])
    func depthHasALimit(arrays: Int, rejected: Int) {
        var socket = SportRadarReference()
        let deep = String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
        socket.receive(#"{"notificationType":"CONTENT_CHANGES","data":[\#(deep)]}"#)
        #expect(socket.framesRejected == rejected)
        #expect(socket.elementsRejected == 1 - rejected)
    }

    /// SR-F1: a frame above the limit of size is not looked at.
    @Test func sizeHasALimit() {
        var socket = SportRadarReference()
        var frame = Array(#"{"notificationType":"X"}"#.utf8)
        socket.receive(frame)
        let missing = ReferenceFrame.byteCountMax + 1 - frame.count
        frame += [UInt8](repeating: UInt8(ascii: " "), count: missing)
        socket.receive(frame)
        #expect(socket.framesIgnored == 1)
        #expect(socket.framesRejected == 1)
    }

    /// SR-F1: the last of a repeated key counts, whatever its escapes are.
    @Test func lastOfARepeatedKeyCounts() {
        var socket = SportRadarReference()
        socket.receive(
            #"{"notificationType":"x","data":5,"\u0064ata":[\#(refreshed(list, "[]"))],"#
                + #""notificationType":"CONTENT_CHANGES"}"#)
        #expect(socket.counters() == ["framesApplied": 1])
    }

    /// SR-F2.
    @Test(arguments: [
        "{}", #"{"notificationType":"X"}"#, #"{"notificationType":7}"#,
        #"{"notificationType":"LISTENING_STARTED"}"#,
        #"{"notificationType":"LISTENING_STARTED","data":""}"#,
        #"{"notificationType":"LISTENING_STARTED","data":["a"]}"#,
        #"{"errorType":null,"notificationType":"X"}"#,
    ])
    func frameOfAnotherTypeIsIgnored(text: String) {
        var socket = SportRadarReference(list: event("1"))
        let before = socket.snapshot()
        socket.receive(text)
        #expect(socket.framesIgnored == 1)
        #expect(socket.framesRejected == 0)
        #expect(socket.snapshot() == before)
        #expect(socket.channels[0].isRefreshed)
    }

    /// SR-F2.
    @Test func errorIsNothingElse() {
        var socket = SportRadarReference(list: event("1"))
        socket.receive(#"{"errorType":"X","notificationType":"CONTENT_CHANGES","data":5}"#)
        socket.receive(#"{"errorType":"X","notificationType":"LISTENING_STARTED","data":"s"}"#)
        socket.receive(#"{"errorType":"SUBSCRIBER_NOT_FOUND","data":["s"]}"#)
        #expect(socket.framesRejected == 0)
        #expect(socket.framesIgnored == 0)
        #expect(socket.channels[0].isRefreshed)
        // An error type that is no text is none.
        socket.receive(#"{"errorType":5,"notificationType":"LISTENING_STARTED","data":"s"}"#)
        #expect(!socket.channels[0].isRefreshed)
    }

    /// SR-F3.
    @Test func startOfListeningBeginsAConnection() {
        var socket = SportRadarReference(list: event("1"))
        socket.receive(#"{"notificationType":"LISTENING_STARTED","data":"s-1"}"#)
        #expect(socket.changes(removed("[idfoevent=1]")) == [])
        #expect(socket.outline() == "1")
        socket.changes(refreshed(list, "[\(event("2"))]"))
        #expect(socket.changes(removed("[idfoevent=2]")).changed == ["-MATCH 2"])
        #expect(socket.counters()["changesBeforeRefreshed"] == 1)
    }

    /// SR-F4, SR-C1: what names no channel.
    @Test(arguments: [
        "5", "null", "[]", "{}", #"{"contentId":"event/1"}"#, #"{"contentId":{"id":"1"}}"#,
        #"{"contentId":{"type":"events","id":"1"}}"#, #"{"contentId":{"type":"Event","id":"1"}}"#,
        #"{"contentId":{"type":"event","id":true}}"#, #"{"contentId":{"type":"event","id":[]}}"#,
        #"{"contentId":{"type":"event","id":1e3}}"#, #"{"contentId":{"type":5,"id":"1"}}"#,
    ])
    func elementThatNamesNoChannelIsRejectedAlone(element: String) {
        var socket = SportRadarReference()
        socket.changes(refreshed(list, "[\(event("1"))]"), element, removed("[idfoevent=1]"))
        #expect(socket.elementsRejected == 1)
        #expect(socket.channels.count == 1)
        #expect(socket.counters() == ["framesApplied": 2, "recordsApplied": 2])
    }

    /// SR-F4.
    @Test func elementsTakeEffectOneAfterTheOther() {
        var socket = SportRadarReference(list: event("1"))
        socket.changes(
            added("[idfomarket=5]", market("5", #""idfoevent":"1""#)),
            updated("[idfomarket=5]|istradable", "false"), updated("[idfomarket=5]", nil),
            updated("[idfomarket=5]|istradable", "5"), removed("[idfomarket=5]"),
            updated("[idfomarket=5]|istradable", "true"))
        #expect(socket.outline() == "1")
        #expect(
            socket.counters() == [
                "framesApplied": 2, "recordsApplied": 4, "recordsRejected": 1, "changesIgnored": 1,
                "orphanUpdates": 1,
            ])
    }
}

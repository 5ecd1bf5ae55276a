import OddsWire
import Testing

/// Which frames apply.
@Suite struct FrameRuleTests {
    // MARK: EM-F1, EM-F2: a frame applies completely or not at all

    /// EM-F2.
    @Test(arguments: Subject.allCases)
    func rejectedFrameIsCountedAndLeavesTheStateUntouched(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(version: "5", entity("MATCH", "1", #""name":"A""#))
        let before = channel.events
        let record = delete("MATCH", "1")
        let cutShort = #"{"version":"9","messageType":"UPDATE","records":[\#(record)]"#
        let frames: [(String, FrameError)] = [
            (cutShort, FrameError(reason: .syntax, offset: cutShort.utf8.count)),
            (
                #"{"messageType":"INITIAL_DUMP","records":[]}}"#,
                FrameError(reason: .trailingBytes, offset: 43)
            ),
            (#"{"messageType":"INITIAL_DUMP"}"#, FrameError(reason: .records, offset: 0)),
            (
                #"{"messageType":"DELETE","records":[]}"#,
                FrameError(reason: .messageType, offset: 0)
            ),
            (
                #"[{"messageType":"UPDATE","records":[]}]"#,
                FrameError(reason: .notAnObject, offset: 0)
            ),
        ]
        for (frame, error) in frames {
            #expect(channel.receive(frame) == Received(disposition: .rejected(error), changes: []))
        }
        #expect(channel.events == before)
        #expect(channel.version == #""5""#)
        #expect(channel.counters == ["framesApplied": 1, "recordsApplied": 1, "framesRejected": 5])
    }

    /// EM-F1.
    @Test(arguments: Subject.allCases)
    func invalidUTF8RejectsTheFrame(subject: Subject) {
        let channel = subject.makeChannel()
        let start = #"{"messageType":"INITIAL_DUMP","records":[{"_type":"SPORT","id":"1","a":""#
        let received = channel.receive(Array(start.utf8) + [0xC3, 0x28] + Array(#""}]}"#.utf8))
        let error = FrameError(reason: .utf8, offset: start.utf8.count)
        #expect(received.disposition == .rejected(error))
        #expect(channel.counters == ["framesRejected": 1])
    }

    @Test(arguments: Subject.allCases)
    func legalityComesBeforeTheVersion(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(version: "5")
        let error = FrameError(reason: .records, offset: 0)
        let received = channel.receive(#"{"version":"1","messageType":"UPDATE"}"#)
        #expect(received.disposition == .rejected(error))
        #expect(channel.counters == ["framesApplied": 1, "framesRejected": 1])
    }

    @Test(arguments: Subject.allCases)
    func rejectedFrameIsNeverHeld(subject: Subject) {
        let channel = subject.makeChannel()
        channel.receive(#"{"messageType":"UPDATE","records":[}"#)
        channel.dump()
        #expect(channel.counters == ["framesApplied": 1, "framesRejected": 1])
    }

    // MARK: EM-D1, EM-D2: before the first dump

    /// EM-D2.
    @Test(arguments: Subject.allCases)
    func updatesBeforeTheFirstDumpAreHeldAndThenApplied(subject: Subject) {
        let channel = subject.makeChannel()
        let held = channel.update(version: "6", change("MATCH", "1", #""name":"B""#), "7")
        #expect(held == Received(disposition: .held, changes: []))
        channel.update(version: "4", change("MATCH", "1", #""name":"stale""#))
        channel.update(change("MATCH", "1", #""shortName":"b""#), create("MATCH", "2"))
        channel.update(version: "5", delete("MATCH", "1"))
        #expect(channel.counters == ["framesHeld": 4])
        #expect(channel.events == "[]")
        #expect(channel.version == "null")

        let dumped = channel.dump(version: "5", entity("MATCH", "1", #""name":"A""#))
        #expect(dumped.disposition == .applied)
        #expect(
            dumped.changes.map(\.notation) == [
                ["+MATCH 1"], ["~MATCH 1 name"], ["+MATCH 2", "~MATCH 1 shortName"],
            ])
        #expect(dumped.changes.map(\.isReset) == [true, false, false])
        #expect(channel.outline == "1 2")
        #expect(channel.version == #""6""#)
        // The third was older than the dump, the last older than the first.
        #expect(
            channel.counters == [
                "framesApplied": 3, "framesStale": 2, "recordsApplied": 4, "recordsRejected": 1,
            ])
    }

    @Test(arguments: Subject.allCases)
    func updatesAfterTheFirstDumpAreNotHeld(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump()
        #expect(channel.update(create("MATCH", "1")).disposition == .applied)
        #expect(channel.outline == "1")
    }

    @Test(arguments: Subject.allCases)
    func dumpOfUnreadableRecordsReleasesHeldFramesToo(subject: Subject) {
        let channel = subject.makeChannel()
        channel.update(create("MATCH", "1"))
        channel.dump("null", "{}")
        #expect(channel.outline == "1")
        #expect(
            channel.counters == ["framesApplied": 2, "recordsApplied": 1, "recordsRejected": 2])
    }

    @Test(arguments: Subject.allCases)
    func onlyTheFirstDumpReleasesHeldFrames(subject: Subject) {
        let channel = subject.makeChannel()
        channel.update(create("MATCH", "1"))
        channel.dump()
        channel.dump()
        #expect(channel.outline == "")
        #expect(channel.counters == ["framesApplied": 3, "recordsApplied": 1])
    }

    @Test(arguments: Subject.allCases)
    func ofMoreThan1024HeldFramesTheOldestAreDropped(subject: Subject) {
        let channel = subject.makeChannel()
        for index in 0..<1_030 { channel.update(create("SPORT", "\(index)")) }
        #expect(channel.counters == ["framesHeld": 1_024, "framesHeldDropped": 6])
        channel.dump()
        let expected = (6..<1_030).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        #expect(channel.references("SPORT") == "[\(expected)]")
        #expect(
            channel.counters == [
                "framesApplied": 1_025, "framesHeldDropped": 6, "recordsApplied": 1_024,
            ])
    }

    /// The strategies alone: the parser reads white space fast.
    @Test(arguments: Subject.strategies)
    func ofMoreThan64MebibytesOfHeldTextTheOldestIsDropped(subject: Subject) {
        let channel = subject.makeChannel()
        func hold(_ id: String, byteCount: Int) {
            let frame = #"{"messageType":"UPDATE","records":[\#(create("MATCH", id))]}"#
            let padding = [UInt8](repeating: 0x20, count: byteCount - frame.utf8.count)
            channel.receive(Array(frame.utf8) + padding)
        }
        let mebibyte = 1024 * 1024
        hold("1", byteCount: 1_000)
        hold("2", byteCount: 24 * mebibyte)
        hold("3", byteCount: 40 * mebibyte - 1_000)
        #expect(channel.counters == ["framesHeld": 3])
        hold("4", byteCount: 1_000)
        #expect(channel.counters == ["framesHeld": 3, "framesHeldDropped": 1])
        hold("5", byteCount: 1_000)
        #expect(channel.counters == ["framesHeld": 3, "framesHeldDropped": 2])
        channel.dump()
        #expect(channel.outline == "3 4 5")
    }

    // MARK: EM-V2 to EM-V5: versions

    /// EM-V3.
    @Test(arguments: Subject.allCases)
    func olderUpdateIsDroppedAndItsRecordsAreNotLookedAt(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(version: "100", entity("MATCH", "1"))
        let stale = channel.update(
            version: "99", delete("MATCH", "1"), "null", delete("MATCH", "9"))
        #expect(stale == Received(disposition: .stale, changes: []))
        #expect(channel.outline == "1")
        #expect(channel.version == #""100""#)
        #expect(channel.counters == ["framesApplied": 1, "framesStale": 1, "recordsApplied": 1])
    }

    /// EM-V4.
    @Test(arguments: Subject.allCases)
    func equalOrNewerUpdateAppliesAndSetsTheVersion(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(version: "100")
        #expect(channel.update(version: "0100").disposition == .applied)
        #expect(channel.version == #""0100""#)
        #expect(channel.update(version: "101").disposition == .applied)
        #expect(channel.version == #""101""#)
        #expect(channel.update(version: "100").disposition == .stale)
    }

    /// EM-V2.
    @Test(arguments: Subject.allCases)
    func versionsCompareAsNumbers(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(version: "9")
        #expect(channel.update(version: "10").disposition == .applied)
        #expect(channel.update(version: "0000000000000000009").disposition == .stale)
        // Beyond the range of a signed integer, and of a double's precision.
        #expect(channel.update(version: "9999999999999999999").disposition == .applied)
        #expect(channel.update(version: "9999999999999999998").disposition == .stale)
        #expect(channel.version == #""9999999999999999999""#)
    }

    @Test(arguments: Subject.allCases)
    func integerVersionMeansItsDecimalText(subject: Subject) {
        let channel = subject.makeChannel()
        channel.receive(#"{"version":7,"messageType":"INITIAL_DUMP","records":[]}"#)
        #expect(channel.version == #""7""#)
        #expect(channel.update(version: "6").disposition == .stale)
    }

    /// EM-V5.
    @Test(
        arguments: Subject.allCases,
        [#""x""#, #""""#, "null", "-1", "8.0", "true", #""00000000000000000008""#, "[8]"])
    func frameWithoutAReadableVersionAppliesAndLeavesTheVersion(subject: Subject, version: String) {
        let channel = subject.makeChannel()
        channel.dump(version: "7")
        let frame =
            #"{"version":\#(version),"messageType":"UPDATE","records":[\#(create("MATCH", "1"))]}"#
        #expect(channel.receive(frame).disposition == .applied)
        #expect(channel.version == #""7""#)
        #expect(channel.outline == "1")
    }

    /// EM-D3.
    @Test(arguments: Subject.allCases)
    func dumpWithoutAReadableVersionLeavesNone(subject: Subject) {
        let channel = subject.makeChannel()
        channel.dump(version: "7")
        channel.dump()
        #expect(channel.version == "null")
        #expect(channel.update(version: "1").disposition == .applied)
        #expect(channel.version == #""1""#)
        #expect(channel.update(version: "0").disposition == .stale)
    }

    // MARK: EM-F6: channels

    @Test(arguments: Subject.allCases)
    func channelsShareNothing(subject: Subject) {
        let (one, other) = (subject.makeChannel(), subject.makeChannel())
        one.dump(version: "9", entity("MATCH", "1"))
        #expect(other.update(version: "1", delete("MATCH", "1")).disposition == .held)
        other.dump(version: "1")
        one.update(version: "9", change("MATCH", "1", #""name":"A""#))
        #expect(one.outline == "1")
        #expect(other.outline == "")
        #expect(other.counters == ["framesApplied": 2, "orphanDeletes": 1])
    }
}

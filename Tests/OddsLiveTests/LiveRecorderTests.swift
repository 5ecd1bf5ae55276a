import OddsLedger
import OddsModel
import Testing

@testable import OddsClient
@testable import OddsLive

/// A mailbox and the recorder together, as in a run.
@Suite struct LiveRecorderTests {
    @Test("Every frame that a full mailbox dropped is noted when the reader comes")
    func overflow() throws {
        let mailbox = ChangeMailbox()
        let recorder = LiveRecorder()
        recorder.begin(start: 0)
        for version in UInt64(1)...400 {
            var trace = FrameTrace(isOn: true, intended: 1)
            trace.mark(.decode)
            trace.mark(.apply)
            trace.noteUpdate(version: version)
            #expect(mailbox.put(ChangeSet(), trace))
        }
        let now = FrameTrace.now
        recorder.note(channel: 0, try #require(mailbox.take()), now: now)
        #expect(recorder.sightByteCount > 0)
        let notes = recorder.end()
        #expect(notes.response.count == 400 && notes.service.count == 400)
        #expect(
            notes.sights.sights(channels: 1)[0]
                == (1...400).map {
                    Sight($0 <= 256 ? .droppedFrame : .frame, version: $0, time: now)
                })
    }

    @Test("A dump supersedes what it has, and not what the frames that it released have")
    func releasingDump() throws {
        let mailbox = ChangeMailbox()
        let recorder = LiveRecorder()
        recorder.begin(start: 0)
        var trace = FrameTrace(isOn: true, intended: nil)
        trace.mark(.decode)
        trace.mark(.apply)
        trace.noteDump(version: 10, releasedVersions: [12])
        #expect(mailbox.put(ChangeSet(), trace))
        let now = FrameTrace.now
        recorder.note(channel: 0, try #require(mailbox.take()), now: now)
        #expect(
            recorder.end().sights.sights(channels: 1)[0]
                == [Sight(.dump, version: 10, time: now), Sight(.frame, version: 12, time: now)])
    }
}

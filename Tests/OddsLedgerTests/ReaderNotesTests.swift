import OddsLedger
import Testing

@Suite struct ReaderNotesTests {
    private static func frame(_ version: UInt64) -> SeenFrame {
        SeenFrame(intended: 0, received: 1, decoded: 1, applied: 1, version: version)
    }

    @Test("Frames whose changes a mailbox dropped are noted as such")
    func dropped() {
        var notes = ReaderNotes()
        notes.note(
            channel: 1, [Self.frame(7), Self.frame(8)], droppedCount: 1, now: 9, from: 0)
        #expect(
            notes.sights.sights(channels: 2)
                == [
                    [],
                    [
                        Sight(.droppedFrame, version: 7, time: 9),
                        Sight(.frame, version: 8, time: 9),
                    ],
                ])
        #expect(notes.response.count == 2)
    }

    @Test("A dump is noted at its own version, and what it released frame by frame")
    func releasingDump() {
        var dump = Self.frame(10)
        dump.isDump = true
        dump.releasedVersions = [12, 13]
        var notes = ReaderNotes()
        notes.note(channel: 0, [dump], droppedCount: 0, now: 50, from: 0)
        let sights = notes.sights.sights(channels: 1)[0]
        // Version 11 was damaged: no state has it yet.
        let frames = (10...13).map { LedgerFrame(records: 1, version: $0, due: $0) }
        #expect(
            ChannelJoin(frames, sights, until: 100).fates
                == [.seen(at: 50), .unseen, .seen(at: 50), .seen(at: 50)])
    }

    @Test("What readers saw takes no memory for each channel, and all it takes is known")
    func memory() {
        var log = SightLog()
        #expect(log.byteCount == 0)
        for number in 0..<10_000 {
            log.append(Sight(.frame, version: UInt64(number), time: 1), channel: number % 100)
            #expect(log.byteCount >= (number + 1) * 24)
        }
        #expect(log.byteCount < 10_000 * 24 + 64 << 10)
        let sights = log.sights(channels: 100)
        for channel in 0..<100 {
            #expect(
                sights[channel].map(\.version)
                    == stride(from: channel, to: 10_000, by: 100).map(UInt64.init))
        }
    }
}

import OddsLedger
import Testing

@Suite struct ChannelJoinTests {
    /// Frames with these versions, due one nanosecond after the other.
    private static func schedule(_ versions: [UInt64], epoch: UInt32 = 0) -> [LedgerFrame] {
        versions.enumerated().map {
            LedgerFrame(epoch: epoch, records: 1, version: $1, due: UInt64($0))
        }
    }

    private static func fates(
        _ frames: [LedgerFrame], _ sights: [Sight], until close: UInt64 = 1_000
    ) -> [ChannelJoin.Fate] {
        ChannelJoin(frames, sights, until: close).fates
    }

    @Test("A frame is seen when a reader has its changes")
    func seen() {
        let sights = [
            Sight(.frame, version: 1, time: 10), Sight(.frame, version: 2, time: 20),
        ]
        #expect(Self.fates(Self.schedule([1, 2]), sights) == [.seen(at: 10), .seen(at: 20)])
    }

    @Test("A later frame does not supersede one that was lost, but a dump does")
    func lostFrame() {
        let frames = Self.schedule([1, 2, 3])
        let later = Sight(.frame, version: 3, time: 30)
        #expect(Self.fates(frames, [later]) == [.unseen, .unseen, .seen(at: 30)])
        let dump = Sight(.dump, version: 9, time: 40)
        #expect(
            Self.fates(frames, [later, dump])
                == [.superseded(at: 40), .superseded(at: 40), .seen(at: 30)])
    }

    @Test("A dump supersedes the frames up to its version and no others")
    func dump() {
        let sights = [
            Sight(.dump, version: 2, time: 20), Sight(.frame, version: 3, time: 30),
        ]
        #expect(
            Self.fates(Self.schedule([1, 3, 5]), sights)
                == [.superseded(at: 20), .seen(at: 30), .unseen])
    }

    @Test("A dump of the schedule itself is seen")
    func scheduledDump() {
        #expect(
            Self.fates(Self.schedule([1, 2]), [Sight(.dump, version: 2, time: 20)])
                == [.superseded(at: 20), .seen(at: 20)])
    }

    @Test("A frame whose changes the mailbox dropped is superseded by the complete reading")
    func droppedChanges() {
        let sights = [
            Sight(.droppedFrame, version: 1, time: 20), Sight(.frame, version: 2, time: 20),
        ]
        #expect(Self.fates(Self.schedule([1, 2]), sights) == [.superseded(at: 20), .seen(at: 20)])
    }

    @Test("What is seen after the close does not count")
    func close() {
        let sights = [
            Sight(.frame, version: 1, time: 10), Sight(.frame, version: 2, time: 11),
        ]
        #expect(Self.fates(Self.schedule([1, 2]), sights, until: 10) == [.seen(at: 10), .unseen])
    }

    @Test("Frames of the same version are seen one by one")
    func sameVersion() {
        let sights = [
            Sight(.frame, version: 1, time: 10), Sight(.frame, version: 1, time: 20),
        ]
        #expect(
            Self.fates(Self.schedule([1, 1, 1]), sights)
                == [.seen(at: 10), .seen(at: 20), .unseen])
    }

    @Test("A repeated frame counts once, and one out of order when it is superseded")
    func repeatedAndReordered() {
        let sights = [
            Sight(.frame, version: 1, time: 10), Sight(.frame, version: 1, time: 11),
            Sight(.frame, version: 3, time: 20), Sight(.dump, version: 4, time: 30),
        ]
        #expect(
            Self.fates(Self.schedule([1, 2, 3]), sights)
                == [.seen(at: 10), .superseded(at: 30), .seen(at: 20)])
    }

    @Test("A dump supersedes no frame that was not handed over yet, whatever its version")
    func notDueYet() {
        let frames = [
            LedgerFrame(records: 1, version: 5, due: 10),
            LedgerFrame(records: 1, version: 5, due: 20, delay: 20),
            LedgerFrame(records: 1, version: 5, due: 50),
        ]
        let dump = Sight(.dump, version: 5, time: 30)
        #expect(Self.fates(frames, [dump]) == [.seen(at: 30), .unseen, .unseen])
        let later = [dump, Sight(.frame, version: 5, time: 45)]
        #expect(Self.fates(frames, later) == [.seen(at: 30), .seen(at: 45), .unseen])
    }

    @Test("A frame with a dump's version that comes after the dump counts from then")
    func doubtfulDump() {
        let frames = [
            LedgerFrame(records: 1, version: 5, due: 10),
            LedgerFrame(records: 1, version: 5, due: 20),
        ]
        let dump = Sight(.dump, version: 5, time: 30)
        #expect(Self.fates(frames, [dump]) == [.seen(at: 30), .seen(at: 30)])
        let frame = Sight(.frame, version: 5, time: 40)
        #expect(Self.fates(frames, [dump, frame]) == [.seen(at: 30), .seen(at: 40)])
        #expect(Self.fates(frames, [dump, dump, frame, frame])[0] == .seen(at: 30))
    }

    @Test("A dump after a restart supersedes the frames before it, in spite of its lower version")
    func restart() {
        let frames = Self.schedule([100, 101]) + Self.schedule([10, 12], epoch: 1)
        let sights = [
            Sight(.frame, version: 100, time: 1), Sight(.dump, version: 11, time: 20),
            Sight(.frame, version: 12, time: 30),
        ]
        #expect(
            Self.fates(frames, sights)
                == [.seen(at: 1), .superseded(at: 20), .superseded(at: 20), .seen(at: 30)])
        let late = Sight(.frame, version: 101, time: 40)
        #expect(Self.fates(frames, sights + [late])[1] == .superseded(at: 20))
    }

    @Test("Versions that two epochs share are ambiguous")
    func ambiguity() {
        let apart = Self.schedule([20, 30]) + Self.schedule([10, 19], epoch: 1)
        #expect(!ChannelJoin(apart, [], until: 9).isAmbiguous)
        let shared = Self.schedule([20, 30]) + Self.schedule([10, 20], epoch: 1)
        #expect(ChannelJoin(shared, [], until: 9).isAmbiguous)
    }
}

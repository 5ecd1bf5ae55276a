import OddsLedger
import Testing

@Suite struct LiveAccountTests {
    private static let frames = [
        LedgerFrame(records: 1, version: 10, due: 90, delay: 1),
        LedgerFrame(records: 2, version: 20, due: 100, delay: 5),
        LedgerFrame(records: 4, version: 30, due: 150, delay: 30),
        LedgerFrame(records: 8, version: 40, due: 190, delay: 60),
        LedgerFrame(records: 16, version: 50, due: 200, delay: 0),
    ]

    @Test("All frames due within the window are offered, and each is seen, superseded or unseen")
    func amounts() {
        var account = LiveAccount(window: 100..<200)
        account.add(Self.frames, [
            Sight(.frame, version: 20, time: 120), Sight(.dump, version: 35, time: 180),
            Sight(.frame, version: 40, time: 201), Sight(.frame, version: 50, time: 210),
        ])
        #expect(account.offered.frames == 3 && account.offered.records == 14)
        #expect(account.seen.records == 2)
        #expect(account.superseded.records == 4)
        #expect(account.unseen.records == 8)
        #expect(account.response.count == 3 && account.response.max == 30)
        #expect(account.lateness.max == 60)
    }

    @Test("A channel that nobody was connected to counts in full, with the age of its frames")
    func disconnected() {
        var account = LiveAccount(window: 100..<200)
        account.add(Self.frames, [])
        #expect(account.unseen == account.offered && account.offered.frames == 3)
        #expect(account.response.max == 100)
    }

    @Test("Accounts of several machines add up to the one of all their channels")
    func merged() {
        let sights = [
            Sight(.frame, version: 20, time: 120), Sight(.dump, version: 35, time: 180),
        ]
        var whole = LiveAccount(window: 100..<200)
        whole.add(Self.frames, sights)
        whole.add(Self.frames, [])
        var first = LiveAccount(window: 100..<200)
        first.add(Self.frames, sights)
        var second = LiveAccount(window: 100..<200)
        second.add(Self.frames, [])
        let again = LiveAccount(
            window: second.window,
            amounts: (second.offered, second.seen, second.superseded, second.unseen),
            times: (second.response, second.upperResponse, second.undelayed, second.lateness),
            isAmbiguous: true)
        first.merge(again)
        #expect(first.offered == whole.offered && first.seen == whole.seen)
        #expect(first.superseded == whole.superseded && first.unseen == whole.unseen)
        #expect(first.response.encoded() == whole.response.encoded())
        #expect(first.undelayed.encoded() == whole.undelayed.encoded())
        #expect(first.lateness.encoded() == whole.lateness.encoded())
        #expect(first.lowerBoundFrom == whole.lowerBoundFrom)
        #expect(first.isAmbiguous && !whole.isAmbiguous)
    }

    @Test("The undelayed response time leaves out the generator's delay of each frame")
    func undelayed() {
        var account = LiveAccount(window: 140..<190)
        account.add(Self.frames, [Sight(.frame, version: 30, time: 190)])
        #expect(account.response.max == 40 && account.undelayed.max == 10)
        var late = LiveAccount(window: 190..<200)
        // Not handed over before the close: none of its age is the clients'.
        late.add(Self.frames, [])
        #expect(late.response.max == 10 && late.undelayed.max == 0)
    }

    @Test("Response times of a series belong to the interval in which frames were due")
    func intervals() {
        var account = LiveAccount(window: 0..<300, intervalEnds: [100, 200])
        account.add(Self.frames, [Sight(.dump, version: 60, time: 250)])
        #expect(account.intervals == [[160], [150, 100, 60, 50]])
    }
}

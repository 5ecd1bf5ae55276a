import OddsLedger
import Testing

@Suite struct FrameLedgerTests {
    private static func frames(_ ledger: FrameLedger) throws -> [LedgerFrame] {
        Array(try #require(ledger.frames(of: "a")))
    }

    @Test("A frame's delay counts from when it was due to when it was handed over")
    func delay() throws {
        var ledger = FrameLedger(topics: ["a", "b"])
        ledger.note(topic: 0, version: 1, records: 7, due: 100)
        ledger.note(topic: 1, version: 1, records: 2, due: 100)
        ledger.note(topic: 0, version: 2, records: 3, due: 150)
        ledger.handOver(at: 180)
        ledger.note(topic: 0, version: 3, records: 1, due: 200)
        ledger.handOver(at: 200)
        #expect(try Self.frames(ledger) == [
            LedgerFrame(records: 7, version: 1, due: 100, delay: 80),
            LedgerFrame(records: 3, version: 2, due: 150, delay: 30),
            LedgerFrame(records: 1, version: 3, due: 200, delay: 0),
        ])
        #expect(ledger.frames(of: "b")?.map(\.delay) == [80])
        #expect(ledger.frames(of: "c").map { Array($0) } == nil)
    }

    @Test("A frame without records is not offered, nor one older than the state, which is counted")
    func notOffered() throws {
        var ledger = FrameLedger(topics: ["a"])
        for (version, records) in [(5, 1), (6, 0), (4, 1), (5, 2)] as [(UInt64, Int)] {
            ledger.note(topic: 0, version: version, records: records, due: 0)
        }
        #expect(try Self.frames(ledger).map(\.version) == [5, 5])
        #expect(ledger.staleCount == 1)
    }

    @Test("A frame without a readable version has that of the state")
    func unreadableVersion() throws {
        var ledger = FrameLedger(topics: ["a"])
        ledger.note(topic: 0, version: 5, records: 1, due: 0)
        ledger.note(topic: 0, version: nil, records: 1, due: 1)
        #expect(try Self.frames(ledger).map(\.version) == [5, 5])
    }

    @Test("All frames of a long schedule are there, with their delays, in order")
    func longSchedule() throws {
        var ledger = FrameLedger(topics: ["a"])
        for number in 0..<10_000 as Range<UInt64> {
            ledger.note(topic: 0, version: number, records: 1, due: number)
            if number % 3 == 0 { ledger.handOver(at: number) }
        }
        let frames = try Self.frames(ledger)
        #expect(frames.map(\.version) == Array(0..<10_000))
        #expect(frames.prefix(9_999).map(\.delay) == (0..<9_999).map { (9_999 - $0) % 3 })
    }

    @Test("Lower versions follow a restart")
    func restart() throws {
        var ledger = FrameLedger(topics: ["a"])
        ledger.note(topic: 0, version: 5, records: 1, due: 0)
        ledger.restart()
        ledger.note(topic: 0, version: 2, records: 1, due: 1)
        #expect(try Self.frames(ledger).map(\.epoch) == [0, 1])
        #expect(ledger.staleCount == 0)
    }

    @Test("Beyond its bound the ledger says that it is full")
    func bound() throws {
        var ledger = FrameLedger(topics: ["a"], frameCountMax: 2)
        for version in 1...2 as ClosedRange<UInt64> {
            ledger.note(topic: 0, version: version, records: 1, due: 0)
        }
        #expect(!ledger.isFull)
        ledger.note(topic: 0, version: 3, records: 1, due: 0)
        #expect(ledger.isFull && ledger.frameCount == 2)
        #expect(LedgerProgress(ledger, coversUntil: 9).isFull)
    }

    @Test("The text of a ledger reads back the same")
    func text() throws {
        let frames = [
            LedgerFrame(epoch: 3, records: 7, version: .max, due: 12, delay: 0),
            LedgerFrame(records: 0, version: 0, due: .max, delay: 10),
        ]
        #expect(try LedgerText.decode(LedgerText.encode(frames)) == frames)
        #expect(try LedgerText.decode(LedgerText.encode([])) == [])
    }

    @Test("A damaged ledger is refused with its line", arguments: [
        ("", 1), ("epoch\n", 1), ("1,2,3,4\n", 2), ("1,2,3,4,5", 2), ("1,2,,4,5\n", 2),
        ("1,2,3,4,5\n1,2,3,4,-5\n", 3), ("1,2,3,4,18446744073709551616\n", 2),
        ("1,2,3,4,5,6\n", 2),
    ])
    func damagedText(rows: String, line: Int) {
        let header = line == 1 ? "" : "epoch,version,due,delay,records\n"
        #expect(throws: LedgerTextError(line: line)) {
            try LedgerText.decode((header + rows).utf8)
        }
    }
}

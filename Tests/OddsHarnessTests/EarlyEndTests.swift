import Foundation
import OddsResults
import Testing

@testable import OddsHarness

/// Runs that somebody ends before their schedule.
@Suite struct EarlyEndTests {
    @Test func windowClosesWithTheLastFrame() {
        let run = VirtualRun(duration: 10_000)
        var source = TicketList(
            run.evenTickets(every: 100), clock: run.clock, countUntilEnd: 31)
        var server = TimedServer(clock: run.clock) { _ in 10 }
        var observer = NoObserver()
        let record = OpenLoop(clock: run.clock, window: run.window).run(
            &source, on: &server, observer: &observer)
        #expect(record.hasEndedEarly)
        #expect(record.responseTime.count == 31)
        #expect(record.openNanoseconds == 3_010, "the frame due at 3,000 took 10")
        #expect(record.unserved.frames == 0, "no frame was owed")
    }

    /// The window is not open yet, and no duration is negative.
    @Test func endInTheWarmupMeasuresNothing() {
        let run = VirtualRun(warmup: 5_000, duration: 10_000)
        var source = TicketList(
            run.evenTickets(every: 100), clock: run.clock, countUntilEnd: 7)
        var server = TimedServer(clock: run.clock) { _ in 10 }
        var observer = NoObserver()
        let record = OpenLoop(clock: run.clock, window: run.window).run(
            &source, on: &server, observer: &observer)
        #expect(record.hasEndedEarly)
        #expect(record.responseTime.count == 0)
        #expect(record.openNanoseconds == 1)
    }

    @Test func ringEndsUponRequest() throws {
        let monitor = try FrameRingMonitor(byteCount: FrameRing.headerBytes + 4096)
        var writer = FrameRingWriter(
            try SharedMapping(fileDescriptor: dup(monitor.fileDescriptor)))
        var reader = FrameRingReader(
            try SharedMapping(fileDescriptor: dup(monitor.fileDescriptor)),
            feed: FeedChannels(["a"]))
        for number in 0..<4 {
            let ticket = FrameTicket(intendedNanoseconds: UInt64(number), updateCount: 1)
            let frame = Array("frame".utf8)
            #expect(try frame.withUnsafeBytes { try writer.append($0, ticket: ticket) })
        }
        #expect(reader.next() != nil)
        #expect(!monitor.hasEndedEarly && !reader.hasEndedEarly)
        monitor.requestEnd()
        #expect(reader.next() == nil)
        #expect(monitor.hasEndedEarly && reader.hasEndedEarly)
        reader.waitUntilPrimed()
    }
}

@Suite struct IntervalBoardTests {
    private func sample(_ number: Int) -> (SeriesSample, IntervalRecord) {
        var record = IntervalRecord()
        record.nanoseconds = 1_000_000
        record.updates = UInt64(7 * number)
        for _ in 0..<10 { record.responseTime.record(UInt64(100 + number)) }
        let sample = SeriesSample(
            atNanoseconds: UInt64(number + 1) * 1_000_000, responseTime: record.responseTime,
            residentBytes: number, allocatedBytes: nil)
        return (sample, record)
    }

    /// A reader takes what is new; one that is late has the latest, and no slot that may
    /// be being written.
    @Test func latestIntervalsAreThere() throws {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: IntervalBoard.byteCount, alignment: 128)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: IntervalBoard.byteCount)
        defer { memory.deallocate() }
        #expect(8 * 128 + IntervalBoard.byteCount <= FrameRing.headerBytes)
        let board = IntervalBoard(memory)
        #expect(board.intervals(from: 0).isEmpty)
        for number in 0..<3 {
            let (sample, record) = sample(number)
            board.show(sample, of: record)
        }
        let intervals = board.intervals(from: 1)
        #expect(intervals.map(\.number) == [1, 2])
        let interval = try #require(intervals.last)
        #expect(interval.atNanoseconds == 3_000_000)
        #expect(interval.frames == 10)
        #expect(interval.updates == 14)
        #expect(interval.seconds == 0.001)
        #expect(interval.responseP50 == 102)
        #expect(interval.responseP99 == nil, "too few frames")
        #expect(interval.residentBytes == 2)
        #expect(interval.allocatedBytes == nil)
        for number in 3..<40 {
            let (sample, record) = sample(number)
            board.show(sample, of: record)
        }
        #expect(board.intervals(from: 3).map(\.number) == Array(25..<40))
        #expect(board.intervals(from: 40).isEmpty)
    }
}

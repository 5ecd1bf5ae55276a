import OddsFixtures
import OddsReconstruction
import Synchronization
import Testing

@testable import OddsHarness

/// Frames of which some are not there yet when they are asked for.
private struct LateFrames: ProducedFrames, ~Copyable {
    let texts: [String]
    /// The positions of the frames that have to be waited for.
    var late: Set<Int>
    let counter: CountingProbe
    private var position = 0
    private var held: UnsafeMutableRawBufferPointer?

    init(_ texts: [String], late: Set<Int>, counter: CountingProbe) {
        self.texts = texts
        self.late = late
        self.counter = counter
    }

    mutating func isReady() -> Bool { !late.contains(position) }

    mutating func waitUntilReady() {
        counter.noteWait()
        late.remove(position)
    }

    mutating func next() -> ScheduledFrame? {
        if !isReady() { waitUntilReady() }
        guard position < texts.count else { return nil }
        let bytes = Array(texts[position].utf8)
        let frame = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        frame.copyBytes(from: bytes)
        held = frame
        let ticket = FrameTicket(
            intendedNanoseconds: UInt64(position) * 10, updateCount: position == 0 ? 0 : 1,
            isPreload: position == 0)
        position += 1
        return ScheduledFrame(ticket: ticket, bytes: UnsafeRawBufferPointer(frame))
    }

    mutating func release() {
        held?.deallocate()
        held = nil
    }

    deinit { held?.deallocate() }

    var waitCount: Int { 0 }
    var channelNames: [String] { ["test"] }
    var mappedBytes: Int { 0 }
}

/// Stands in for the processor's counter, and knows whether it runs.
private final class CountingProbe: Sendable {
    private struct State {
        var isRunning = false
        var partCount = 0
        var waitsWhileRunning = 0
        var waits = 0
    }

    private let state = Mutex(State())
    /// The number of the part that cannot be counted, from 1.
    private let failingPart: Int?

    init(failingPart: Int? = nil) { self.failingPart = failingPart }

    func count(_ work: () -> Void) -> UInt64? {
        let part = state.withLock {
            $0.isRunning = true
            $0.partCount += 1
            return $0.partCount
        }
        work()
        state.withLock { $0.isRunning = false }
        return part == failingPart ? nil : 1_000
    }

    func noteWait() {
        state.withLock {
            $0.waits += 1
            if $0.isRunning { $0.waitsWhileRunning += 1 }
        }
    }

    var waits: (all: Int, whileRunning: Int) {
        state.withLock { ($0.waits, $0.waitsWhileRunning) }
    }
}

/// What is counted as a strategy's instructions.
@Suite struct CountingRunTests {
    private let texts =
        [FeedText.dump(version: 1, offers: [("7", 2)])]
        + (2...7).map { FeedText.odds(version: $0, [("7", Double($0))]) }

    private func count(late: Set<Int>, _ probe: CountingProbe) -> CountedWork {
        var source = LateFrames(texts, late: late, counter: probe)
        let run = CountingRun(
            window: MeasurementWindow(warmupNanoseconds: 15, durationNanoseconds: 1_000),
            consumer: .page
        ) { probe.count($0) }
        return run.count(IncrementalGraph.self, on: &source)
    }

    @Test("The counter stands still while the producer is waited for")
    func waitingIsNotCounted() {
        let probe = CountingProbe()
        let work = count(late: [1, 3, 4, 6, 7], probe)
        #expect(probe.waits == (all: 5, whileRunning: 0))
        #expect(work.frames == 5)
        #expect(work.updates == 5)
        // From the frames 2, 3, 4 and 6 on.
        #expect(work.instructions == 4_000)
        let prompt = CountingProbe()
        #expect(count(late: [], prompt).digest == work.digest)
    }

    @Test("Work of which a part was not counted has no number")
    func partsAreNotTheWhole() {
        #expect(count(late: [4], CountingProbe()).instructions == 2_000)
        #expect(count(late: [4], CountingProbe(failingPart: 1)).instructions == 0)
        #expect(count(late: [4], CountingProbe(failingPart: 2)).instructions == 0)
    }
}

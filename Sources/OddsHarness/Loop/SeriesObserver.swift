import Dispatch
import Foundation
import OddsMeasurement
import OddsResults
import Synchronization

/// Records latency, memory and the machine's speed per interval, and the steps of a
/// ramp, in addition to the figures of `RunObserver`.
///
/// The measured thread only records each frame in histograms, which it hands
/// over at the end of the interval, and runs the reference loop while no frame
/// is due; another thread makes the samples.
@usableFromInline
struct SeriesObserver: LoopObserver {
    @usableFromInline private(set) var base: RunObserver
    private let interval: UInt64
    private let sampler: SeriesSampler
    private var current = IntervalRecord()
    private var ramp: RampRecord?
    private var opening: UInt64 = 0
    private var nextLoop = UInt64.max
    private var intervalEnd = UInt64.max
    @usableFromInline private(set) var samples: [SeriesSample] = []

    /// - Parameters:
    ///   - base: Records all else.
    ///   - interval: The length of an interval.
    ///   - board: Where intervals are shown; `nil` for nowhere.
    ///   - cores: The core that is measured on, and the others.
    ///   - ramp: The steps to record; `nil` for none.
    @usableFromInline
    init(
        _ base: RunObserver, interval: UInt64, board: IntervalBoard?, cores: CoreSession,
        ramp: RampRecord? = nil
    ) {
        precondition(interval > 0)
        self.base = base
        self.interval = interval
        self.ramp = ramp
        sampler = SeriesSampler(base, board: board, cores: cores)
    }

    @usableFromInline
    mutating func windowOpens(at opening: UInt64) {
        self.opening = opening
        intervalEnd = opening + interval
        nextLoop = opening
        base.windowOpens(at: opening)
    }

    @usableFromInline
    mutating func noteServed(
        updates: UInt32, responseNanoseconds: UInt64, serviceNanoseconds: UInt64, end: UInt64,
        undelayedStart: UInt64
    ) {
        if end >= intervalEnd { handOver(end) }
        current.updates += UInt64(updates)
        current.responseTime.record(responseNanoseconds)
        current.serviceTime.record(serviceNanoseconds)
        let opening = Int64(opening)
        ramp?.noteServed(
            updates: updates, due: Int64(end - responseNanoseconds) - opening,
            undelayedStart: Int64(undelayedStart) - opening, end: Int64(end) - opening,
            service: serviceNanoseconds)
    }

    @usableFromInline
    mutating func noteUnserved(updates: UInt32, due: Int64, age: UInt64, isOwed: Bool) {
        ramp?.noteUnserved(updates: updates, due: due, age: age, isOwed: isOwed)
    }

    /// The steps of the ramp; `nil` if there is none.
    ///
    /// - Parameter record: The measurements of the run.
    @usableFromInline
    func steps(_ record: LoopRecord) -> [RampStep]? {
        ramp?.steps(openNanoseconds: record.openNanoseconds)
    }

    /// The shortest wait in which the reference loop runs, in nanoseconds:
    /// several times as long as the loop on a slow machine.
    private static let loopWaitNanosecondsMin: UInt64 = 80_000

    @usableFromInline
    mutating func waits(from idleSince: UInt64, until deadline: UInt64) {
        guard idleSince >= nextLoop, deadline - idleSince >= Self.loopWaitNanosecondsMin else {
            return
        }
        current.runLoop()
        nextLoop = idleSince + interval / UInt64(IntervalRecord.loopCountMax)
    }

    /// The last interval ends with the window, and no frame comes after it that
    /// would hand it over.
    @usableFromInline
    mutating func windowCloses(at closing: UInt64) {
        // First, so that the figures of the run do not include the work.
        base.windowCloses(at: closing)
        if closing >= intervalEnd, !current.isEmpty { handOver(closing) }
    }

    /// Drops the last interval if it is incomplete: its sample would be smaller
    /// than the others.
    @usableFromInline
    mutating func ends() {
        samples = sampler.finish()
        base.ends()
    }

    private mutating func handOver(_ end: UInt64) {
        current.nanoseconds = interval
        current = sampler.take(current, at: intervalEnd - opening)
        while intervalEnd <= end { intervalEnd += interval }
    }
}

/// Turns the records of intervals into samples, on its own thread.
private final class SeriesSampler: Sendable {
    private struct State {
        var finished: [(record: IntervalRecord, at: UInt64)] = []
        /// Empty records, so that the measured thread allocates none.
        var spares = [IntervalRecord(), IntervalRecord()]
        var samples: [SeriesSample] = []
        var isEnding = false
    }

    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)
    private let isDone = DispatchSemaphore(value: 0)
    private let observer: RunObserver
    private let board: IntervalBoard?

    init(_ observer: RunObserver, board: IntervalBoard?, cores: CoreSession) {
        self.observer = observer
        self.board = board
        // Reserved beforehand, so that the samples do not look like a leak.
        state.withLock { $0.samples.reserveCapacity(1_000) }
        let thread = Thread { [self] in
            CoreAffinity.pin(to: cores.others)
            while sampleNext() {}
            isDone.signal()
        }
        thread.name = "series"
        thread.start()
    }

    /// Takes a full record and returns an empty one.
    func take(_ record: IntervalRecord, at nanoseconds: UInt64) -> IntervalRecord {
        let spare = state.withLock { state in
            state.finished.append((record, nanoseconds))
            return state.spares.popLast()
        }
        work.signal()
        return spare ?? IntervalRecord()
    }

    func finish() -> [SeriesSample] {
        state.withLock { $0.isEnding = true }
        work.signal()
        isDone.wait()
        return state.withLock { $0.samples }
    }

    /// Waits for a record; returns `false` after the last one.
    private func sampleNext() -> Bool {
        work.wait()
        let next = state.withLock { state in
            state.finished.isEmpty ? nil : state.finished.removeFirst()
        }
        guard let next else { return state.withLock { !$0.isEnding } }
        var record = next.record
        let sample = SeriesSample(
            atNanoseconds: next.at, responseTime: record.responseTime,
            serviceTime: record.serviceTime, referenceLoopNanoseconds: record.loopNanoseconds,
            residentBytes: observer.ownBytes(ProcessMemory.current()?.residentBytes),
            allocatedBytes: observer.heap?.statistics().allocatedBytes)
        board?.show(sample, of: record)
        record.reset()
        state.withLock { [record] state in
            state.samples.append(sample)
            state.spares.append(record)
        }
        return true
    }
}

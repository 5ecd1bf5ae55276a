import CLinux
import Foundation
import Synchronization

/// Measures what the machine itself does to a thread that does nothing, as
/// jHiccup does: a thread of its own sleeps for a millisecond, over and over,
/// and records how much later than possible it woke up.
///
/// The shortest time between two wake-ups counts as undisturbed, as every
/// wake-up takes that long. A stall longer than the interval also counts for
/// each wake-up that it skipped, with the rest of the stall at that time, so
/// that the stalled thread does not omit it (coordinated omission).
public final class JitterMonitor: Sendable {
    /// What the thread saw while it recorded.
    public struct Sample: Sendable {
        /// The delay of each wake-up beyond the least possible.
        public internal(set) var wakeDelay = LatencyHistogram()
        /// The thread's own processor time by the time that it took: the cost.
        public internal(set) var processorShare = 0.0
        /// The cores that it was kept on; empty where the system chose.
        public internal(set) var cores: [Int] = []

        /// A sample without any wake-up.
        public init() {}

        /// A sample that was taken elsewhere.
        package init(wakeDelay: LatencyHistogram, processorShare: Double) {
            self.wakeDelay = wakeDelay
            self.processorShare = processorShare
        }

        /// Adds the delays of another machine; the cost is the higher one.
        package mutating func merge(_ other: Sample) {
            wakeDelay.merge(other.wakeDelay)
            processorShare = Swift.max(processorShare, other.processorShare)
            cores = []
        }
    }

    /// How long the thread sleeps.
    public static let intervalNanoseconds: UInt64 = 1_000_000

    enum Phase: Int { case waiting, recording, stopped }

    private let phase = Atomic(Phase.waiting.rawValue)
    private let sample = Mutex<Sample?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// - Parameter cores: Where it is kept, if it can be.
    public init(cores: [Int]) {
        let thread = Thread { [self] in
            let isPinned = CoreAffinity.pin(to: cores)
            clinux_minimize_timer_slack()
            var sample = record()
            sample.cores = isPinned ? cores : []
            self.sample.withLock { $0 = sample }
            isDone.signal()
        }
        thread.name = "jitter"
        thread.start()
    }

    /// What was seen before this moment does not count.
    public func beginRecording() { phase.store(Phase.recording.rawValue, ordering: .relaxed) }

    /// What is seen from now on does not count.
    public func endRecording() { phase.store(Phase.stopped.rawValue, ordering: .relaxed) }

    /// Ends the thread and returns what it saw. Takes up to an interval.
    public func finish() -> Sample {
        endRecording()
        isDone.wait()
        return sample.withLock { $0 } ?? Sample()
    }

    /// Allocates only before and after the loop, so that the process's
    /// allocation counts are not disturbed.
    private func record() -> Sample {
        let clock = MonotonicClock()
        var wakeUps = WakeUps(startingAt: clock.now)
        var processor: UInt64?
        while true {
            var interval = timespec(tv_sec: 0, tv_nsec: Int(Self.intervalNanoseconds))
            nanosleep(&interval, nil)
            let now = clock.now
            let phase = Phase(rawValue: phase.load(ordering: .relaxed)) ?? .stopped
            wakeUps.note(now, phase)
            if phase == .recording { processor = processor ?? clock.processorNanoseconds }
            guard phase == .stopped else { continue }
            var sample = Sample()
            sample.wakeDelay = wakeUps.delays
            if let processor, let start = wakeUps.start, now > start {
                let used = clock.processorNanoseconds - processor
                sample.processorShare = Double(used) / Double(now - start)
            }
            return sample
        }
    }

    /// The wake-ups of the thread, which it notes one after the other.
    struct WakeUps {
        private(set) var delays = LatencyHistogram()
        /// The first wake-up that was recorded; `nil` before.
        private(set) var start: UInt64?
        private var shortest = UInt64.max
        private var last: UInt64

        init(startingAt now: UInt64) { last = now }

        /// Notes a wake-up. One that finds the recording stopped counts as well: after a stall
        /// of the whole process, whoever stops it may have been awake before this thread.
        mutating func note(_ now: UInt64, _ phase: Phase) {
            shortest = min(shortest, now - last)
            let delay = now - last - shortest
            last = now
            if start != nil {
                delays.record(delay, missedEvery: JitterMonitor.intervalNanoseconds)
            } else if phase == .recording {
                start = now
            }
        }
    }
}

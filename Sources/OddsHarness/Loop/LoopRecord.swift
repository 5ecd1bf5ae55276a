import OddsMeasurement

/// The measurements of one run of the loop.
///
/// The sample is every frame that was served while the window was open, and
/// every frame that was due but not served when it closed.
@usableFromInline
package struct LoopRecord: Sendable {
    /// From the intended time to the end of service. A frame that was not
    /// served counts from its intended time to the window's close, a lower
    /// bound.
    package var responseTime: LatencyHistogram { response.all }
    /// From the actual start to the end of service.
    @usableFromInline package var serviceTime: LatencyHistogram { service.all }
    /// The harness's own delay: from the moment at which the frame was due and
    /// the strategy idle, to its actual start.
    package var lateness: LatencyHistogram { latenessCounts.histogram }
    private var latenessCounts = LatencyCounts()
    /// The response time without the harness's delays; see `UndelayedSchedule`.
    /// The sample is the same. A frame that was never served counts with the
    /// mean service time if it would have been served.
    package var undelayedResponseTime: LatencyHistogram { response.allUndelayed }
    /// The service time less the time off the core.
    package var undelayedServiceTime: LatencyHistogram { service.allUndelayed }
    var response = LatencyPair()
    private(set) var service = LatencyPair()
    /// The sum of all delays beyond `HarnessLimits.coreCheckNanoseconds`. One
    /// such delay is one value of `lateness`, however many frames queued behind
    /// it.
    package internal(set) var delayedNanoseconds: UInt64 = 0
    /// The time off the core within services.
    package internal(set) var serviceLostNanoseconds: UInt64 = 0
    /// The longest wait of a frame behind earlier ones, without the harness's
    /// delays.
    package internal(set) var backlog = Backlog()
    /// Whether someone ended the run before its schedule.
    @usableFromInline var hasEndedEarly = false
    /// The unserved frames that would not have been served without the
    /// harness's delays either: those that the strategy owes.
    package internal(set) var owed = FrameCount()
    /// The staleness as seen by a reader at a fixed rate; see
    /// `StalenessSampler`.
    package var staleness: LatencyHistogram { stalenessSampler.histogram }
    private var stalenessSampler: StalenessSampler
    /// The staleness by time.
    var stalenessBlocks: LatencyBlocks { stalenessSampler.blocks }
    /// Response and service times by time.
    private(set) var blocks: RunBlocks
    /// Response times and rates over the window.
    package internal(set) var timeline: LatencyTimeline
    /// The longest delay of a frame that the producer had not written in time.
    package internal(set) var producerLatenessNanosecondsMax: UInt64 = 0
    /// The sum of all such delays. It includes the warm-up, whose backlog may
    /// still be served within the window.
    package internal(set) var producerWaitNanoseconds: UInt64 = 0
    /// The frames that were due within the window.
    package internal(set) var offered = FrameCount()
    /// The frames that were served while the window was open.
    package internal(set) var served = FrameCount()
    /// The frames that were due but not served when the window closed, and
    /// were absorbed afterwards.
    package internal(set) var unserved = FrameCount()
    /// How long the window was open: as planned, or until the end of the frame
    /// that was being served at that time.
    @usableFromInline package internal(set) var openNanoseconds: UInt64

    /// The memory that is resident from the start, outside the heap.
    static let byteCount =
        RunBlocks.byteCount + LatencyTimeline.byteCount + LatencyCounts.byteCount
        + 2 * LatencyPair.byteCount

    private let window: MeasurementWindow

    @usableFromInline
    init(window: MeasurementWindow) {
        self.window = window
        openNanoseconds = window.durationNanoseconds
        stalenessSampler = StalenessSampler(windowNanoseconds: window.durationNanoseconds)
        blocks = RunBlocks(windowNanoseconds: window.durationNanoseconds)
        timeline = LatencyTimeline(windowNanoseconds: window.durationNanoseconds)
    }

    /// A number of frames, and of the updates in them.
    package struct FrameCount: Equatable, Sendable {
        package internal(set) var frames = 0
        package internal(set) var updates = 0

        mutating func add(_ ticket: FrameTicket) {
            frames += 1
            updates += Int(ticket.updateCount)
        }
    }

    /// How old the oldest frame was that waited behind others.
    package struct Backlog: Equatable, Sendable {
        package internal(set) var nanoseconds: UInt64 = 0
        /// When that was, since the window opened.
        package internal(set) var atNanoseconds: UInt64 = 0

        mutating func note(_ age: UInt64, at nanoseconds: Int64) {
            guard age > self.nanoseconds else { return }
            self.nanoseconds = age
            atNanoseconds = UInt64(max(nanoseconds, 0))
        }
    }

    /// - Parameters:
    ///   - ticket: The frame that was served.
    ///   - times: When it was due, started and done.
    ///   - undelayed: When it would have been started and done.
    @usableFromInline
    mutating func note(
        _ ticket: FrameTicket, _ times: FrameTimes, undelayed: (start: UInt64, end: UInt64)
    ) {
        let (intended, end) = (times.intended, times.end)
        response.record(end - intended, undelayed: undelayed.end - intended)
        service.record(end - times.start, undelayed: undelayed.end - undelayed.start)
        serviceLostNanoseconds += times.lost
        noteLateness(times.start - max(intended, times.idleSince))
        stalenessSampler.noteVisible(intended: intended, at: end)
        served.add(ticket)
        let due = sinceOpening(ticket)
        timeline.recordLatency(end - intended, due: due, updates: ticket.updateCount)
        let served = due + Int64(end - intended)
        timeline.recordServed(at: served, updates: ticket.updateCount)
        blocks.note(response: end - intended, service: end - times.start, at: served)
        let wait = undelayed.start - intended
        backlog.note(wait, at: due + Int64(wait))
    }

    /// Records a delay of the harness. The last one may belong to a frame that
    /// was not started any more.
    @usableFromInline
    mutating func noteLateness(_ nanoseconds: UInt64) {
        latenessCounts.record(nanoseconds)
        if nanoseconds > HarnessLimits.coreCheckNanoseconds { delayedNanoseconds += nanoseconds }
    }

    /// Records that the loop had to wait for the producer.
    ///
    /// - Parameters:
    ///   - ready: When the frame could have been started.
    ///   - start: When it was started, or would have been but for the window's
    ///     close.
    @usableFromInline
    mutating func noteProducerWait(from ready: UInt64, until start: UInt64) {
        guard start > ready else { return }
        producerLatenessNanosecondsMax = max(producerLatenessNanosecondsMax, start - ready)
        producerWaitNanoseconds += start - ready
    }

    @usableFromInline
    mutating func noteOffered(_ ticket: FrameTicket) { offered.add(ticket) }

    @usableFromInline
    mutating func noteOpening(at opening: UInt64) { stalenessSampler.begin(at: opening) }

    /// - Parameters:
    ///   - openNanoseconds: How long the window was open.
    ///   - closing: When it closed.
    ///   - next: When the first unserved frame was due; `nil` if there is none.
    @usableFromInline
    mutating func noteClosing(openNanoseconds: UInt64, at closing: UInt64, next: UInt64?) {
        self.openNanoseconds = openNanoseconds
        stalenessSampler.end(at: closing, next: next)
    }

    /// - Parameters:
    ///   - ticket: The frame that was not served.
    ///   - undelayed: The run without the harness's delays so far, with its
    ///     times since the schedule's start.
    /// - Returns: What observers are told of it.
    @usableFromInline
    mutating func noteUnserved(
        _ ticket: FrameTicket, _ undelayed: inout UndelayedSchedule
    ) -> (due: Int64, age: UInt64, isOwed: Bool) {
        let intended = ticket.intendedNanoseconds
        let closed = window.warmupNanoseconds + openNanoseconds
        let age = closed - intended
        unserved.add(ticket)
        timeline.recordLatency(age, due: sinceOpening(ticket), updates: ticket.updateCount)
        let isOwed = max(intended, undelayed.idleSince) >= closed
        if !isOwed {
            let (_, end) = undelayed.serve(
                intended: intended, ownDelay: 0, work: undelayed.meanWorkNanoseconds)
            response.record(age, undelayed: end - intended)
        } else {
            response.record(age, undelayed: age)
            owed.add(ticket)
            backlog.note(age, at: Int64(openNanoseconds))
        }
        return (sinceOpening(ticket), age, isOwed)
    }

    /// When a frame was due, in nanoseconds since the window opened.
    private func sinceOpening(_ ticket: FrameTicket) -> Int64 {
        Int64(ticket.intendedNanoseconds) - Int64(window.warmupNanoseconds)
    }
}

/// The moments of a frame's service, in nanoseconds of the loop's clock.
@frozen @usableFromInline
struct FrameTimes {
    @usableFromInline let intended: UInt64
    /// When the frames before it were done.
    @usableFromInline let idleSince: UInt64
    @usableFromInline let start: UInt64
    @usableFromInline let end: UInt64
    /// How long the thread was off its core between `start` and `end`.
    @usableFromInline let lost: UInt64

    @inlinable
    init(intended: UInt64, idleSince: UInt64, start: UInt64, end: UInt64, lost: UInt64) {
        self.intended = intended
        self.idleSince = idleSince
        self.start = start
        self.end = end
        self.lost = lost
    }
}

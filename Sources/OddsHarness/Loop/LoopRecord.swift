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
    package internal(set) var responseTime = LatencyHistogram()
    /// From the actual start to the end of service.
    @usableFromInline package internal(set) var serviceTime = LatencyHistogram()
    /// The harness's own delay: from the moment at which the frame was due and
    /// the strategy idle, to its actual start.
    package internal(set) var lateness = LatencyHistogram()
    /// The sum of all delays beyond `HarnessLimits.latenessNanosecondsMax`. One
    /// such delay is one value of `lateness`, however many frames queued behind
    /// it.
    package internal(set) var stalledNanoseconds: UInt64 = 0
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

    @usableFromInline
    mutating func note(
        _ ticket: FrameTicket, intended: UInt64, idleSince: UInt64, start: UInt64, end: UInt64
    ) {
        let late = start - max(intended, idleSince)
        responseTime.record(end - intended)
        serviceTime.record(end - start)
        lateness.record(late)
        if late > HarnessLimits.latenessNanosecondsMax { stalledNanoseconds += late }
        stalenessSampler.noteVisible(intended: intended, at: end)
        served.add(ticket)
        let due = sinceOpening(ticket)
        timeline.recordLatency(end - intended, due: due, updates: ticket.updateCount)
        let served = due + Int64(end - intended)
        timeline.recordServed(at: served, updates: ticket.updateCount)
        blocks.note(response: end - intended, service: end - start, at: served)
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

    @usableFromInline
    mutating func noteUnserved(_ ticket: FrameTicket, ageNanoseconds: UInt64) {
        responseTime.record(ageNanoseconds)
        unserved.add(ticket)
        timeline.recordLatency(
            ageNanoseconds, due: sinceOpening(ticket), updates: ticket.updateCount)
    }

    /// When a frame was due, in nanoseconds since the window opened.
    private func sinceOpening(_ ticket: FrameTicket) -> Int64 {
        Int64(ticket.intendedNanoseconds) - Int64(window.warmupNanoseconds)
    }
}

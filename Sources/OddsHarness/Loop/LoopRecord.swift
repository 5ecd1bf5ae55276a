import OddsMeasurement

/// What the measured loop saw.
///
/// The sample is every frame that was served while the window was open, and
/// every frame still due when it closed.
public struct LoopRecord: Sendable {
    /// From the intended time to the end of service; for frames not served,
    /// from the intended time to the window's close, a lower bound.
    public internal(set) var responseTime = LatencyHistogram()
    /// From the actual start to the end of service.
    public internal(set) var serviceTime = LatencyHistogram()
    /// From the moment when the frame could have been started, as it was due
    /// and the strategy idle, to its actual start: the harness's own delay.
    public internal(set) var lateness = LatencyHistogram()
    /// The time that the harness lost in delays beyond
    /// `HarnessLimits.latenessNanosecondsMax`, together. One such delay is one
    /// value of `lateness`, however many frames it made wait.
    public internal(set) var stalledNanoseconds: UInt64 = 0
    /// Of reads at a fixed rate: see `StalenessSampler`.
    public var staleness: LatencyHistogram { stalenessSampler.histogram }
    private var stalenessSampler = StalenessSampler()
    /// Response times and rates over the window.
    public internal(set) var timeline: LatencyTimeline
    /// The longest lateness of a frame that the producer had not ready.
    public internal(set) var producerLatenessNanosecondsMax: UInt64 = 0
    /// All such lateness together, that of the warm-up included, as what was
    /// due then may still have to be caught up with in the window.
    public internal(set) var producerWaitNanoseconds: UInt64 = 0
    /// Frames, and their updates, that were due within the window.
    public internal(set) var offered = FrameCount()
    /// Those served while the window was open.
    public internal(set) var served = FrameCount()
    /// Those due but not served when it closed; all of them were absorbed
    /// afterwards.
    public internal(set) var unserved = FrameCount()
    /// How long the window was open: as planned, and until the end of the
    /// frame that was being served then.
    public internal(set) var openNanoseconds: UInt64

    private let window: MeasurementWindow

    @usableFromInline
    init(window: MeasurementWindow) {
        self.window = window
        openNanoseconds = window.durationNanoseconds
        timeline = LatencyTimeline(windowNanoseconds: window.durationNanoseconds)
    }

    /// A number of frames and of the updates in them.
    public struct FrameCount: Equatable, Sendable {
        public internal(set) var frames = 0
        public internal(set) var updates = 0

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
        timeline.recordServed(at: due + Int64(end - intended), updates: ticket.updateCount)
    }

    /// Notes that a frame was not there when it was asked for.
    ///
    /// - Parameters:
    ///   - ready: When it could have been started.
    ///   - start: When it was, or would have been had the window not closed.
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
    ///   - next: When the first frame is due that was not served, if there is
    ///     one.
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

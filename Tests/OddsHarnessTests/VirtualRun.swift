import OddsHarness
import OddsMeasurement

/// Frames without text at given times.
struct TicketList: FrameSource, ~Copyable {
    private let tickets: [FrameTicket]
    private var position = 0
    private let clock: VirtualClock
    /// For frames that the producer has not ready when they are asked for:
    /// when they come.
    private let arrivals: [Int: UInt64]
    /// How many frames come before somebody ends the run; `nil` for all.
    private let countUntilEnd: Int?
    private(set) var waitCount = 0
    private(set) var hasEndedEarly = false

    init(
        _ tickets: [FrameTicket], clock: VirtualClock, arrivals: [Int: UInt64] = [:],
        countUntilEnd: Int? = nil
    ) {
        self.tickets = tickets
        self.clock = clock
        self.arrivals = arrivals
        self.countUntilEnd = countUntilEnd
    }

    mutating func next() -> ScheduledFrame? {
        guard position != countUntilEnd else {
            hasEndedEarly = true
            return nil
        }
        guard position < tickets.count else { return nil }
        if let arrival = arrivals[position], arrival > clock.now {
            waitCount += 1
            _ = clock.wait(until: arrival)
        }
        position += 1
        return ScheduledFrame(
            ticket: tickets[position - 1], bytes: UnsafeRawBufferPointer(start: nil, count: 0))
    }

    mutating func release() {}

    var channelNames: [String] { ["test"] }
    var mappedBytes: Int { 0 }
}

/// A strategy of which nothing is known but how long it takes.
struct TimedServer: FrameServing {
    let clock: VirtualClock
    /// By the frame's intended time.
    let serviceNanoseconds: (UInt64) -> UInt64
    /// For how long the thread is off its core in a frame's service, by the
    /// frame's intended time.
    var losses: [UInt64: UInt64] = [:]
    private(set) var served: [UInt64] = []
    private(set) var absorbed: [UInt64] = []
    private(set) var readCount = 0

    init(clock: VirtualClock, serviceNanoseconds: @escaping (UInt64) -> UInt64) {
        self.clock = clock
        self.serviceNanoseconds = serviceNanoseconds
    }

    mutating func serve(_ frame: ScheduledFrame, start: UInt64) {
        served.append(frame.ticket.intendedNanoseconds)
        clock.advance(by: serviceNanoseconds(frame.ticket.intendedNanoseconds))
        clock.lose(losses[frame.ticket.intendedNanoseconds] ?? 0)
    }

    mutating func absorb(_ frame: ScheduledFrame) {
        absorbed.append(frame.ticket.intendedNanoseconds)
    }

    mutating func readOnce() { readCount += 1 }
}

/// A virtual clock on which the thread is off its core at times.
struct PausingClock: NanosecondClock {
    let base: VirtualClock
    /// For how long, by the moment at which that begins.
    let pauses: [UInt64: UInt64]

    var now: UInt64 { base.now }
    var processorNanoseconds: UInt64 { base.processorNanoseconds }

    func wait(until deadline: UInt64) -> UInt64 {
        let before = base.now
        let time = base.wait(until: deadline)
        guard time > before, let pause = pauses[time] else { return time }
        base.lose(pause)
        return base.now
    }
}

/// A loop on a virtual clock.
struct VirtualRun {
    /// Not 0, so that times from the clock and times from the schedule differ.
    let clock = VirtualClock(now: 1_000_000)
    let window: MeasurementWindow
    /// How often the window opened and closed.
    private(set) var openings: [UInt64] = []
    private(set) var closings: [UInt64] = []

    init(warmup: UInt64 = 0, duration: UInt64) {
        window = MeasurementWindow(warmupNanoseconds: warmup, durationNanoseconds: duration)
    }

    /// Frames of one update each, every `interval` nanoseconds until the
    /// window's end.
    func evenTickets(every interval: UInt64) -> [FrameTicket] {
        stride(from: 0, to: window.endNanoseconds, by: Int(interval)).map {
            FrameTicket(intendedNanoseconds: $0, updateCount: 1)
        }
    }

    /// - Parameters:
    ///   - tickets: The frames.
    ///   - arrivals: See `TicketList`.
    ///   - pauses: For how long the thread is off its core while it waits, by
    ///     the moment of the schedule at which that begins.
    ///   - losses: The same within services; see `TimedServer`.
    ///   - service: The service time by the frame's intended time.
    mutating func run(
        _ tickets: [FrameTicket], arrivals: [Int: UInt64] = [:],
        pauses: [UInt64: UInt64] = [:], losses: [UInt64: UInt64] = [:],
        service: @escaping (UInt64) -> UInt64
    ) -> (record: LoopRecord, server: TimedServer) {
        var source = TicketList(tickets, clock: clock, arrivals: arrivals)
        var server = TimedServer(clock: clock, serviceNanoseconds: service)
        server.losses = losses
        var observer = WindowObserver(clock: clock)
        let origin = clock.now
        let pausing = PausingClock(
            base: clock,
            pauses: [UInt64: UInt64](
                uniqueKeysWithValues: pauses.map { ($0.key + origin, $0.value) }))
        let record = OpenLoop(clock: pausing, window: window).run(
            &source, on: &server, observer: &observer)
        (openings, closings) = (observer.openings, observer.closings)
        return (record, server)
    }
}

/// Notes when the window opened and closed, in nanoseconds since the observer
/// was made.
private struct WindowObserver: LoopObserver {
    private let clock: VirtualClock
    private let start: UInt64
    private(set) var openings: [UInt64] = []
    private(set) var closings: [UInt64] = []

    init(clock: VirtualClock) {
        self.clock = clock
        start = clock.now
    }

    mutating func windowOpens(at opening: UInt64) { openings.append(clock.now - start) }

    mutating func windowCloses(at closing: UInt64) { closings.append(clock.now - start) }

    mutating func ends() {}
}

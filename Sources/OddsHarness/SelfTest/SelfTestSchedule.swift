import OddsMeasurement

/// A schedule with known latencies: one frame per period, all with the same
/// service time except for every `framesPerFreeze`th, which freezes.
///
/// Frame `j` after a freeze waits for the backlog that the frames before it
/// have not yet worked off: its response time is
/// `max(service, freeze − j · (period − service))`.
struct SelfTestSchedule: Equatable, Sendable {
    var frameCount = 4_000
    var periodNanoseconds: UInt64 = 1_000_000
    var serviceNanoseconds: UInt64 = 100_000
    /// From one freeze to the next; the first is half as far from the start.
    var framesPerFreeze = 250
    /// Short enough for the backlog to be gone before the next freeze.
    var freezeNanoseconds: UInt64 = 10_000_000

    /// How long the thread is off its core within the service of each frame that
    /// is disturbed, if the test disturbs any: halfway between two freezes. Longer
    /// than a freeze, so that it would show in the highest percentiles.
    var lossNanoseconds: UInt64 = 12_000_000

    /// The time off the core of all frames.
    var lostNanoseconds: UInt64 {
        (0..<frameCount).reduce(0) { $0 + lossNanoseconds(at: intendedNanoseconds($1)) }
    }

    /// The time off the core within the service of the frame that is due at
    /// `intended`.
    func lossNanoseconds(at intended: UInt64) -> UInt64 {
        framesSinceFreeze(Int(intended / periodNanoseconds)) == framesPerFreeze / 2
            ? lossNanoseconds : 0
    }

    var durationNanoseconds: UInt64 { UInt64(frameCount) * periodNanoseconds }

    func intendedNanoseconds(_ frame: Int) -> UInt64 { UInt64(frame) * periodNanoseconds }

    /// The service time of the frame that is due at `intended`.
    func serviceNanoseconds(at intended: UInt64) -> UInt64 {
        framesSinceFreeze(Int(intended / periodNanoseconds)) == 0
            ? freezeNanoseconds : serviceNanoseconds
    }

    /// The response time of each frame, in order.
    var responseTimes: [UInt64] {
        (0..<frameCount).map { frame in
            guard let since = framesSinceFreeze(frame) else { return serviceNanoseconds }
            let recovered = UInt64(since) * (periodNanoseconds - serviceNanoseconds)
            return freezeNanoseconds > recovered + serviceNanoseconds
                ? freezeNanoseconds - recovered : serviceNanoseconds
        }
    }

    /// The service time of each frame, in order.
    var serviceTimes: [UInt64] {
        (0..<frameCount).map { serviceNanoseconds(at: intendedNanoseconds($0)) }
    }

    private func framesSinceFreeze(_ frame: Int) -> Int? {
        let offset = frame - framesPerFreeze / 2
        return offset < 0 ? nil : offset % framesPerFreeze
    }
}

/// The frames of a self-test's schedule, without text. One thread owns it.
struct SelfTestSource: FrameSource, ~Copyable {
    private let schedule: SelfTestSchedule
    private var position = 0
    let waitCount = 0
    let channelNames = ["selftest"]
    let mappedBytes = 0

    init(_ schedule: SelfTestSchedule) { self.schedule = schedule }

    mutating func next() -> ScheduledFrame? {
        guard position < schedule.frameCount else { return nil }
        defer { position += 1 }
        return ScheduledFrame(
            ticket: FrameTicket(
                intendedNanoseconds: schedule.intendedNanoseconds(position), updateCount: 1),
            bytes: UnsafeRawBufferPointer(start: nil, count: 0))
    }

    mutating func release() {}
}

/// A server that spends a known time on each frame and does nothing else.
struct SelfTestServer<Clock: NanosecondClock>: FrameServing {
    let clock: Clock
    let schedule: SelfTestSchedule

    mutating func serve(_ frame: ScheduledFrame, start: UInt64) {
        let service = schedule.serviceNanoseconds(at: frame.ticket.intendedNanoseconds)
        _ = clock.wait(until: start + service)
    }

    mutating func absorb(_ frame: ScheduledFrame) {}
    mutating func readOnce() {}
}

/// A server like `SelfTestServer` whose thread is off its core at times.
struct DisturbedServer: FrameServing {
    let clock: VirtualClock
    let schedule: SelfTestSchedule

    mutating func serve(_ frame: ScheduledFrame, start: UInt64) {
        let intended = frame.ticket.intendedNanoseconds
        clock.advance(by: schedule.serviceNanoseconds(at: intended))
        clock.lose(schedule.lossNanoseconds(at: intended))
    }

    mutating func absorb(_ frame: ScheduledFrame) {}
    mutating func readOnce() {}
}

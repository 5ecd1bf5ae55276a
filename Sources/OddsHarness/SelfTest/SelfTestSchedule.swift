import OddsMeasurement

/// A schedule whose latencies follow from arithmetic: a frame each period, all
/// with the same service time but for every so many, which freezes.
///
/// Frame `j` after a freeze has waited for what the freeze left and the frames
/// before it could not make up for: its response time is
/// `max(service, freeze − j · (period − service))`.
struct SelfTestSchedule: Equatable, Sendable {
    var frameCount = 4_000
    var periodNanoseconds: UInt64 = 1_000_000
    var serviceNanoseconds: UInt64 = 100_000
    /// The first frame that freezes is the one in the middle of as many.
    var framesPerFreeze = 250
    /// Short enough for the backlog to be gone before the next.
    var freezeNanoseconds: UInt64 = 10_000_000

    var durationNanoseconds: UInt64 { UInt64(frameCount) * periodNanoseconds }

    func intendedNanoseconds(_ frame: Int) -> UInt64 { UInt64(frame) * periodNanoseconds }

    /// The service time of the frame that is due at `intended`.
    func serviceNanoseconds(at intended: UInt64) -> UInt64 {
        framesSinceFreeze(Int(intended / periodNanoseconds)) == 0
            ? freezeNanoseconds : serviceNanoseconds
    }

    /// The response time of each frame in order.
    var responseTimes: [UInt64] {
        (0..<frameCount).map { frame in
            guard let since = framesSinceFreeze(frame) else { return serviceNanoseconds }
            let recovered = UInt64(since) * (periodNanoseconds - serviceNanoseconds)
            return freezeNanoseconds > recovered + serviceNanoseconds
                ? freezeNanoseconds - recovered : serviceNanoseconds
        }
    }

    /// The service time of each frame in order.
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

/// A null strategy: takes its known time for a frame and does nothing.
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

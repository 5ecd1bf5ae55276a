import SeededRandom

/// When the messages of a page's stream are due if it asks for no rate: 10 to 100 ms after
/// one another, drawn evenly, and no more than a number of them in any second.
///
/// They follow from one another alone: however late messages are sent, the next ones are due as
/// if they had not been. What is sent keeps the limits as well, so that after the server stood
/// still messages wait, and say when they were due.
struct PacedSchedule: Sendable {
    /// When the next message is due.
    private(set) var due: GameTime
    private var random: SplitMix64
    private var dues: Limits
    private var sent: Limits

    static let pauseMin = GameInterval.milliseconds(10)
    static let pauseMax = GameInterval.milliseconds(100)
    static let limitDefault = 10

    /// - Parameter limit: The most messages in any second, at least 1.
    init(seed: UInt64, limit: Int, now: GameTime) {
        random = SplitMix64(seed: seed)
        dues = Limits(limit: limit)
        sent = Limits(limit: limit)
        due = now
        restart(now: now)
    }

    /// The earliest time at which the next message may be sent.
    var ready: GameTime { sent.earliest(from: due) }

    /// Notes that the message that was due has been sent.
    mutating func didSend(at time: GameTime) {
        sent.note(time)
        dues.note(due)
        restart(now: due)
    }

    /// Begins again after a pause. The limits hold across it.
    mutating func restart(now: GameTime) {
        let pause = Int64.random(
            in: Self.pauseMin.microseconds...Self.pauseMax.microseconds, using: &random)
        due = dues.earliest(from: now + GameInterval(microseconds: pause))
    }
}

/// The limits of some times: one comes 10 ms after another at least, and no more than a number
/// of them in any second.
private struct Limits: Sendable {
    private let limit: Int
    /// The last times, at most `limit` of them; a ring.
    private var times: [GameTime] = []
    private var oldest = 0

    init(limit: Int) { self.limit = limit }

    mutating func note(_ time: GameTime) {
        if times.count < limit {
            times.append(time)
        } else {
            times[oldest] = time
            oldest = (oldest + 1) % limit
        }
    }

    /// The first time from a given one on that keeps the limits.
    func earliest(from time: GameTime) -> GameTime {
        guard !times.isEmpty else { return time }
        let last = times[(oldest + times.count - 1) % times.count]
        let spaced = max(time, last + PacedSchedule.pauseMin)
        return times.count == limit ? max(spaced, times[oldest] + .seconds(1)) : spaced
    }
}

/// When updates are due at a rate, and when they are sent: one by one at low rates, up to
/// four milliseconds of them together at high ones. All times are fixed from the start; what
/// is sent late shifts nothing.
struct SteadySchedule: Sendable {
    /// The updates of one message.
    typealias Batch = Range<Int>

    /// Updates a second.
    let rate: Int
    private var start: GameTime
    /// The number of the first update that has not been sent.
    private var next = 0
    /// Of the messages that hold four milliseconds, the next one's number.
    private var tick = 1

    /// The span of the updates in one message.
    static let span = GameInterval.milliseconds(4)
    /// The highest rate.
    static let rateMax = 20_000

    /// - Parameter rate: Updates a second, at least 1.
    init(rate: Int, now: GameTime) {
        self.rate = rate
        start = now
    }

    /// Whether a message has several updates, as more than one is due in its span.
    private var batches: Bool { Int64(rate) * Self.span.microseconds > 1_000_000 }

    /// When an update is due: exact to the microsecond, however long the stream has run.
    func due(_ number: Int) -> GameTime {
        start
            + GameInterval(
                microseconds: Int64(number / rate) * 1_000_000
                    + Int64(number % rate) * 1_000_000 / Int64(rate))
    }

    /// When the next message is due.
    var due: GameTime { batches ? tickTime : due(next) }

    private var tickTime: GameTime {
        start + GameInterval(microseconds: Int64(tick) * Self.span.microseconds)
    }

    /// The updates of the next message if it is due; empty if none of them is.
    mutating func takeBatch(now: GameTime) -> Batch? {
        guard due <= now else { return nil }
        let first = next
        if batches {
            let end = tickTime
            while due(next) < end { next += 1 }
            tick += 1
        } else {
            next += 1
        }
        return first..<next
    }

    /// Begins again after a pause.
    mutating func restart(now: GameTime) { self = SteadySchedule(rate: rate, now: now) }
}

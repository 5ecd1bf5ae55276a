import SeededRandom

/// When updates are due at a rate, and when they are sent: one by one at low rates, up to
/// four milliseconds of them together at high ones. All times are fixed from the start; what
/// is sent late shifts nothing.
///
/// Time is divided into equal shares, one for each update, which is due anywhere in its own,
/// drawn by the seed. With equal distances instead, 10 updates a second would all be due at one
/// and the same place of a page's frames, as 100 ms are six of them.
struct SteadySchedule: Sendable {
    /// The updates of one message.
    typealias Batch = Range<Int>

    /// Updates a second.
    let rate: Int
    private let seed: UInt64
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
    init(rate: Int, seed: UInt64, now: GameTime) {
        self.rate = rate
        self.seed = seed
        start = now
    }

    /// Whether a message has several updates, as more than one is due in its span.
    private var batches: Bool { Int64(rate) * Self.span.microseconds > 1_000_000 }

    /// When an update is due; its share is exact to the microsecond, however long the stream
    /// has run.
    func due(_ number: Int) -> GameTime {
        let begin = beginOfShare(number)
        let length = UInt64((beginOfShare(number + 1) - begin).microseconds)
        var random = SplitMix64(seed: seed &+ UInt64(number))
        return begin + GameInterval(microseconds: Int64(random.next() % length))
    }

    private func beginOfShare(_ number: Int) -> GameTime {
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
    mutating func restart(now: GameTime) { self = SteadySchedule(rate: rate, seed: seed, now: now) }
}

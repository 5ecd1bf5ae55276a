import SeededRandom

/// When the messages of a page's stream are due if it asks for no rate: 10 to 100 ms after
/// one another, drawn evenly, and no more than a number of them in any second.
///
/// The pauses count from when a message was due, so that one that is sent late does not make
/// all later ones late. Only the limits count from when it was sent: they hold for what the
/// page gets.
struct PacedSchedule: Sendable {
    /// When the next message is due.
    private(set) var due: GameTime
    private let limit: Int
    private var random: SplitMix64
    /// When the last messages were sent, at most `limit` of them; a ring.
    private var sent: [GameTime] = []
    private var oldest = 0

    static let pauseMin = GameInterval.milliseconds(10)
    static let pauseMax = GameInterval.milliseconds(100)
    static let limitDefault = 10

    /// - Parameter limit: The most messages in any second, at least 1.
    init(seed: UInt64, limit: Int, now: GameTime) {
        self.limit = limit
        random = SplitMix64(seed: seed)
        due = now
        due = next(after: now)
    }

    /// Notes that the message that was due has been sent.
    mutating func didSend(at time: GameTime) {
        if sent.count < limit {
            sent.append(time)
        } else {
            sent[oldest] = time
            oldest = (oldest + 1) % limit
        }
        due = next(after: due)
    }

    /// Begins again after a pause. The limits hold across it.
    mutating func restart(now: GameTime) { due = next(after: now) }

    private mutating func next(after time: GameTime) -> GameTime {
        let pause = Int64.random(
            in: Self.pauseMin.microseconds...Self.pauseMax.microseconds, using: &random)
        var next = time + GameInterval(microseconds: pause)
        guard !sent.isEmpty else { return next }
        let last = sent[(oldest + sent.count - 1) % sent.count]
        next = max(next, last + Self.pauseMin)
        if sent.count == limit { next = max(next, sent[oldest] + .seconds(1)) }
        return next
    }
}

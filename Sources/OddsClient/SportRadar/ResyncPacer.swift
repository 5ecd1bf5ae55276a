/// How often contents are asked for anew because something was lost: at once, and then
/// after pauses that double while there are new losses. It knows no clock.
struct ResyncPacer: Hashable, Sendable {
    private let intervalMin: Duration
    private let intervalMax: Duration
    private var interval: Duration
    private var isResting = false
    private var isWanted = false

    init(interval: Duration, max intervalMax: Duration) {
        self.interval = interval
        intervalMin = interval
        self.intervalMax = intervalMax
    }

    /// Something was lost.
    ///
    /// - Returns: if contents are to be asked for now, the pause to begin.
    mutating func lostSomething() -> Duration? {
        guard !isResting else {
            isWanted = true
            return nil
        }
        isResting = true
        return interval
    }

    /// The pause is over; the result is as above.
    mutating func pauseEnded() -> Duration? {
        isResting = false
        guard isWanted else {
            interval = intervalMin
            return nil
        }
        isWanted = false
        interval = min(interval * 2, intervalMax)
        return lostSomething()
    }

    /// All contents are asked for anew anyway, and no pause goes on.
    mutating func reset() { self = ResyncPacer(interval: intervalMin, max: intervalMax) }
}

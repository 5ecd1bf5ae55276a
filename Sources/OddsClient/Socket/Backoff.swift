/// The delays between attempts: they grow exponentially and have jitter, so
/// that clients that lost the same server do not all return at once.
public struct Backoff: Equatable, Sendable {
    /// The first delay after a success.
    public var initial: Duration
    /// The longest delay.
    public var cap: Duration
    /// The ratio of each delay to the one before it.
    public var factor: Double
    /// The share of a delay that is drawn at random: with 0.5, a delay of ten
    /// seconds becomes one of five to ten.
    public var jitter: Double

    /// Makes a back-off.
    ///
    /// - Precondition: durations are positive, `factor` at least 1, `jitter`
    ///   between 0 and 1.
    public init(
        initial: Duration = .milliseconds(250), cap: Duration = .seconds(30),
        factor: Double = 2, jitter: Double = 0.5
    ) {
        precondition(initial > .zero && cap >= initial && factor >= 1 && 0...1 ~= jitter)
        self.initial = initial
        self.cap = cap
        self.factor = factor
        self.jitter = jitter
    }

    /// Draws the delay before an attempt. The first one after a success is 1.
    ///
    /// - Complexity: O(`attempt`).
    public func delay(
        before attempt: Int, using random: inout some RandomNumberGenerator
    ) -> Duration {
        var delay = initial
        for _ in 1..<max(attempt, 1) where delay < cap { delay = delay * factor }
        return min(delay, cap) * (1 - jitter * Double.random(in: 0..<1, using: &random))
    }

    /// The same, with a generator of any type.
    func drawDelay(
        before attempt: Int, from random: inout any RandomNumberGenerator
    ) -> Duration {
        delay(before: attempt, using: &random)
    }
}

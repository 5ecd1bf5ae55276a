/// How long to wait between attempts: exponentially longer, with jitter, so
/// that clients that lost the same server do not all come back at once.
public struct Backoff: Equatable, Sendable {
    /// Before the first attempt after a success.
    public var initial: Duration
    /// No delay is longer.
    public var cap: Duration
    /// By which each delay is longer than the one before it.
    public var factor: Double
    /// The share of a delay that is drawn at random: with 0.5 a delay of ten
    /// seconds is between five and ten.
    public var jitter: Double

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

    /// The delay before an attempt, the first after a success being 1.
    public func delay(
        before attempt: Int, using random: inout some RandomNumberGenerator
    ) -> Duration {
        var delay = initial
        for _ in 1..<max(attempt, 1) where delay < cap { delay = delay * factor }
        return min(delay, cap) * (1 - jitter * Double.random(in: 0..<1, using: &random))
    }
}

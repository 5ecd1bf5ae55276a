import OddsMeasurement
import OddsResults

/// The plan of one measurement of a page.
package struct GamePlan: Sendable {
    package init() {}

    package var render = GameRender.frame
    /// Updates per second; of the feed, with a provider.
    package var rate = 1_000
    package var matches = 100
    /// Before the idle page is measured, and again before the page is.
    package var warmup = Duration.seconds(2)
    /// How long is measured at least, or each window of a soak.
    package var duration = Duration.seconds(10)
    /// How long windows follow one another; `nil` for as many as the percentiles take.
    package var soak: Duration?
    /// By how much the drawing of each frame is slowed on purpose.
    package var slow = Duration.zero

    /// How long the idle page is measured: six hundred frames, of which six may be late.
    static let idleDuration = Duration.seconds(10)
    /// The most windows of a run that is no soak: what a page gets in so many times the duration
    /// decides whether its percentiles have samples.
    static let windowsMax = 6
    /// The percentile that has to have its samples, as it is that of the goals.
    static let percentile = Percentile.p99
    /// How long a page may take to be live.
    static let liveLimit = Duration.seconds(60)
    /// How long it may take to show what the server has, once the stream is paused. A page that
    /// is behind has a queue to draw.
    static let equalLimit = Duration.seconds(60)
    /// What the page's answers may take beside the time that they measure.
    static let answerLimit = Duration.seconds(60)
    /// How often is asked for what is waited for.
    static let pollInterval = Duration.milliseconds(100)

    /// What is before the windows.
    var leadSeconds: Double { (warmup * 2 + Self.idleDuration) / .seconds(1) }

    /// The address of the page.
    ///
    /// - Parameters:
    ///   - base: Where the server has it.
    ///   - world: The world of this measurement.
    ///   - hasProvider: Whether the odds, and so the rate, are a provider's.
    func address(_ base: String, world: GameWorldID, hasProvider: Bool) -> String {
        var query = ["world=\(world)", "matches=\(matches)", "render=\(render.rawValue)"]
        if !hasProvider { query.append("rate=\(rate)") }
        if slow > .zero { query.append("slow=\(Int(slow / .milliseconds(1)))") }
        return base + "?" + query.joined(separator: "&")
    }
}

/// A deliberate slowdown of a strategy.
public struct InjectedSlowdown: Codable, Equatable, Sendable {
    /// The slowed frames.
    public enum Frames: String, Codable, Sendable {
        /// All of them.
        case all
        /// The slowest, about one in fifty: the median stays, and the 99th
        /// percentile grows by the share.
        case tail
    }

    /// The slowed frames.
    public var frames: Frames
    /// The extra service time, as a share of the strategy's own: 0.15 for 15%.
    public var share: Double

    /// A slowdown.
    ///
    /// - Parameters:
    ///   - frames: The slowed frames.
    ///   - share: The extra service time, as a share; more than 0.
    public init(_ frames: Frames, share: Double) {
        precondition(share > 0)
        self.frames = frames
        self.share = share
    }

    /// Such as `slowed by 15%`.
    package var text: String {
        switch frames {
        case .all: "slowed by \(PercentText.text(share: share))"
        case .tail: "1 frame in 50, the slowest, slowed by \(PercentText.text(share: share))"
        }
    }
}

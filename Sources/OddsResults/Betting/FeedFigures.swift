/// The feed client's figures over a part of a run, by the server's own ledger.
package struct FeedFigures: Codable, Equatable, Sendable {
    /// How long the part lasted.
    package var windowNanoseconds: UInt64
    /// Records due per second.
    package var offeredRate: Double
    /// Records per second that were in the client's tree when the part ended, in their own
    /// frame or in a later state.
    package var achievedRate: Double
    /// Frames due, and those that were not in the tree when the part ended.
    package var frames: Int
    package var unseenFrames: Int
    /// The smallest figure of the response time that would be higher if the unseen frames
    /// counted with more than their age; `nil` if none would.
    package var lowerBoundFromNanoseconds: UInt64?
    /// From when a frame was due until the client had it in its tree; for one that was not
    /// in the tree its age at the end.
    package var responseTime: LatencySummary
    /// The server's own delay of a frame.
    package var lateness: LatencySummary

    package init(
        windowNanoseconds: UInt64, responseTime: LatencySummary, lateness: LatencySummary
    ) {
        self.windowNanoseconds = windowNanoseconds
        offeredRate = 0
        achievedRate = 0
        frames = 0
        unseenFrames = 0
        self.responseTime = responseTime
        self.lateness = lateness
    }
}

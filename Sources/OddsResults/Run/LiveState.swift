/// All that a view of a running experiment shows.
package struct LiveState: Equatable, Sendable {
    /// The progress of the whole, in one line.
    package var progress: String
    package var snapshot: LiveSnapshot
    /// The intervals of the run that goes on, without gaps except where the view was
    /// late.
    package var intervals: [LiveInterval]
    /// What the finished runs found, one line each.
    package var finished: [String]

    package init(
        progress: String, snapshot: LiveSnapshot, intervals: [LiveInterval], finished: [String]
    ) {
        self.progress = progress
        self.snapshot = snapshot
        self.intervals = intervals
        self.finished = finished
    }
}

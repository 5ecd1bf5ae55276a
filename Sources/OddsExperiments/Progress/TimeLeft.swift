/// Estimates when an experiment of several steps ends, from the schedule of its
/// steps and from what finished ones took beyond it: loading, and the end.
struct TimeLeft {
    /// What a step takes beyond its schedule, before any has finished.
    private static let overheadSeconds = 1.0

    private var finishedCount = 0
    private var finishedOverhead = 0.0

    /// Notes a finished step.
    mutating func note(seconds: Double, scheduled: Double) {
        finishedCount += 1
        finishedOverhead += max(seconds - scheduled, 0)
    }

    private var overhead: Double {
        finishedCount == 0 ? Self.overheadSeconds : finishedOverhead / Double(finishedCount)
    }

    /// - Parameters:
    ///   - spent: How long the step has run, in seconds.
    ///   - elapsed: How far it is in its schedule.
    ///   - scheduled: The length of its schedule.
    ///   - later: The steps after it.
    func seconds(
        spent: Double, elapsed: Double, scheduled: Double, later: ExperimentProgress.Later
    ) -> Double {
        // Loading comes before the schedule, and most of the overhead is that.
        let own = scheduled - elapsed + max(overhead - max(spent - elapsed, 0), 0)
        return own + later.seconds + Double(later.count) * overhead
    }
}

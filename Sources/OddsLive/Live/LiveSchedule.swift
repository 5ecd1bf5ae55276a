import OddsClient
import OddsExperiments
import OddsLedger
import OddsResults

/// What a server scheduled within a window, by its ledger.
struct LiveSchedule {
    /// The frames of each topic.
    var frames: [String: [LedgerFrame]] = [:]
    /// The number of frames left out because they were older than the state.
    var staleCount = 0
    /// Why frames are missing; `nil` if the schedule is complete.
    var gap: String?

    /// Waits until the schedule has passed the close of the window, and takes
    /// the ledger of all topics.
    ///
    /// - Parameters:
    ///   - server: The server, which has noted these topics from before the
    ///     window opened.
    ///   - topics: All distinct topics.
    ///   - window: When it opened and closed, on the machine's monotonic clock.
    init(_ server: any LiveServer, _ topics: [String], _ window: Range<UInt64>) async throws {
        let deadline = ContinuousClock.now + LivePlan.catchUpLimit
        var progress = try await server.ledgerProgress()
        while progress.coversUntil < window.upperBound, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
            progress = try await server.ledgerProgress()
        }
        for topic in topics { frames[topic] = try await server.ledgerFrames(of: topic) }
        staleCount = progress.staleFrames
        gap = Self.gap(progress, window)
    }

    static func gap(_ progress: LedgerProgress, _ window: Range<UInt64>) -> String? {
        func text(_ nanoseconds: UInt64) -> String {
            FigureFormat.duration(nanoseconds: Double(nanoseconds))
        }
        if progress.isFull {
            return """
                the server's ledger holds \(progress.framesMax) frames, and more were due: lower \
                the rate, or shorten the run
                """
        }
        guard progress.coversUntil < window.upperBound else { return nil }
        let covered = progress.coversUntil - min(progress.coversUntil, window.lowerBound)
        return """
            the server's generator could not offer the rate: \(LivePlan.catchUpLimit) after the \
            window closed it had generated \(text(covered)) of the \(text(UInt64(window.count))) \
            that were scheduled. What it did not generate is missing from all figures
            """
    }
}

import OddsLedger
import OddsResults

/// What a server scheduled within a window, by its ledger.
package struct LiveSchedule {
    /// The frames of each topic, those before and after the window included.
    package internal(set) var frames: [String: [LedgerFrame]] = [:]
    /// The number of frames left out because they were older than the state.
    package internal(set) var staleCount = 0
    /// Why frames are missing; `nil` if the schedule is complete.
    package internal(set) var gap: String?

    /// Nothing of a schedule.
    package init() {}

    /// Waits until the schedule has passed the close of the window, and takes
    /// the ledger of all topics.
    ///
    /// - Parameters:
    ///   - server: The server, which has noted the topics from before the
    ///     window opened.
    ///   - channels: The topic of each channel.
    ///   - window: When it opened and closed, on the machine's monotonic clock.
    package init(
        _ server: any LiveServer, _ channels: [String], _ window: Range<UInt64>
    ) async throws {
        let deadline = ContinuousClock.now + LivePlan.catchUpLimit
        var progress = try await server.ledgerProgress()
        while progress.coversUntil < window.upperBound, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
            progress = try await server.ledgerProgress()
        }
        for topic in Set(channels) { frames[topic] = try await server.ledgerFrames(of: topic) }
        staleCount = progress.staleFrames
        gap = gap(progress, channels, window)
    }

    func gap(
        _ progress: LedgerProgress, _ channels: [String], _ window: Range<UInt64>
    ) -> String? {
        if progress.isFull {
            return """
                the server's ledger holds \(progress.framesMax) frames, and more were due: lower \
                the rate, or shorten the run
                """
        }
        guard progress.coversUntil < window.upperBound else { return nil }
        let rate = { (records: Double?) in
            records.map { "\(FigureFormat.count($0)) records/s" } ?? "any record"
        }
        let covered = progress.coversUntil - min(progress.coversUntil, window.lowerBound)
        return """
            the server's generator could not offer the rate: of \
            \(rate(recordRate(channels, \.due))) that were due it generated \
            \(rate(recordRate(channels) { $0.due + $0.delay })), and \(LivePlan.catchUpLimit) \
            after the close of the window \
            \(FigureFormat.duration(nanoseconds: Double(covered))) of its \
            \(FigureFormat.duration(nanoseconds: Double(window.count))). All figures lack what \
            it did not generate
            """
    }

    /// Estimates from the part of the schedule that was generated how many
    /// records per second were due to all channels; `nil` if the schedule is
    /// complete, so that there is nothing to estimate.
    func estimatedOffer(_ channels: [String]) -> Double? {
        gap == nil ? nil : recordRate(channels, \.due)
    }

    /// The records per second of all channels, by a time of their frames; `nil`
    /// for too few of them.
    private func recordRate(
        _ channels: [String], _ time: (LedgerFrame) -> UInt64
    ) -> Double? {
        var sum = 0.0
        for topic in channels {
            guard let frames = frames[topic], let first = frames.first, let last = frames.last,
                time(last) > time(first)
            else { return nil }
            let records = frames.reduce(0) { $0 + Double($1.records) }
            sum += records / Double(time(last) - time(first)) * 1e9
        }
        return sum
    }
}

import OddsMeasurement

/// What a run over sockets offered, and what became of it. Offered is what was
/// scheduled: every frame that was due within the window, for each channel,
/// whether or not that channel was connected.
package struct LiveAccount: Sendable {
    /// A number of frames, and of the records in them.
    package struct Amount: Equatable, Sendable {
        package var frames = 0
        package var records = 0

        package init(frames: Int = 0, records: Int = 0) {
            self.frames = frames
            self.records = records
        }

        mutating func add(_ frame: LedgerFrame) {
            frames += 1
            records += Int(frame.records)
        }

        mutating func add(_ other: Amount) {
            frames += other.frames
            records += other.records
        }
    }

    /// When the window opened and closed, on the machine's monotonic clock.
    package let window: Range<UInt64>
    package private(set) var offered = Amount()
    /// Frames whose own changes a reader had.
    package private(set) var seen = Amount()
    /// Frames for which a reader had a later state instead.
    package private(set) var superseded = Amount()
    /// Frames of which a reader had neither when the window closed.
    package private(set) var unseen = Amount()
    /// From the time at which a frame was due until a reader had its changes or
    /// a later state; for an unseen frame its age when the window closed.
    package private(set) var response = LatencyHistogram.empty
    /// The same with the longest time for unseen frames, whose true response
    /// time is anything above their age.
    package private(set) var upperResponse = LatencyHistogram.empty
    /// The same without the generator's delay of each frame.
    package private(set) var undelayed = LatencyHistogram.empty
    /// The generator's delay of each frame.
    package private(set) var lateness = LatencyHistogram.empty
    /// Whether it is not known which frames some states contain: see
    /// `ChannelJoin.isAmbiguous`.
    package private(set) var isAmbiguous = false
    /// The response times of the frames that were due in each interval.
    package private(set) var intervals: [[UInt64]]
    private let intervalEnds: [UInt64]

    /// - Parameters:
    ///   - window: When the window opened and closed.
    ///   - intervalEnds: The ends of the intervals of a series, ascending; the
    ///     last one has what is due later, too.
    package init(window: Range<UInt64>, intervalEnds: [UInt64] = []) {
        self.window = window
        self.intervalEnds = intervalEnds
        intervals = Array(repeating: [], count: intervalEnds.count)
    }

    /// An account that was made elsewhere, without intervals.
    ///
    /// - Parameters:
    ///   - window: When the window opened and closed.
    ///   - amounts: What was offered, and what became of it.
    ///   - times: The distributions.
    ///   - isAmbiguous: Whether it is not known which frames some states contain.
    package init(
        window: Range<UInt64>,
        amounts: (offered: Amount, seen: Amount, superseded: Amount, unseen: Amount),
        times: (
            response: LatencyHistogram, upperResponse: LatencyHistogram,
            undelayed: LatencyHistogram, lateness: LatencyHistogram
        ), isAmbiguous: Bool
    ) {
        self.init(window: window)
        (offered, seen, superseded, unseen) = amounts
        (response, upperResponse, undelayed, lateness) = times
        self.isAmbiguous = isAmbiguous
    }

    /// Adds the counts of another account of the same window. Intervals are not merged.
    ///
    /// - Complexity: O(size of the histograms).
    package mutating func merge(_ other: LiveAccount) {
        offered.add(other.offered)
        seen.add(other.seen)
        superseded.add(other.superseded)
        unseen.add(other.unseen)
        response.merge(other.response)
        upperResponse.merge(other.upperResponse)
        undelayed.merge(other.undelayed)
        lateness.merge(other.lateness)
        isAmbiguous = isAmbiguous || other.isAmbiguous
    }

    /// Adds a channel.
    ///
    /// - Parameters:
    ///   - frames: The schedule of its topic.
    ///   - sights: What its reader saw, in order.
    /// - Complexity: O(sights × log(frames) + frames).
    package mutating func add(_ frames: [LedgerFrame], _ sights: some Sequence<Sight>) {
        let join = ChannelJoin(frames, sights, until: window.upperBound)
        if join.isAmbiguous { isAmbiguous = true }
        var interval = 0
        for (frame, fate) in zip(frames, join.fates) where window.contains(frame.due) {
            let end = end(of: fate, frame)
            let response = end - min(end, frame.due)
            self.response.record(response)
            upperResponse.record(fate == .unseen ? LatencyHistogram.nanosecondsMax : response)
            undelayed.record(response - min(response, frame.delay))
            lateness.record(frame.delay)
            guard !intervals.isEmpty else { continue }
            while interval + 1 < intervals.count, frame.due >= intervalEnds[interval] {
                interval += 1
            }
            intervals[interval].append(response)
        }
    }

    /// The smallest figure of the response time that is a lower bound, because
    /// it would be higher if unseen frames counted with more than their age;
    /// `nil` if none is.
    ///
    /// - Complexity: O(size of the histogram).
    package var lowerBoundFrom: UInt64? {
        for percentile in Percentile.allCases {
            let value = response.value(at: percentile)
            if value != upperResponse.value(at: percentile) { return value }
        }
        return unseen.frames > 0 ? response.max : nil
    }

    /// Counts a frame, and returns the end of its response time.
    private mutating func end(of fate: ChannelJoin.Fate, _ frame: LedgerFrame) -> UInt64 {
        offered.add(frame)
        switch fate {
        case .seen(let time):
            seen.add(frame)
            return time
        case .superseded(let time):
            superseded.add(frame)
            return time
        case .unseen:
            unseen.add(frame)
            return window.upperBound
        }
    }
}

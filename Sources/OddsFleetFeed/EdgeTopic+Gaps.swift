/// Gaps: what is missing is fetched from the stream, for a while.
extension EdgeTopic {
    /// The frames that are known to be missing before the next one that is there.
    func missing(_ now: UInt64) -> ClosedRange<UInt64>? {
        guard let last else { return nil }
        if let first = ahead.first, first.number > last + 1 {
            return last + 1...first.number - 1
        }
        guard let heard, heard.number > last, now >= heard.since + limits.beatGrace else {
            return nil
        }
        return last + 1...heard.number
    }

    /// Whether what is missing is not to be waited for any longer.
    func isGivenUp(_ now: UInt64) -> Bool {
        guard let gap else { return false }
        // Whether it is there is known once the first fetch has ended, or is silent.
        let isLookedFor = gap.failures == 0 && fetch != nil
        return !isLookedFor && now >= gap.progress + limits.gapTimeout
            || now >= gap.start + limits.gapTimeoutInAll
    }

    mutating func settleGap(_ now: UInt64) {
        guard let last else { return }
        if let heard, heard.number <= last {
            self.heard = nil
            if let candidate { hear(candidate.number, now) }
        }
        guard missing(now) != nil else {
            if gap != nil { counters.gapsFilled += 1 }
            gap = nil
            return
        }
        guard let gap else {
            self.gap = Gap(start: now, last: last, progress: now, fetchAt: now)
            return
        }
        if gap.last < last {
            self.gap?.last = last
            self.gap?.progress = now
            self.gap?.failures = 0
            self.gap?.fetchAt = now
        }
    }

    mutating func endFetch(_ now: UInt64) {
        guard let gap else { return }
        let failures = gap.failures + 1
        self.gap?.failures = failures
        self.gap?.fetchAt =
            now
            + EdgeLimits.backOff(
                limits.fetchRetry, max: limits.fetchRetryMax, failures: failures)
    }

    mutating func nextFetch(_ now: UInt64) -> [EdgeEffect] {
        if let progress = fetch?.progress, now >= progress + limits.gapTimeout {
            self.fetch = nil
            endFetch(now)
        }
        guard fetch == nil, let gap, now >= gap.fetchAt, let missing = missing(now) else {
            return []
        }
        let attempt = nextAttempt()
        fetch = Fetch(attempt: attempt, last: missing.lowerBound - 1)
        let end = min(missing.upperBound, missing.lowerBound + limits.fetchFrames - 1)
        return [.fetch(numbers: missing.lowerBound...end, attempt: attempt)]
    }
}

/// One dump request at a time, and one dump for all clients.
extension EdgeTopic {
    // MARK: - Inputs

    /// The whole dump of this attempt's request came. Ignored for another attempt than the last.
    package mutating func receive(
        _ dump: FleetDump, attempt: UInt64, now: UInt64
    ) -> [EdgeEffect] {
        counters.bytes += dump.bytes.count
        guard request?.attempt == attempt, let request else { return settle(now) }
        guard enter(dump.epoch, now), dump.number <= FleetLimits.numberMax,
            isUsable(dump, for: request)
        else {
            failRequest(now)
            return settle(now)
        }
        endRequest(now)
        confirmed = now
        candidate = dump
        // What claims that the source was farther when it was asked is wrong.
        if dump.number < request.ahead {
            counters.dropped += ahead.removeAll(above: dump.number)
        }
        if let heard, heard.number > dump.number, heard.since <= request.start {
            self.heard = nil
        }
        hear(dump.number, now)
        return settle(now)
    }

    private func isUsable(_ dump: FleetDump, for request: Request) -> Bool {
        // In a new epoch nothing is held that the dump would have to fit to.
        guard let last else { return true }
        guard dump.number >= request.last ?? 0 else { return false }
        return dump.number > last || isAttached(at: dump.number)
    }

    /// A part of this attempt's dump came, or the request still waits for its turn to be sent.
    package mutating func dumpProgressed(attempt: UInt64, now: UInt64) -> [EdgeEffect] {
        if request?.attempt == attempt { request?.progress = now }
        return settle(now)
    }

    /// There is no responder for this attempt's request, or its dump came damaged. What gets no
    /// answer at all need not be reported.
    package mutating func dumpFailed(attempt: UInt64, now: UInt64) -> [EdgeEffect] {
        if request?.attempt == attempt { failRequest(now) }
        return settle(now)
    }

    /// The source refuses the topic.
    package mutating func dumpRefused(
        _ reason: String, attempt: UInt64, now: UInt64
    ) -> [EdgeEffect] {
        guard request?.attempt == attempt else { return settle(now) }
        guard last == nil else {
            // It had the topic in this epoch. Either it is another source, whose epoch will
            // come, or it errs.
            failRequest(now)
            return settle(now)
        }
        request = nil
        requestFailures = 0
        ahead = FrameQueue()
        stage = .refused(reason: reason, at: now)
        isSubscribed = false
        return [.refuse(reason: reason)]
    }

    // MARK: - Dumps

    /// Takes the candidate over if it may be.
    mutating func settleDump(_ now: UInt64) -> [EdgeEffect] {
        guard let candidate else { return [] }
        if let last, candidate.number <= last {
            self.candidate = nil
            guard isAttached(at: candidate.number) else {
                failRequest(now)
                return []
            }
            isClosed = false
            dump = candidate
            passed.removeAll(below: candidate.number + 1)
            gap?.start = now
            return [.ready]
        }
        // The frames between that of a topic that was closed and its next dump were not published.
        guard last == nil || isClosed || isGivenUp(now) else { return [] }
        self.candidate = nil
        isClosed = false
        dump = candidate
        passed = FrameQueue()
        ahead.removeAll(below: candidate.number + 1)
        last = candidate.number
        heard = nil
        gap = nil
        fetch = nil
        // What there is no room for is passed on later.
        keep(ahead.takeAll(following: candidate.number, costing: heldBytesMax - heldBytes))
        guard wasServed else {
            wasServed = true
            return [.ready]
        }
        counters.redumps += 1
        return [.redump]
    }

    /// Whether all frames from behind this number to the last one passed are there.
    private func isAttached(at number: UInt64) -> Bool {
        guard let last, number <= last else { return false }
        return number == last || passed.first.map { $0.number <= number + 1 } ?? false
    }

    /// Keeps frames that follow the last one.
    mutating func keep(_ frames: [FleetFrame]) {
        for frame in frames { _ = passed.insert(frame) }
        if let frame = frames.last { last = frame.number }
    }

    /// Lets go of what is held if it is beyond its bound: who asks from now on waits for the
    /// next dump. The frames that a requested one may stand before are kept.
    mutating func letGoBeyondBound() {
        guard heldBytes > heldBytesMax else { return }
        dump = nil
        guard let request else {
            passed = FrameQueue()
            return
        }
        passed.removeAll(below: (request.last ?? 0) + 1)
        _ = passed.removeLowest(downTo: limits.heldBytes / 8 * 7)
    }

    private var heldBytes: Int { (dump?.bytes.count ?? 0) + passed.byteCount }

    private var heldBytesMax: Int { max(limits.heldBytes, 2 * (dump?.bytes.count ?? 0)) }

    // MARK: - Requests

    private func needsDump(_ now: UInt64) -> Bool {
        guard candidate == nil else { return false }
        guard let dump, !isClosed else { return true }
        return isGivenUp(now) || wantedNumber > dump.number || heldBytes > heldBytesMax / 4 * 3
    }

    mutating func nextRequest(_ now: UInt64) -> [EdgeEffect] {
        if let request, now >= request.progress + limits.dumpTimeout { failRequest(now) }
        guard request == nil, now >= requestAt, needsDump(now) else { return [] }
        let attempt = nextAttempt()
        request = Request(
            attempt: attempt, start: now, last: last, ahead: ahead.last?.number ?? 0,
            progress: now)
        return [.requestDump(attempt: attempt)]
    }

    private mutating func endRequest(_ now: UInt64) {
        request = nil
        requestFailures = 0
        requestAt = now + limits.dumpSpacing
    }

    private mutating func failRequest(_ now: UInt64) {
        request = nil
        requestFailures += 1
        requestAt =
            now
            + EdgeLimits.backOff(
                limits.dumpRetry, max: limits.dumpRetryMax, failures: requestFailures)
    }
}
